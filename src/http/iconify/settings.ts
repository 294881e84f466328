/** How `/search` matches: with the ranking of this service, or by the rules of @iconify/api. */
export const ICONIFY_SEARCHES = ["ranked", "strict"] as const;
export type IconifySearch = (typeof ICONIFY_SEARCHES)[number];

/** Settings of the Iconify API. */
export interface IconifySettings {
  /** Prefix of icons whose ids have none; default `apps`. */
  readonly prefix?: string;
  /** Path below which the routes are, such as `/iconify`; default: the root. */
  readonly path?: string;
  /** How `/search` matches; default `ranked`. */
  readonly search?: IconifySearch;
}

export const DEFAULT_ICONIFY_PREFIX = "apps";

/** Settings of the Iconify API. */
export interface IconifySettings {
  /** Prefix of icons whose ids have none; default `apps`. */
  readonly prefix?: string;
  /** Path below which the routes are, such as `/iconify`; default: the root. */
  readonly path?: string;
}

export const DEFAULT_ICONIFY_PREFIX = "apps";

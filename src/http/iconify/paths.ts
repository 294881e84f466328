const NAME = "^[a-z0-9-]+$";

/** Paths of icons as SVG. */
export const ICON_PATHS = [`/:prefix(${NAME})/:name(${NAME}).svg`, `/:name(^[a-z0-9-]+:?[a-z0-9-]+$).svg`] as const;

/** Paths of data about icons of a set. */
export const DATA_PATHS = {
  json: [`/:prefix(${NAME}).json`, `/:prefix(${NAME})/icons.json`],
  script: [`/:prefix(${NAME}).js`, `/:prefix(${NAME})/icons.js`],
  css: [`/:prefix(${NAME}).css`],
} as const;

/** Names of the paths with data about all sets. */
export const LISTS = ["collections", "collection", "search", "keywords", "last-modified"] as const;

export const VERSION_PATH = "/version";

/** All paths of the Iconify API. */
export const ICONIFY_PATHS: readonly string[] = [
  ...ICON_PATHS,
  ...Object.values(DATA_PATHS).flat(),
  ...LISTS.map((list) => `/${list}`),
  VERSION_PATH,
];

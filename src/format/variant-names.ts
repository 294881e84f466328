/** Names of variants; `plex-light.svg` names a file of one, so only what is plain in file names is allowed. */
export const VARIANT_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Characters. */
export const MAX_VARIANT_NAME = 40;
export const MAX_VARIANTS = 20;
/** Names that have a meaning everywhere. Others are up to the dataset. */
export const USUAL_VARIANTS = ["light", "dark", "mono", "wordmark", "wordmark-light", "wordmark-dark"] as const;

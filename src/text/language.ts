/** The language of datasets that name none. */
export const DEFAULT_LANGUAGE = "en";

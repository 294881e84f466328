/** Columns of a picture in a list: with half blocks three and a half rows, so that pictures below each other stay apart. */
export const LISTED_COLUMNS = 7;

/** Columns of a picture that is looked at by itself, or compared with another. */
export const SHOWN_COLUMNS = 16;

/** Columns of a picture in a list: with half blocks three and a half rows, so that pictures below each other stay apart. */
export const LISTED_COLUMNS = 7;

/** Columns of the picture of one icon that is shown by itself. */
export const SHOWN_COLUMNS = 16;

/** A little longer than files must have been left alone for their times to be trusted. */
export const SETTLED_MS = 2100;

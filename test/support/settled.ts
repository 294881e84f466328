/** Slightly more than the age at which file times are trusted. */
export const SETTLED_MS = 2100;

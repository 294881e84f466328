/**
 * The color labels, in documented order. The rule that assigns them is in a separate file, which can't be loaded in
 * browsers.
 */
export const COLOR_LABELS = [
  "black",
  "white",
  "gray",
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "purple",
  "pink",
  "brown",
] as const;

export type ColorLabel = (typeof COLOR_LABELS)[number];

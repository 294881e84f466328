/** The color labels, in the order in which they are documented. The rule that assigns them is in `labels.ts`, which does not load in browsers. */
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

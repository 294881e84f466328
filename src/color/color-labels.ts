/** The color labels, in documented order. `nearest-label.ts`, which does not load in browsers, assigns them. */
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

import type { ColorLabel } from "../color/color-labels.js";

/** A typical color of each color label. */
export const SWATCHES: Readonly<Record<string, string>> = {
  black: "#111111",
  white: "#ffffff",
  gray: "#8a8f98",
  red: "#e53935",
  orange: "#fb8c00",
  yellow: "#fdd835",
  green: "#43a047",
  teal: "#009688",
  blue: "#1e88e5",
  purple: "#8e24aa",
  pink: "#ec407a",
  brown: "#795548",
} satisfies Record<ColorLabel, string>;

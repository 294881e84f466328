import type { DominantColor } from "./dominant-colors.js";

/**
 * A color of a palette as text: six hex digits, and after a colon its share of the area, such as `1db954:0.82`. Only
 * the proportions of shares matter.
 */
export const SHARED_COLOR_PATTERN = /^#?[0-9a-fA-F]{6}(:([0-9]{1,9}(\.[0-9]{1,20})?|\.[0-9]{1,20}))?$/;

/** A palette as text in URLs: its colors, separated by commas, such as `1db954:0.82,191414:0.18`. */
export function formatPalette(palette: readonly DominantColor[]): string {
  return palette.map(({ hex, share }) => `${hex.slice(1)}:${share}`).join();
}

import type { Color } from "./color.js";
import { formatHex, formatHex8, parse } from "./culori.js";

/** Parses a CSS color; undefined for any other text. Culori itself throws on some texts, such as `/0`. */
export function parseColor(text: string): Color | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** A CSS color as `#rrggbb`, or as `#rrggbbaa` if it is translucent. Undefined for any other text. */
export function toHexColor(text: string): string | undefined {
  const color = parseColor(text);
  if (color === undefined) return undefined;
  return (color.alpha ?? 1) < 1 ? formatHex8(color) : formatHex(color);
}

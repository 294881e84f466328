import type { Color, Oklab } from "./color.js";
import type { ColorLabel } from "./color-labels.js";
import { toOklab } from "./culori.js";

const DEGREES = 180 / Math.PI;

/** The label of a color. `docs/analysis.md` sums up the rule, and says how it was evaluated. */
export function nearestLabel(color: Color | string): ColorLabel {
  return nearestLabelTo(toOklab(color) as Oklab);
}

/** Like `nearestLabel`, for a color in OKLab. Cost: a square root and an arc tangent. */
export function nearestLabelTo({ l, a, b }: Oklab): ColorLabel {
  const chroma = Math.sqrt(a * a + b * b);
  const hue = (Math.atan2(b, a) * DEGREES + 360) % 360;
  return neutral(l, chroma, hue) ?? chromatic(l, chroma, hue);
}

/** Whether `text` is a color of the form `#rrggbb`. */
export function isHexColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** Colors with too little chroma to be named after their hue. */
function neutral(l: number, chroma: number, hue: number): ColorLabel | undefined {
  if (l < 0.2 && chroma < 0.075) return "black";
  if (l < 0.3 && chroma < 0.035) return "black";
  if (l >= 0.94 && chroma < 0.03) return "white";
  // Cream and ivory count as white, ice blue and mint don't.
  if (l >= 0.93 && chroma < 0.045 && hue >= 50 && hue < 115) return "white";
  return chroma < (l < 0.45 ? 0.04 : 0.045) ? "gray" : undefined;
}

/** The hue circle, starting with red at 14 degrees. */
function chromatic(l: number, chroma: number, hue: number): ColorLabel {
  if (hue < 14 || hue >= 340) return pinkish(l, chroma, hue);
  if (hue < 33) return reddish(l, chroma);
  if (hue < (l >= 0.8 ? 117 : l >= 0.55 ? 112 : 107)) return yellowish(l, chroma, hue);
  if (hue < 168) return "green";
  // Nobody calls ice blue teal.
  if (hue < (l >= 0.9 && chroma < 0.1 ? 187 : 217)) return "teal";
  if (hue < (l >= 0.65 ? 279 : 283)) return "blue";
  return hue >= (l >= 0.68 ? 325 : 332) && l >= 0.55 ? "pink" : "purple";
}

/** Dark pinks are plum, burgundy or brown. */
function pinkish(l: number, chroma: number, hue: number): ColorLabel {
  if (l >= 0.5) return "pink";
  if (hue >= 340 || hue < 4) return "purple";
  return chroma < 0.09 ? "brown" : "red";
}

/** Light reds are pink, dull ones brown. */
function reddish(l: number, chroma: number): ColorLabel {
  if (l >= (chroma < 0.11 ? 0.62 : 0.7)) return "pink";
  return chroma < 0.11 ? "brown" : "red";
}

/** Brown is dark or dull orange. */
function yellowish(l: number, chroma: number, hue: number): ColorLabel {
  const dull = l < 0.65 ? 0.133 : l < 0.84 ? 0.1 : 0;
  if (l < 0.56 || chroma < dull) return hue < 37 && chroma >= 0.135 ? "red" : "brown";
  return hue < 76 ? "orange" : "yellow";
}

import { createRequire } from "node:module";
import type { Color, Oklab } from "culori";

// As CommonJS it is one file, as ES modules 152: reading those took a server a sixth of its start.
const { converter, parseHex } = createRequire(import.meta.url)("culori") as typeof import("culori");

/** The colour labels, in the order in which they are documented. */
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

// Several anchors a label, because what people call green or blue is no ball in any colour space.
const ANCHORS: Readonly<Record<ColorLabel, readonly string[]>> = {
  black: ["#000000", "#141414", "#1f1f1f", "#16181d", "#0d1117"],
  white: ["#ffffff", "#f7f7f7", "#f2f4f8"],
  gray: [
    "#808080",
    "#2e2e2e",
    "#383838",
    "#4d4d4d",
    "#666666",
    "#9e9e9e",
    "#bdbdbd",
    "#d9d9d9",
    "#708090",
    "#5f6b7a",
    "#3a3f47",
  ],
  red: ["#ff0000", "#e53935", "#d32f2f", "#c00000", "#990000", "#ff4d4d", "#e50914", "#dc143c", "#7a0c14"],
  orange: ["#ff8c00", "#ff6600", "#ffa500", "#f4511e", "#fb8c00", "#ff7043", "#e65100", "#ffb366"],
  yellow: ["#ffff00", "#ffd700", "#ffc107", "#ffeb3b", "#f5d76e", "#fff176", "#d4b106"],
  green: ["#008000", "#00ff00", "#4caf50", "#8bc34a", "#006400", "#9acd32", "#1db954", "#34a853", "#90ee90", "#00c853"],
  teal: ["#008080", "#20b2aa", "#00ced1", "#00ffff", "#40e0d0", "#009688", "#26c6da", "#004d4d", "#80e5dd"],
  blue: ["#0000ff", "#1e90ff", "#1877f2", "#00aaff", "#000080", "#4169e1", "#87ceeb", "#4285f4", "#0d47a1", "#1b2a5c"],
  purple: ["#800080", "#8a2be2", "#6a0dad", "#9370db", "#4b0082", "#7c4dff", "#b388ff", "#5c2d91", "#a259ff"],
  pink: ["#ff69b4", "#ff1493", "#ffc0cb", "#e91e63", "#ff00ff", "#f06292", "#d81b87", "#ea4c89", "#f8bbd0"],
  brown: ["#8b4513", "#a0522d", "#5d4037", "#6f4e37", "#795548", "#b8860b", "#3e2723", "#c19a6b"],
};

const toOklab = converter("oklab");
const POINTS = COLOR_LABELS.flatMap((label) => ANCHORS[label].map((hex) => ({ label, ...(toOklab(hex) as Oklab) })));

/** The label of the anchor that is nearest to a colour in OKLab. */
export function nearestLabel(color: Color | string): ColorLabel {
  return nearestLabelTo(toOklab(color) as Oklab);
}

/** The same for a colour that is in OKLab already. */
export function nearestLabelTo({ l, a, b }: Oklab): ColorLabel {
  let nearest: ColorLabel = COLOR_LABELS[0];
  let least = Number.POSITIVE_INFINITY;
  for (const point of POINTS) {
    const distance = (point.l - l) ** 2 + (point.a - a) ** 2 + (point.b - b) ** 2;
    if (distance < least) [nearest, least] = [point.label, distance];
  }
  return nearest;
}

/** How far a colour is from the nearest anchor of a label, in OKLab. */
export function labelDistance(label: ColorLabel, { l, a, b }: Oklab): number {
  const anchors = POINTS.filter((point) => point.label === label);
  return Math.min(...anchors.map((point) => Math.hypot(point.l - l, point.a - a, point.b - b)));
}

/** Whether `text` is a colour of the form `#rrggbb`. */
export function isHexColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text) && parseHex(text) !== undefined;
}

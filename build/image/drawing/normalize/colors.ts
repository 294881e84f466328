import type { XmlElement } from "@rgrove/parse-xml";
import type { Color } from "#src/color/color.js";
import { formatHex, mixColors } from "#src/color/culori.js";
import { parseColor } from "#src/color/parse-color.js";
import { visit } from "../references.js";

/** Attributes that are a color, or a paint: a color, a reference with an optional color, or `none`. */
export const PAINTS: readonly string[] = ["fill", "stroke", "color", "stop-color", "flood-color", "lighting-color"];

const KEYWORD = /^(?:none|inherit|transparent|context-fill|context-stroke)$/i;
/** Colors that every renderer reads: `#rgb`, `#rrggbb`, names, and whole numbers with commas. */
const PLAIN =
  /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|(?!rebeccapurple)[a-z]+|rgb\(\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\)|hsl\(\s*\d+\s*,\s*\d+%\s*,\s*\d+%\s*\))$/i;
const TRANSLUCENT = /^rgba\(\s*\d+\s*,\s*\d+\s*,\s*\d+\s*,\s*\d*\.?\d+\s*\)$/i;
const REFERENCE = /^url\(\s*(["']?)\s*#((?:\\.|[^\s"'()<>])+)\s*\1\s*\)\s*(.*)$/is;
const PART = String.raw`\s*([^,()\s]+(?:\([^()]*\))?)\s*(?:([\d.]+)%)?\s*`;
const MIXTURE = new RegExp(String.raw`^color-mix\(\s*in\s+([\w-]+)\s*,${PART},${PART}\)$`, "i");
/** Culori's names of CSS color spaces. */
const SPACES: Readonly<Record<string, string>> = {
  srgb: "rgb",
  "srgb-linear": "lrgb",
  ...{ oklab: "oklab", oklch: "oklch", lab: "lab", lch: "lch", hsl: "hsl", hwb: "hwb" },
};
const LIGHT = /^light-dark\(\s*((?:[^(),]|\([^()]*\))+),/i;

/**
 * Writes colors as `#rrggbb`, or as `rgba()` with commas if they are translucent, and references without quotes.
 *
 * @returns whether anything changed
 */
export function simplifyColors(root: XmlElement): boolean {
  let isChanged = false;
  visit(root, ({ attributes }) => {
    for (const name of PAINTS) {
      const written = attributes[name];
      if (written === undefined) continue;
      const simple = simplifyPaint(written);
      if (simple === undefined || simple === written) continue;
      attributes[name] = simple;
      isChanged = true;
    }
  });
  return isChanged;
}

/**
 * A paint in a form that every renderer reads; colors outside of sRGB are clipped to it, as in browsers. Undefined if it
 * is no paint.
 */
export function simplifyPaint(written: string): string | undefined {
  const text = written.trim();
  if (/^currentcolor$/i.test(text)) return text === "currentColor" ? written : "currentColor";
  if (KEYWORD.test(text)) return written;
  const [, , id, other = ""] = REFERENCE.exec(text) ?? [];
  if (id !== undefined) return simplifyReference(id, other.trim());
  const [, light] = LIGHT.exec(text) ?? [];
  if (light !== undefined) return simplifyPaint(light);
  const color = parseMixture(text) ?? parseColor(text);
  if (color === undefined) return undefined;
  if (PLAIN.test(text) || TRANSLUCENT.test(text)) return written;
  const hex = formatHex(color);
  const alpha = Math.min(1, Math.max(0, color.alpha ?? 1));
  if (alpha === 1) return hex;
  const levels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgba(${levels.join()},${Math.round(alpha * 1000) / 1000})`;
}

function simplifyReference(id: string, other: string): string {
  const plain = `url(#${id.replaceAll(/\\(.)/gs, "$1")})`;
  const instead = other === "" ? undefined : simplifyPaint(other);
  return instead === undefined ? plain : `${plain} ${instead}`;
}

/** `color-mix()` of two colors in one of the usual spaces. */
function parseMixture(text: string): Color | undefined {
  const [, space, one, oneShare, other, otherShare] = MIXTURE.exec(text) ?? [];
  const mode = SPACES[space?.toLowerCase() ?? ""];
  const [first, second] = [one, other].map((color) => color && parseColor(color));
  if (mode === undefined || !first || !second) return undefined;
  const share = oneShare ?? (otherShare === undefined ? 50 : 100 - Number(otherShare));
  return mixColors(first, second, 1 - Number(share) / 100, mode);
}

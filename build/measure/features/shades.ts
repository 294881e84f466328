import type { Oklab } from "culori";
import type { Tone } from "./tone-map.js";

/** How far apart, in degrees, the hues of one body in light and shade may be. */
const SAME_HUE = 22;
/** How much lighter one shade is than the other, in OKLab. */
const MIN_STEP = 0.04;
const MAX_STEP = 0.35;
/** Colours below this chroma have no hue to compare; those above have one. */
const GRAY = 0.03;
const COLORED = 0.05;
/** A lighter gray than this is a white, which is nobody's light side. */
const MAX_GRAY = 0.9;
/** The smaller of two shades is at least this part of the larger. */
const MIN_RATIO = 0.05;

/**
 * The part of a sign's area in tones of which another one of the picture is the lighter or darker shade. From 0 to 1.
 *
 * @param signs the tones of the sign
 * @param tones those and the ground's
 */
export function shadedShare(signs: readonly Tone[], tones: readonly Tone[]): number {
  const areaOf = (some: readonly Tone[]): number => some.reduce((sum, { share }) => sum + share, 0);
  return areaOf(signs.filter((one) => tones.some((other) => areShades(one, other)))) / areaOf(signs);
}

function areShades(one: Tone, other: Tone): boolean {
  const step = Math.abs(one.color.l - other.color.l);
  if (step < MIN_STEP || step > MAX_STEP) return false;
  if (Math.min(one.share, other.share) < MIN_RATIO * Math.max(one.share, other.share)) return false;
  const [chroma, otherChroma] = [chromaOf(one.color), chromaOf(other.color)];
  if (chroma < GRAY && otherChroma < GRAY) return Math.max(one.color.l, other.color.l) < MAX_GRAY;
  return chroma > COLORED && otherChroma > COLORED && hueGap(one.color, other.color) <= SAME_HUE;
}

function chromaOf({ a, b }: Oklab): number {
  return Math.sqrt(a * a + b * b);
}

/** In degrees, 0 to 180. */
function hueGap(one: Oklab, other: Oklab): number {
  const gap = (Math.abs(Math.atan2(one.b, one.a) - Math.atan2(other.b, other.a)) * 180) / Math.PI;
  return Math.min(gap, 360 - gap);
}

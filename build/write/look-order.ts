import { hammingDistance } from "#src/catalog/similar/hash-distance.js";
import { lookDistance } from "#src/catalog/similar/shape-distance.js";
import { decodeMean, NO_MEAN } from "#src/format/palette-table.js";
import { SHAPE_BYTES } from "#src/shape/shape-text.js";

/** Sectors of the color wheel, which are more than people tell apart. */
const HUES = 24;
/** Chroma in OKLab below which a mean color is a gray. */
const GRAY = 0.03;
/** Icons of about one color that are ordered among each other. */
const WINDOW = 32;
/** Steps of lightness. */
const STEPS = 1000;
/** The place, and the distance, of an icon without a palette. */
const LAST = 1_000_000;
/** Words of a shape descriptor. */
const WORDS = SHAPE_BYTES / 4;

/**
 * All icons in an order in which icons that look similar are near each other: by mean color, grays from light to dark,
 * then around the color wheel; among icons of about one color, each is followed by the one that looks most like it.
 * Icons without a palette come last.
 *
 * @param means the mean color of each ordinal, as in the palette table; none: no icon has a palette
 * @param shapes the descriptor of each ordinal, zeros if it has none; none: no icon has one
 * @returns ordinals; none without palettes
 * Cost: sorts the icons and compares each with at most 31 others. Memory: 8 bytes per icon.
 */
export function orderByLook(means: Int32Array, shapes: Uint8Array): Uint32Array {
  const keys = means.map(placeOfColor);
  const ordinals = Uint32Array.from(means, (_, ordinal) => ordinal);
  ordinals.sort((a, b) => keys[a]! - keys[b]! || a - b);
  if (shapes.length === 0) return ordinals;
  const words = new Int32Array(shapes.buffer, shapes.byteOffset, shapes.length / 4);
  for (let start = 0; start < ordinals.length; start += WINDOW)
    chain(ordinals, Math.max(1, start), Math.min(start + WINDOW, ordinals.length), (a, b) =>
      lookDistance(bitsBetween(words, a, b), colorsBetween(means[a]!, means[b]!)),
    );
  return ordinals;
}

/** The place of a mean color in a line of all colors: rows of one hue each, every other one read backwards. */
function placeOfColor(mean: number): number {
  if (mean === NO_MEAN) return LAST;
  const { l, a, b } = decodeMean(mean);
  const step = Math.round(l * STEPS);
  if (Math.hypot(a, b) < GRAY) return STEPS - step;
  const turn = (Math.atan2(b, a) / (2 * Math.PI) + 1) % 1;
  const row = 1 + Math.floor(turn * HUES);
  return row * 2 * STEPS + (row % 2 === 1 ? step : STEPS - step);
}

function colorsBetween(a: number, b: number): number {
  if (a === NO_MEAN || b === NO_MEAN) return a === b ? 0 : LAST;
  const [one, other] = [decodeMean(a), decodeMean(b)];
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b);
}

function bitsBetween(words: Int32Array, a: number, b: number): number {
  let bits = 0;
  for (let at = 0; at < WORDS; at += 2) {
    const [one, other] = [a * WORDS + at, b * WORDS + at];
    bits += hammingDistance(words[one]!, words[one + 1]!, words[other]!, words[other + 1]!);
  }
  return bits;
}

/** Puts after each icon, from the one before `start`, the nearest of those that are left up to `end`. */
function chain(ordinals: Uint32Array, start: number, end: number, distance: (a: number, b: number) => number): void {
  for (let at = start; at < end - 1; at++) {
    let [nearest, least] = [at, Number.POSITIVE_INFINITY];
    for (let other = at; other < end; other++) {
      const far = distance(ordinals[at - 1]!, ordinals[other]!);
      if (far < least) [nearest, least] = [other, far];
    }
    [ordinals[at], ordinals[nearest]] = [ordinals[nearest]!, ordinals[at]!];
  }
}

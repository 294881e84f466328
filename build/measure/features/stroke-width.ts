import { innerDistance } from "./inner-distance.js";

const FIFTHS = 5;
/** Nine tenths of the middle line are no thicker than what is given. */
const QUANTILE = 0.9;

/**
 * How thick the strokes of a sign are, as part of the shorter side of the rectangle around it: the ninth decile of twice the
 * distance from the outside, over the pixels of the middle line. Undefined for an empty sign.
 *
 * Cost: three passes.
 *
 * @param mask 1 for each pixel of the sign, row by row
 */
export function strokeWidth(mask: Uint8Array, width: number): number | undefined {
  const distance = innerDistance(mask, width);
  const stride = width + 2;
  // How many pixels of the middle line, which lie as far from the outside as their four neighbours or farther, have each distance.
  const counts = new Uint32Array(FIFTHS * stride);
  let length = 0;
  for (let at = stride; at < distance.length - stride; at++) {
    const here = distance[at]!;
    if (here === 0 || here < distance[at - 1]! || here < distance[at + 1]!) continue;
    if (here < distance[at - stride]! || here < distance[at + stride]!) continue;
    counts[here]!++;
    length++;
  }
  if (length === 0) return undefined;
  let ninthDecile = 0;
  for (let before = counts[0]!; before <= Math.floor(QUANTILE * length); ) before += counts[++ninthDecile]!;
  return (2 * ninthDecile) / FIFTHS / shorterSide(mask, width);
}

/** Of the rectangle around a shape, in pixels. */
function shorterSide(mask: Uint8Array, width: number): number {
  const first = mask.indexOf(1);
  const last = mask.lastIndexOf(1);
  let left = width;
  let right = 0;
  for (let at = first; at <= last; at++) {
    if (mask[at] === 0) continue;
    left = Math.min(left, at % width);
    right = Math.max(right, at % width);
  }
  return Math.min(right - left, Math.floor(last / width) - Math.floor(first / width)) + 1;
}

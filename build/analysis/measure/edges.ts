import { type Pixels, pixelWords } from "#src/phash/pixels.js";
import { MIN_ALPHA } from "./colors.js";

/**
 * Minimum difference, over the three channels together, between two neighbors of a pixel for the pixel to be an edge.
 */
const MIN_CONTRAST = 40;
/** A pixel that differs by less from one of its neighbors is a plain one next to an edge. */
const MIN_DIFFERENCE = 10;

/** Minimum step, in levels over the three channels together, that counts as an edge. */
const MIN_STEP = 60;
/** Every second pixel of every second row gives the same result in a quarter of the time. */
const STRIDE = 2;

/** Distances in pixels at which colors are compared, for steep blends and for slow ones. */
const NEAR = 4;
const FAR = 12;
/** Smaller differences, over the three channels together, are decoder inaccuracies: one or two levels per channel. */
const MIN_RISE = 7;
/** Larger differences are an edge, however soft. */
const MAX_RISE = 120;
/** Each half of an even slope rises by a half; a half that rises by more than this share is a step. */
const MOST_OF_RISE = 0.75;

/**
 * Clears the anti-aliased edges of an image: pixels whose every channel lies between those of their two neighbors, left
 * and right or above and below, if these differ clearly. Such pixels have colors that nobody painted, such as pink
 * between red and white. A line of one pixel stays, since both of its neighbors differ in the same direction. If
 * nothing visible would remain, the original image is returned.
 *
 * Cost: one pass, with four neighbors for each pixel that differs from one of them.
 */
export function withoutEdges({ width, height, data }: Pixels): Pixels {
  // Not data.slice(): sharp returns Buffers, whose slices share memory.
  const kept = new Uint8Array(data);
  const words = pixelWords(data);
  const keptWords = pixelWords(kept);
  let left = false;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const word = words[at];
      const across = x > 0 && x < width - 1 && (words[at - 1] !== word || words[at + 1] !== word);
      const down = y > 0 && y < height - 1 && (words[at - width] !== word || words[at + width] !== word);
      if ((across && isBetween(data, at, 1)) || (down && isBetween(data, at, width))) keptWords[at] = 0;
      else left ||= data[at * 4 + 3]! >= MIN_ALPHA;
    }
  }
  return left ? { width, height, data: kept } : { width, height, data };
}

function isBetween(data: Pixels["data"], at: number, step: number): boolean {
  const before = at - step;
  const after = at + step;
  if (data[before * 4 + 3]! < MIN_ALPHA || data[after * 4 + 3]! < MIN_ALPHA) return false;
  const contrast = channelDistance(data, before, after);
  if (contrast < MIN_CONTRAST) return false;
  const [toBefore, toAfter] = [channelDistance(data, at, before), channelDistance(data, at, after)];
  // The differences to both add up to the contrast only if every channel lies between.
  return toBefore + toAfter === contrast && Math.min(toBefore, toAfter) >= MIN_DIFFERENCE;
}

/**
 * The share of the opaque area that is a hard edge, where a pixel differs clearly from its right or lower neighbor.
 * From 0 to 1.
 */
export function edgeShare({ width, height, data }: Pixels): number {
  const words = pixelWords(data);
  let opaque = 0;
  let edges = 0;
  const steps = (at: number, next: number): boolean =>
    words[next] !== words[at] && data[next * 4 + 3]! >= OPAQUE && channelDistance(data, at, next) >= MIN_STEP;
  for (let y = 0; y < height; y += STRIDE) {
    for (let x = 0; x < width; x += STRIDE) {
      const at = y * width + x;
      if (data[at * 4 + 3]! < OPAQUE) continue;
      opaque++;
      if ((x + 1 < width && steps(at, at + 1)) || (y + 1 < height && steps(at, at + width))) edges++;
    }
  }
  return opaque === 0 ? 0 : edges / opaque;
}

/**
 * The share of the opaque area where colors blend: over 4 or 12 pixels to the right or down, the color changes by 7 to
 * 120 levels, about evenly in both halves. From 0 to 1.
 */
export function slopeShare({ width, height, data }: Pixels): number {
  const words = pixelWords(data);
  let opaque = 0;
  let sloping = 0;
  const rises = (at: number, reach: number, step: number): boolean => {
    const end = at + reach * step;
    if (words[end] === words[at] || data[end * 4 + 3]! < OPAQUE) return false;
    const rise = channelDistance(data, at, end);
    if (rise < MIN_RISE || rise > MAX_RISE) return false;
    const middle = at + (reach / 2) * step;
    const first = channelDistance(data, at, middle);
    const second = channelDistance(data, middle, end);
    return Math.max(first, second) <= rise * MOST_OF_RISE + 1;
  };
  for (let y = 0; y < height; y += STRIDE) {
    for (let x = 0; x < width; x += STRIDE) {
      const at = y * width + x;
      if (data[at * 4 + 3]! < OPAQUE) continue;
      opaque++;
      if (
        (x + NEAR < width && rises(at, NEAR, 1)) ||
        (y + NEAR < height && rises(at, NEAR, width)) ||
        (x + FAR < width && rises(at, FAR, 1)) ||
        (y + FAR < height && rises(at, FAR, width))
      )
        sloping++;
    }
  }
  return opaque === 0 ? 0 : sloping / opaque;
}

/** Difference of two pixels in levels, over red, green and blue together: 0 to 765. */
function channelDistance(data: Pixels["data"], one: number, other: number): number {
  return (
    Math.abs(data[one * 4]! - data[other * 4]!) +
    Math.abs(data[one * 4 + 1]! - data[other * 4 + 1]!) +
    Math.abs(data[one * 4 + 2]! - data[other * 4 + 2]!)
  );
}

/** Minimum alpha that counts as opaque; decoders and blends are off by a level or two. */
const OPAQUE = 250;

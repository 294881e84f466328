import { type Pixels, pixelWords } from "#src/phash/pixels.js";
import { MIN_ALPHA } from "./colors.js";

/** How far apart, over the three channels together, two neighbors of a pixel are for it to be an edge between them. */
const MIN_CONTRAST = 40;
/** A pixel that differs by less from one of its neighbors is a plain one beside an edge. */
const MIN_DIFFERENCE = 10;

/** Levels, over the three channels together, from which a step is an edge. */
const MIN_STEP = 60;
/** Every second pixel of every second row gives the same result in a quarter of the time. */
const STRIDE = 2;

/** How many pixels on a color is compared, for steep blends and for slow ones. */
const NEAR = 4;
const FAR = 12;
/** Fewer levels, over the three channels together, are what decoders are off: one or two a channel. */
const MIN_RISE = 7;
/** More levels are an edge, however soft. */
const MAX_RISE = 120;
/** Of an even slope each half rises by a half; more than this part in one half is a step. */
const MOST_OF_RISE = 0.75;

/**
 * An image whose anti-aliased edges are clear: pixels that lie between their two neighbors, left and right or above and
 * below, in every channel, where these differ plainly. They have colors that nobody painted: pink between red and white. A
 * line of one pixel stays, since both its neighbors are on the same side of it. Where nothing visible would be left, the
 * image itself.
 *
 * Cost: one pass, four neighbors a pixel that differs from one of them.
 */
export function withoutEdges({ width, height, data }: Pixels): Pixels {
  // Not data.slice(): sharp gives Buffers, whose slices are the same memory.
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
  // The ways to both add up to the way between them only where each channel lies between.
  return toBefore + toAfter === contrast && Math.min(toBefore, toAfter) >= MIN_DIFFERENCE;
}

/** The part of the opaque area that is a hard edge: that differs plainly from what is right of it or below. From 0 to 1. */
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
 * The part of the opaque area on which colors blend: whose color, over 4 or 12 pixels to the right or down, changes by 7 to
 * 120 levels and about as much in the first half as in the second. From 0 to 1.
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

/** How many levels two pixels differ by, over red, green and blue together: 0 to 765. */
function channelDistance(data: Pixels["data"], one: number, other: number): number {
  return (
    Math.abs(data[one * 4]! - data[other * 4]!) +
    Math.abs(data[one * 4 + 1]! - data[other * 4 + 1]!) +
    Math.abs(data[one * 4 + 2]! - data[other * 4 + 2]!)
  );
}

/** The least alpha of what counts as opaque; decoders and blends are off by a level or two. */
const OPAQUE = 250;

import { type Pixels, pixelWords } from "#src/phash/pixels.js";
import { channelDistance } from "./channel-distance.js";
import { OPAQUE } from "./opaque.js";

/** How many pixels on a colour is compared, for steep blends and for slow ones. */
const NEAR = 4;
const FAR = 12;
/** Every second pixel of every second row tells the same as all, in a quarter of the time. */
const STRIDE = 2;
/** Fewer levels, over the three channels together, are what decoders are off: one or two a channel. */
const MIN_RISE = 7;
/** More levels are an edge, however soft. */
const MAX_RISE = 120;
/** Of an even slope each half rises by a half; more than this part in one half is a step. */
const MOST_OF_RISE = 0.75;

/**
 * The part of the opaque area on which colours blend: whose colour, over 4 or 12 pixels to the right or down, changes by 7 to
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

import { type Pixels, pixelWords } from "#src/phash/pixels.js";
import { channelDistance } from "./channel-distance.js";
import { OPAQUE } from "./opaque.js";

/** Levels, over the three channels together, from which a step is an edge. */
const MIN_STEP = 60;
/** Every second pixel of every second row tells the same as all, in a quarter of the time. */
const STRIDE = 2;

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

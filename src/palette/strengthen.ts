import type { RunPixels } from "../phash/pixels.js";
import { MIN_ALPHA } from "./colors.js";

/** Nobody sees a pixel with less alpha. */
export const LEAST_SEEN = 16;
const OPAQUE = 255;

/**
 * An image in which something counts as visible, if anything can be seen in it: if no pixel has half of full opacity,
 * opacity is scaled so that the most opaque pixel is opaque. So an image of opacity 0.45 is measured like the same image
 * without it. All other images are returned as they are. Cost: a step for each run; for faint images, also for each
 * pixel.
 */
export function strengthen(image: RunPixels): RunPixels {
  const most = mostAlpha(image);
  if (most >= MIN_ALPHA || most < LEAST_SEEN) return image;
  const data = Uint8Array.from(image.data);
  for (let at = 3; at < data.length; at += 4) data[at] = Math.round((data[at]! * OPAQUE) / most);
  return { ...image, data };
}

/** The alpha of the most opaque pixel, 0 to 255. Cost: a step for each run. */
export function mostAlpha({ data, runs: { starts } }: RunPixels): number {
  let most = 0;
  for (const start of starts) most = Math.max(most, data[start * 4 + 3]!);
  return most;
}

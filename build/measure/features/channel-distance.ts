import type { Pixels } from "#src/phash/pixels.js";

/** How many levels two pixels differ by, over red, green and blue together: 0 to 765. */
export function channelDistance(data: Pixels["data"], one: number, other: number): number {
  return (
    Math.abs(data[one * 4]! - data[other * 4]!) +
    Math.abs(data[one * 4 + 1]! - data[other * 4 + 1]!) +
    Math.abs(data[one * 4 + 2]! - data[other * 4 + 2]!)
  );
}

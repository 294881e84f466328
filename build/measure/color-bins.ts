import { converter, type Oklab, type Rgb } from "culori";
import type { ColorCounts } from "./color-counts.js";

/** Pixels more transparent than this belong to what lies behind the icon. */
export const MIN_ALPHA = 128;

const toOklab = converter("oklab");

/** Colours of one of 32 levels each of red, green and blue. */
export interface ColorBin {
  /** The levels, five bits each, as `binKey` gives them. */
  readonly key: number;
  /** The mean of the colours. */
  readonly rgb: Rgb;
  readonly color: Oklab;
  /** How many pixels they cover, in 255ths: a pixel counts for its alpha. */
  readonly count: number;
}

/** The bin of a colour, its channels from 0 to 255. */
export function binKey(red: number, green: number, blue: number): number {
  return ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
}

/** The visible colours of a picture in bins, by key. Cost: a conversion to OKLab for each bin. */
export function binColors({ size, colors, counts }: ColorCounts): ColorBin[] {
  const sums = new Map<number, [count: number, red: number, green: number, blue: number]>();
  for (let at = 0; at < size; at++) {
    const alpha = colors[at * 4 + 3] as number;
    if (alpha < MIN_ALPHA) continue;
    const red = colors[at * 4] as number;
    const green = colors[at * 4 + 1] as number;
    const blue = colors[at * 4 + 2] as number;
    const count = (counts[at] as number) * alpha;
    const key = binKey(red, green, blue);
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, [count, red * count, green * count, blue * count]);
    else {
      sum[0] += count;
      sum[1] += red * count;
      sum[2] += green * count;
      sum[3] += blue * count;
    }
  }
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([key, [count, red, green, blue]]) => {
      const rgb = { mode: "rgb" as const, r: red / count / 255, g: green / count / 255, b: blue / count / 255 };
      return { key, rgb, color: toOklab(rgb), count };
    });
}

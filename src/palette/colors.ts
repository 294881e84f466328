import type { Oklab, Rgb } from "../color/color.js";
import { pixelWords, type RunPixels } from "../phash/pixels.js";

/** The distinct colors of an image with their pixel counts, in order of first appearance. */
export interface ColorCounts {
  /** Number of distinct colors. */
  readonly size: number;
  /** Red, green, blue and alpha of each. */
  readonly colors: Uint8Array;
  readonly counts: Uint32Array;
}

/** Initial capacity in colors, a power of two. Most icons have some hundred. */
const USUAL_COLORS = 512;

/**
 * Counts equal pixels once for all color measurements: an icon of 16,000 pixels has some hundred colors. Open
 * addressing, linear probing, at most half full. Cost: a lookup for each run.
 */
export function countColors({ data, runs: { starts } }: RunPixels): ColorCounts {
  const words = pixelWords(data);
  let distinct = new Int32Array(USUAL_COLORS);
  let counts = new Uint32Array(USUAL_COLORS);
  let table = tableOf(distinct, 0);
  let size = 0;
  for (let run = 0; run < starts.length; run++) {
    const at = starts[run]!;
    const end = run + 1 < starts.length ? starts[run + 1]! : words.length;
    const word = words[at]!;
    let slot = slotOf(word, table, distinct);
    if (table[slot] === 0) {
      if (size === distinct.length) {
        distinct = doubled(distinct, new Int32Array(2 * size));
        counts = doubled(counts, new Uint32Array(2 * size));
        table = tableOf(distinct, size);
        slot = slotOf(word, table, distinct);
      }
      distinct[size] = word;
      table[slot] = ++size;
    }
    counts[(table[slot] as number) - 1]! += end - at;
  }
  return { size, colors: new Uint8Array(distinct.buffer, 0, size * 4), counts: counts.subarray(0, size) };
}

/**
 * A hash table of the first `size` colors, at most half full. Entries are the index of a color plus one; zero means
 * free.
 */
function tableOf(distinct: Int32Array, size: number): Uint32Array {
  const table = new Uint32Array(2 * distinct.length);
  for (let color = 0; color < size; color++) table[slotOf(distinct[color] as number, table, distinct)] = color + 1;
  return table;
}

/** The entry of a color, or the free entry for it. */
function slotOf(word: number, table: Uint32Array, distinct: Int32Array): number {
  const mask = table.length - 1;
  let slot = Math.imul(word, 0x9e3779b1) >>> Math.clz32(mask);
  while (table[slot] !== 0 && distinct[(table[slot] as number) - 1] !== word) slot = (slot + 1) & mask;
  return slot;
}

function doubled<Numbers extends Int32Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}

/** Pixels with a lower alpha count as background. */
export const MIN_ALPHA = 128;

/** Colors in the same of 32 levels each of red, green and blue. */
export interface ColorBin {
  /** The levels, five bits each; see `binKey`. */
  readonly key: number;
  /** Mean of the colors. */
  readonly rgb: Rgb;
  readonly color: Oklab;
  /** Number of covered pixels in 255ths, since pixels count by their alpha. */
  readonly count: number;
}

/** The bin of a color with channels from 0 to 255. */
export function binKey(red: number, green: number, blue: number): number {
  return ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
}

/** Functions of Culori, which builds and browsers load in different ways. */
export interface ColorConversions {
  toOklab(color: Rgb): Oklab;
  /** `#rrggbb`, lower case. */
  formatHex(color: Rgb): string;
}

/** The visible colors of an image in bins, by key. Cost: a conversion to OKLab for each bin. */
export function binColors(
  { size, colors, counts }: ColorCounts,
  { toOklab }: Pick<ColorConversions, "toOklab">,
): ColorBin[] {
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

/** Perceived difference of two colors: 0.02 is just noticeable, black and white are 1 apart. */
export function oklabDistance(a: Oklab, b: Oklab): number {
  // Several times as fast as Math.hypot, which guards against an overflow that colors can't cause.
  return Math.sqrt((a.l - b.l) ** 2 + (a.a - b.a) ** 2 + (a.b - b.b) ** 2);
}

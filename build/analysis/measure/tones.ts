import type { Oklab } from "#src/color/color.js";
import { binKey, type ColorBin, MIN_ALPHA, oklabDistance } from "#src/palette/colors.js";
import type { PixelRuns, RunPixels } from "#src/phash/pixels.js";
import { joinRuns } from "./join-runs.js";

/** Colors closer than this in OKLab belong to the same tone. */
const SAME_TONE = 0.05;
const MAX_TONES = 32;
const BINS = 2 ** 15;
const MAX_LOOP = 16;
/**
 * The entry of each bin while an image is mapped, else zeros. Reused, since allocating it makes garbage collections
 * more frequent.
 */
const toneOfBin = new Uint8Array(BINS);

/** Minimum area of a region in pixels; smaller ones are not noticeable. */
const MIN_AREA = 16;

/** Maximum difference between the hues of a lighter and a darker shade, in degrees. */
const SAME_HUE = 22;
/** Range of the difference in lightness between two shades, in OKLab. */
const MIN_STEP = 0.04;
const MAX_STEP = 0.35;
/** Colors below the first chroma are gray, without a hue to compare; those above the second have a hue. */
const GRAY = 0.03;
const COLORED = 0.05;
/** Lighter grays are white and don't count as a lighter shade. */
const MAX_GRAY = 0.9;
/** Minimum ratio of the areas of the smaller and the larger shade. */
const MIN_RATIO = 0.05;

/** A color of an image that represents all similar ones. */
export interface Tone {
  readonly color: Oklab;
  /** Fraction of the visible area, 0 to 1. */
  readonly share: number;
}

/** The tone of each pixel of an image. */
export interface ToneMap {
  readonly width: number;
  readonly height: number;
  /** Tones by descending area, without those merged into a larger one. */
  readonly tones: readonly Tone[];
  /** For each pixel, the index of its tone plus one; 0 if it is transparent. */
  readonly map: Uint8Array;
  /** Runs within which the tone does not change. */
  readonly runs: PixelRuns;
}

/**
 * Groups the colors of an image into tones: each bin, largest first, joins the nearest tone or starts a new one. Cost:
 * bins times tones, then one look-up per run.
 *
 * @param image without edges
 * @param bins of the same pixels
 */
export function mapTones({ width, height, data, runs }: RunPixels, bins: readonly ColorBin[]): ToneMap {
  const tones: { color: Oklab; count: number }[] = [];
  let total = 0;
  for (const { key, color, count } of [...bins].sort((a, b) => b.count - a.count || a.key - b.key)) {
    let nearest = -1;
    let least = SAME_TONE;
    for (const [at, tone] of tones.entries()) {
      const distance = oklabDistance(tone.color, color);
      if (distance < least || (nearest < 0 && tones.length === MAX_TONES)) [nearest, least] = [at, distance];
    }
    if (nearest < 0) nearest = tones.push({ color, count: 0 }) - 1;
    tones[nearest]!.count += count;
    toneOfBin[key] = nearest + 1;
    total += count;
  }
  const map = new Uint8Array(width * height);
  const { starts } = runs;
  for (let run = 0; run < starts.length; run++) {
    const start = starts[run]!;
    const at = start * 4;
    if (data[at + 3]! < MIN_ALPHA) continue;
    const tone = toneOfBin[binKey(data[at]!, data[at + 1]!, data[at + 2]!)]!;
    const end = run + 1 < starts.length ? starts[run + 1]! : map.length;
    // Most runs are shorter than a call takes.
    if (end - start > MAX_LOOP) map.fill(tone, start, end);
    else for (let pixel = start; pixel < end; pixel++) map[pixel] = tone;
  }
  for (const { key } of bins) toneOfBin[key] = 0;
  return { width, height, tones: tones.map(({ color, count }) => ({ color, share: count / total })), map, runs };
}

/** Number of connected regions of a single tone that are large enough to be noticed. Cost: that of `joinRuns`. */
export function countRegions({ width, map, runs }: ToneMap): number {
  const { starts } = runs;
  const tones = new Uint8Array(starts.length);
  for (let run = 0; run < tones.length; run++) tones[run] = map[starts[run]!]!;
  const roots = joinRuns(width, runs, tones);
  const areas = new Int32Array(starts.length);
  for (let run = 0; run < areas.length; run++) {
    areas[roots[run]!]! += (run + 1 < starts.length ? starts[run + 1]! : map.length) - starts[run]!;
  }
  let regions = 0;
  for (let run = 0; run < areas.length; run++) if (areas[run]! >= MIN_AREA && tones[run] !== 0) regions++;
  return regions;
}

/**
 * The share of a foreground's area whose tones are a lighter or darker shade of another tone of the image. From 0 to 1.
 *
 * @param foregroundTones the tones of the foreground
 * @param tones those and the background's
 */
export function shadedShare(foregroundTones: readonly Tone[], tones: readonly Tone[]): number {
  const areaOf = (some: readonly Tone[]): number => some.reduce((sum, { share }) => sum + share, 0);
  return (
    areaOf(foregroundTones.filter((one) => tones.some((other) => areShades(one, other)))) / areaOf(foregroundTones)
  );
}

function areShades(one: Tone, other: Tone): boolean {
  const step = Math.abs(one.color.l - other.color.l);
  if (step < MIN_STEP || step > MAX_STEP) return false;
  if (Math.min(one.share, other.share) < MIN_RATIO * Math.max(one.share, other.share)) return false;
  const [chroma, otherChroma] = [chromaOf(one.color), chromaOf(other.color)];
  if (chroma < GRAY && otherChroma < GRAY) return Math.max(one.color.l, other.color.l) < MAX_GRAY;
  return chroma > COLORED && otherChroma > COLORED && hueGap(one.color, other.color) <= SAME_HUE;
}

function chromaOf({ a, b }: Oklab): number {
  return Math.sqrt(a * a + b * b);
}

/** Difference between two hues in degrees, 0 to 180. */
function hueGap(one: Oklab, other: Oklab): number {
  const gap = (Math.abs(Math.atan2(one.b, one.a) - Math.atan2(other.b, other.a)) * 180) / Math.PI;
  return Math.min(gap, 360 - gap);
}

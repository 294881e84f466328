import type { Oklab } from "culori";
import { type Pixels, pixelWords } from "#src/phash/pixels.js";
import { binKey, type ColorBin, MIN_ALPHA, oklabDistance } from "./colors.js";

/** Colors closer than this in OKLab belong to the same tone. */
const SAME_TONE = 0.05;
const MAX_TONES = 32;
const BINS = 2 ** 15;

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
}

/**
 * Groups the colors of an image into tones: each bin, largest first, joins the nearest tone or starts a new one. Cost:
 * bins times tones, then one look-up per pixel.
 *
 * @param pixels without edges
 * @param bins of the same pixels
 */
export function mapTones({ width, height, data }: Pixels, bins: readonly ColorBin[]): ToneMap {
  const tones: { color: Oklab; count: number }[] = [];
  const toneOfBin = new Uint8Array(BINS);
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
  const words = pixelWords(data);
  for (let at = 0; at < map.length; at++) {
    // Most pixels equal the previous one.
    if (at > 0 && words[at] === words[at - 1]) map[at] = map[at - 1]!;
    else if (data[at * 4 + 3]! >= MIN_ALPHA) {
      map[at] = toneOfBin[binKey(data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!)]!;
    }
  }
  return { width, height, tones: tones.map(({ color, count }) => ({ color, share: count / total })), map };
}

/**
 * Number of connected regions of a single tone that are large enough to be noticed. Cost: each pixel is visited once.
 */
export function countRegions({ width, height, map }: ToneMap): number {
  const seen = new Uint8Array(map.length);
  const open = new Int32Array(map.length);
  let regions = 0;
  let waiting = 0;
  let tone = 0;
  const visit = (at: number): void => {
    if (map[at] !== tone || seen[at] === 1) return;
    seen[at] = 1;
    open[waiting++] = at;
  };
  for (let start = 0; start < map.length; start++) {
    if (map[start] === 0 || seen[start] === 1) continue;
    tone = map[start]!;
    let area = 0;
    visit(start);
    while (waiting > 0) {
      const at = open[--waiting]!;
      const x = at % width;
      area++;
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (at >= width) visit(at - width);
      if (at < width * (height - 1)) visit(at + width);
    }
    if (area >= MIN_AREA) regions++;
  }
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

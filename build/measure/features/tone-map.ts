import type { Oklab } from "culori";
import type { Pixels } from "#src/phash/pixels.js";
import { binKey, type ColorBin, MIN_ALPHA } from "../color-bins.js";
import { oklabDistance } from "../oklab-distance.js";

/** Colours nearer than this in OKLab are one tone. */
const SAME_TONE = 0.05;
const MAX_TONES = 32;
const BINS = 2 ** 15;

/** A colour of a picture, with those that look alike. */
export interface Tone {
  readonly color: Oklab;
  /** Part of the visible area, from 0 to 1. */
  readonly share: number;
}

/** Which tone each pixel of a picture has. */
export interface ToneMap {
  readonly width: number;
  readonly height: number;
  /** Largest first of those that no larger one took in. */
  readonly tones: readonly Tone[];
  /** For each pixel the number of its tone plus one; 0 where it is clear. */
  readonly map: Uint8Array;
}

/**
 * Sorts the colours of a picture into tones: each bin, the heaviest first, joins the nearest tone or becomes one.
 * Cost: bins times tones, then a look-up for each pixel.
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
  for (let at = 0; at < map.length; at++) {
    if (data[at * 4 + 3]! < MIN_ALPHA) continue;
    map[at] = toneOfBin[binKey(data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!)]!;
  }
  return { width, height, tones: tones.map(({ color, count }) => ({ color, share: count / total })), map };
}

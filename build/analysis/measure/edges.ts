import { channelDistance, colorRange } from "#src/palette/without-edges.js";
import { type Pixels, pixelWords, type RunPixels } from "#src/phash/pixels.js";

/** Minimum step, in levels over the three channels together, that counts as an edge. */
const MIN_STEP = 60;
/** Every second pixel of every second row gives the same result in a quarter of the time. */
const STRIDE = 2;

/** Distances in pixels at which colors are compared, for steep blends and for slow ones. */
const NEAR = 4;
const FAR = 12;
/** Smaller differences, over the three channels together, are decoder inaccuracies: one or two levels per channel. */
const MIN_RISE = 7;
/** Larger differences are an edge, however soft. */
const MAX_RISE = 120;
/** Each half of an even slope rises by a half; a half that rises by more than this share is a step. */
const MOST_OF_RISE = 0.75;

/**
 * The share of the opaque area that is a hard edge, where a pixel differs clearly from its right or lower neighbor.
 * From 0 to 1. Cost: a step for each change of color along every second row and the one below.
 */
export function edgeShare({ width, height, data, runs: { starts, rows } }: RunPixels): number {
  let opaque = 0;
  let edges = 0;
  for (let y = 0; y < height; y += STRIDE) {
    const row = y * width;
    const end = row + width;
    const last = rows[y + 1]! - 1;
    let lower = y + 1 < height ? rows[y + 1]! : 0;
    let lowerEnd = y + 1 < height ? row : end;
    for (let run = rows[y]!; run <= last; run++) {
      const start = starts[run]!;
      if (data[start * 4 + 3]! < OPAQUE) continue;
      const runEnd = run < last ? starts[run + 1]! : end;
      opaque += strides(start - row, runEnd - row);
      for (let at = start; at < runEnd; ) {
        while (lowerEnd <= at) lowerEnd = ++lower < rows[y + 2]! ? starts[lower]! - width : end;
        const next = Math.min(lowerEnd, runEnd);
        if (y + 1 < height && isStep(data, at, at + width)) edges += strides(at - row, next - row);
        else if (next === runEnd && next < end && isStep(data, at, next)) edges += strides(next - 1 - row, next - row);
        at = next;
      }
    }
  }
  return opaque === 0 ? 0 : edges / opaque;
}

/** Number of pixels sampled from a part of a row. */
function strides(from: number, to: number): number {
  return Math.ceil(to / STRIDE) - Math.ceil(from / STRIDE);
}

function isStep(data: Pixels["data"], at: number, next: number): boolean {
  return data[next * 4 + 3]! >= OPAQUE && channelDistance(data, at, next) >= MIN_STEP;
}

/**
 * The share of the opaque area where colors blend: over 4 or 12 pixels to the right or down, the color changes by 7 to
 * 120 levels, about evenly in both halves. From 0 to 1.
 *
 * Cost: a step for each run where opaque colors hardly differ, as in an icon of one color; else a comparison with four
 * others for every fourth pixel.
 */
export function slopeShare(image: RunPixels): number {
  if (colorRange(image, OPAQUE) < MIN_RISE) return 0;
  const { width, height, data, runs } = image;
  const { starts, rows } = runs;
  const words = pixelWords(data);
  let opaque = 0;
  let sloping = 0;
  for (let y = 0; y < height; y += STRIDE) {
    const row = y * width;
    for (let run = rows[y]!; run < rows[y + 1]!; run++) {
      const start = starts[run]!;
      if (data[start * 4 + 3]! < OPAQUE) continue;
      const end = run + 1 < rows[y + 1]! ? starts[run + 1]! : row + width;
      for (let at = row + STRIDE * Math.ceil((start - row) / STRIDE); at < end; at += STRIDE) {
        const right = row + width - at;
        // Within a run, nothing rises.
        const left = end - at;
        opaque++;
        if (
          (NEAR >= left && NEAR < right && rises(data, words, at, NEAR, 1)) ||
          (y + NEAR < height && rises(data, words, at, NEAR, width)) ||
          (FAR >= left && FAR < right && rises(data, words, at, FAR, 1)) ||
          (y + FAR < height && rises(data, words, at, FAR, width))
        )
          sloping++;
      }
    }
  }
  return opaque === 0 ? 0 : sloping / opaque;
}

/** Whether the color changes gradually from a pixel to the one `reach` steps farther. */
function rises(data: Pixels["data"], words: Int32Array, at: number, reach: number, step: number): boolean {
  const end = at + reach * step;
  if (words[end] === words[at] || data[end * 4 + 3]! < OPAQUE) return false;
  const rise = channelDistance(data, at, end);
  if (rise < MIN_RISE || rise > MAX_RISE) return false;
  const middle = at + (reach / 2) * step;
  const first = channelDistance(data, at, middle);
  const second = channelDistance(data, middle, end);
  return Math.max(first, second) <= rise * MOST_OF_RISE + 1;
}

/** Minimum alpha that counts as opaque; decoders and blends are off by a level or two. */
const OPAQUE = 250;

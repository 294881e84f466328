import { LEAST_SEEN } from "#src/palette/strengthen.js";
import type { Pixels, RunPixels } from "#src/phash/pixels.js";

/** How an image lies in its square, and how sharp it is. */
export interface Shape {
  /** Part of the square that is visible, 0 to 1. */
  readonly cover: number;
  /** Width and height of the rectangle around what is visible, as parts of the side. */
  readonly width: number;
  readonly height: number;
  /**
   * The largest step of lightness or opacity over a 128th of the side, as a part of their whole range: 1 is a hard
   * edge.
   */
  readonly sharpness: number;
}

/** Measures a square image with a side of 128 pixels. Cost: a step for each color change along two rows. */
export function measureShape({ data, width: side, runs: { starts, rows } }: RunPixels): Shape {
  const levels = new Float64Array(starts.length);
  let [left, right, top, bottom] = [side, -1, side, -1];
  let [seen, least, most, steepest] = [0, Number.POSITIVE_INFINITY, 0, 0];
  for (let y = 0; y < side; y++) {
    const row = y * side;
    const first = rows[y]!;
    const last = rows[y + 1]! - 1;
    let above = y === 0 ? first : rows[y - 1]!;
    for (let run = first; run <= last; run++) {
      const start = starts[run]!;
      const end = run < last ? starts[run + 1]! : row + side;
      const level = levelOf(data, start * 4);
      levels[run] = level;
      if (level < least) least = level;
      if (level > most) most = level;
      if (run > first) {
        const step = Math.abs(level - levels[run - 1]!);
        if (step > steepest) steepest = step;
      }
      if (y > 0) {
        // Every run above that touches this one; the last may also touch the next one.
        for (;;) {
          const step = Math.abs(level - levels[above]!);
          if (step > steepest) steepest = step;
          const aboveEnd = above + 1 < first ? starts[above + 1]! + side : row + side;
          if (aboveEnd <= end) above++;
          if (aboveEnd >= end) break;
        }
      }
      if (data[start * 4 + 3]! < LEAST_SEEN) continue;
      seen += end - start;
      if (start - row < left) left = start - row;
      if (end - row - 1 > right) right = end - row - 1;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return {
    cover: seen / side ** 2,
    width: Math.max(0, right - left + 1) / side,
    height: Math.max(0, bottom - top + 1) / side,
    sharpness: most === least ? 0 : steepest / (most - least),
  };
}

/** Lightness, by green, in the upper half of the scale and times opacity, so that an edge to nothing always shows. */
function levelOf(data: Pixels["data"], at: number): number {
  return (data[at + 3]! * (255 + data[at + 1]!)) / 255;
}

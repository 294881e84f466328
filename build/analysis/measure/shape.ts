import type { Pixels } from "#src/phash/pixels.js";

/** Pixels more transparent than this are not seen. */
const MIN_ALPHA = 16;
/** Points looked at along a side: no more for an image that is served larger. */
const POINTS = 128;

/** How an image lies in its square, and how sharp it is. */
export interface Shape {
  /** Part of the square that is visible, 0 to 1. */
  readonly cover: number;
  /** Width and height of the rectangle around what is visible, as parts of the side. */
  readonly width: number;
  readonly height: number;
  /** The largest step of lightness or opacity over a 128th of the side, as a part of their whole range: 1 is a hard edge. */
  readonly sharpness: number;
}

/** Measures a square image. Cost: one look at each of 128 × 128 points. */
export function measureShape({ data, width: side }: Pixels): Shape {
  const step = Math.max(1, Math.round(side / POINTS));
  const points = Math.floor(side / step);
  /** Levels of the row above, up to this point those of the row itself. */
  const levels = new Float64Array(points);
  let [left, right, top, bottom] = [points, -1, points, -1];
  let [seen, least, most, steepest] = [0, Number.POSITIVE_INFINITY, 0, 0];
  for (let y = 0; y < points; y++) {
    let before = levelOf(data, y * side * step * 4);
    for (let x = 0; x < points; x++) {
      const at = (y * side + x) * step * 4;
      const level = levelOf(data, at);
      const above = y === 0 ? level : levels[x]!;
      // Mostly a point is as its neighbors are.
      if (level !== before || level !== above || x + y === 0) {
        least = Math.min(least, level);
        most = Math.max(most, level);
        steepest = Math.max(steepest, Math.abs(level - before), Math.abs(level - above));
      }
      levels[x] = level;
      before = level;
      if (data[at + 3]! < MIN_ALPHA) continue;
      seen++;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return {
    cover: seen / points ** 2,
    width: Math.max(0, right - left + 1) / points,
    height: Math.max(0, bottom - top + 1) / points,
    sharpness: most === least ? 0 : steepest / (most - least),
  };
}

/** Lightness, by green, in the upper half of the scale and times opacity, so that an edge to nothing always shows. */
function levelOf(data: Pixels["data"], at: number): number {
  return (data[at + 3]! * (255 + data[at + 1]!)) / 255;
}

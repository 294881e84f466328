import type { PixelRuns } from "#src/phash/pixels.js";
import { joinRuns } from "./join-runs.js";
import type { Mask } from "./mask.js";

const FIFTHS = 5;
/** The stroke width is this quantile of the widths along the center line. */
const QUANTILE = 0.9;

/** Length of a horizontal or vertical step and of a diagonal one, in fifths of a pixel. */
const SIDE = 5;
const CORNER = 7;

/** Side of the images that are measured. */
const USUAL_SIDE = 128;
/** Reused, since allocating it for each image makes garbage collections more frequent. */
const usualDistances = new Uint16Array((USUAL_SIDE + 2) ** 2);

/**
 * The stroke width of a foreground, as a fraction of the shorter side of its bounding rectangle: the ninth decile of
 * twice the distance to the outside, over the pixels of the center line. Undefined for an empty foreground.
 *
 * Cost: three looks at each pixel of the foreground.
 */
export function strokeWidth(mask: Mask): number | undefined {
  const { width, height, starts, ends, rows } = mask;
  if (starts.length === 0) return undefined;
  const isUsual = width === USUAL_SIDE && height === USUAL_SIDE;
  const distance = innerDistance(mask, isUsual ? usualDistances.fill(0) : undefined);
  const stride = width + 2;
  // Histogram of distances over the center line: pixels at least as far from the outside as their four neighbors.
  const counts = new Uint32Array(FIFTHS * stride);
  let length = 0;
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let span = rows[y]!; span < rows[y + 1]!; span++) {
      const [from, to] = [starts[span]! - y * width, ends[span]! - y * width];
      left = Math.min(left, from);
      right = Math.max(right, to - 1);
      top = Math.min(top, y);
      bottom = y;
      const row = (y + 1) * stride + 1;
      for (let at = row + from; at < row + to; at++) {
        const here = distance[at]!;
        // One branch instead of four, which nobody could predict: no difference is negative.
        const differences =
          (here - distance[at - 1]!) |
          (here - distance[at + 1]!) |
          (here - distance[at - stride]!) |
          (here - distance[at + stride]!);
        if (differences < 0) continue;
        counts[here]!++;
        length++;
      }
    }
  }
  let ninthDecile = 0;
  for (let before = counts[0]!; before <= Math.floor(QUANTILE * length); ) before += counts[++ninthDecile]!;
  return (2 * ninthDecile) / FIFTHS / (Math.min(right - left, bottom - top) + 1);
}

/**
 * Distance of each pixel of a shape to the nearest pixel outside, in fifths of a pixel, with an error of at most 8 %,
 * in two passes (G. Borgefors, Distance transformations in digital images, 1986). Pixels beyond the image count as
 * outside.
 *
 * @param distance where the distances are written: zeros, as many as are returned
 * @returns row by row, with a margin of one pixel on each side, so that every pixel has neighbors
 */
export function innerDistance(
  { width, height, starts, ends, rows }: Mask,
  distance = new Uint16Array((width + 2) * (height + 2)),
): Uint16Array {
  const stride = width + 2;
  // The first pixel of a span is one step from the outside, whatever its corners are.
  for (let y = 0; y < height; y++) {
    const shift = (y + 1) * stride + 1 - y * width;
    for (let span = rows[y]!; span < rows[y + 1]!; span++) {
      const end = ends[span]! + shift;
      let at = starts[span]! + shift;
      let before = 0;
      let aboveBefore = 0;
      let above = distance[at - stride]!;
      for (; at < end; at++) {
        const aboveNext = distance[at - stride + 1]!;
        before = Math.min(Math.min(before, above) + SIDE, Math.min(aboveBefore, aboveNext) + CORNER);
        distance[at] = before;
        aboveBefore = above;
        above = aboveNext;
      }
    }
  }
  for (let y = height - 1; y >= 0; y--) {
    const shift = (y + 1) * stride + 1 - y * width;
    for (let span = rows[y]!; span < rows[y + 1]!; span++) {
      const start = starts[span]! + shift;
      let at = ends[span]! + shift - 1;
      let before = 0;
      let belowBefore = 0;
      let below = distance[at + stride]!;
      for (; at >= start; at--) {
        const belowNext = distance[at + stride - 1]!;
        const least = Math.min(Math.min(before, below) + SIDE, Math.min(belowBefore, belowNext) + CORNER);
        before = Math.min(least, distance[at]!);
        distance[at] = before;
        belowBefore = below;
        below = belowNext;
      }
    }
  }
  return distance;
}

/**
 * The area enclosed by the lines of a foreground, as a fraction of the foreground's own area: pixels that are not
 * foreground and can't be reached from outside without crossing it. At least 0; 0 for an empty foreground. Cost: that
 * of `joinRuns`.
 */
export function enclosedShare(mask: Mask): number {
  const { starts, ends } = mask;
  let foreground = 0;
  for (let span = 0; span < starts.length; span++) foreground += ends[span]! - starts[span]!;
  if (foreground === 0) return 0;
  const { runs, kinds, length } = withMargin(mask);
  const roots = joinRuns(mask.width + 2, runs, kinds);
  let enclosed = 0;
  for (let run = 0; run < roots.length; run++) {
    if (kinds[run] !== OUTSIDE || roots[run] === roots[0]) continue;
    enclosed += (run + 1 < roots.length ? runs.starts[run + 1]! : length) - runs.starts[run]!;
  }
  return enclosed / foreground;
}

const OUTSIDE = 0;
const INSIDE = 1;

/**
 * The spans of a mask and the gaps between them, with a margin of one pixel on each side that joins all of the outside.
 */
function withMargin({ width, height, starts, ends, rows }: Mask): {
  readonly runs: PixelRuns;
  readonly kinds: Uint8Array;
  readonly length: number;
} {
  const stride = width + 2;
  const count = 2 * starts.length + height + 2;
  const runs = { starts: new Int32Array(count), rows: new Int32Array(height + 3) };
  const kinds = new Uint8Array(count).fill(OUTSIDE);
  let run = 1;
  for (let y = 0; y < height; y++) {
    const shift = (y + 1) * stride + 1 - y * width;
    runs.rows[y + 1] = run;
    runs.starts[run++] = (y + 1) * stride;
    for (let span = rows[y]!; span < rows[y + 1]!; span++) {
      kinds[run] = INSIDE;
      runs.starts[run++] = starts[span]! + shift;
      runs.starts[run++] = ends[span]! + shift;
    }
  }
  runs.rows[height + 1] = run;
  runs.starts[run++] = (height + 1) * stride;
  runs.rows[height + 2] = run;
  return { runs, kinds, length: stride * (height + 2) };
}

import { type Pixels, pixelWords, type RunPixels, RunWriter } from "../phash/pixels.js";
import { MIN_ALPHA } from "./colors.js";

/**
 * Minimum difference, over the three channels together, between two neighbors of a pixel for the pixel to be an edge.
 */
const MIN_CONTRAST = 40;
/** A pixel that differs by less from one of its neighbors is a plain one next to an edge. */
const MIN_DIFFERENCE = 10;

/**
 * Clears the anti-aliased edges of an image: pixels whose every channel lies between those of their two neighbors, left
 * and right or above and below, if these differ clearly. Such pixels have colors that nobody painted, such as pink
 * between red and white. A line of one pixel stays, since both of its neighbors differ in the same direction. If
 * nothing visible would remain, the original image is returned.
 *
 * Cost: a step for each run where colors hardly differ, as in an icon of one color; else for each change of color along
 * three rows.
 */
export function withoutEdges(image: RunPixels): RunPixels {
  if (colorRange(image, MIN_ALPHA) < MIN_CONTRAST) return image;
  const { width, height, data, runs } = image;
  const { starts, rows } = runs;
  const words = pixelWords(data);
  const kept = new RunWriter(width, height);
  let left = false;
  for (let y = 0; y < height; y++) {
    kept.startRow();
    const hasBoth = y > 0 && y < height - 1;
    const end = (y + 1) * width;
    const last = rows[y + 1]! - 1;
    // The runs above and below, whose ends are numbered as in this row.
    let upper = hasBoth ? rows[y - 1]! : 0;
    let lower = hasBoth ? rows[y + 1]! : 0;
    let upperEnd = hasBoth ? y * width : end;
    let lowerEnd = upperEnd;
    for (let run = rows[y]!; run <= last; run++) {
      const start = starts[run]!;
      const runEnd = run < last ? starts[run + 1]! : end;
      const word = words[start]!;
      const isVisible = data[start * 4 + 3]! >= MIN_ALPHA;
      for (let at = start; at < runEnd; ) {
        while (upperEnd <= at) upperEnd = ++upper < rows[y]! ? starts[upper]! + width : end;
        while (lowerEnd <= at) lowerEnd = ++lower < rows[y + 2]! ? starts[lower]! - width : end;
        // Only the first and the last pixel of a run differ from a neighbor beside them; the others are alike while
        // those above and below are.
        let next = at + 1;
        let isEdge =
          hasBoth && (words[at - width] !== word || words[at + width] !== word) && isBetween(data, at, width);
        if (at === start || next === runEnd) {
          isEdge ||= at > end - width && next < end && isBetween(data, at, 1);
        } else {
          next = Math.min(upperEnd, lowerEnd, runEnd - 1);
        }
        kept.write(isEdge ? 0 : word, at, next);
        left ||= isVisible && !isEdge;
        at = next;
      }
    }
  }
  return left ? kept.finish() : image;
}

function isBetween(data: Pixels["data"], at: number, step: number): boolean {
  const before = at - step;
  const after = at + step;
  if (data[before * 4 + 3]! < MIN_ALPHA || data[after * 4 + 3]! < MIN_ALPHA) return false;
  const contrast = channelDistance(data, before, after);
  if (contrast < MIN_CONTRAST) return false;
  const toBefore = channelDistance(data, at, before);
  const toAfter = channelDistance(data, at, after);
  // The differences to both add up to the contrast only if every channel lies between.
  return toBefore + toAfter === contrast && Math.min(toBefore, toAfter) >= MIN_DIFFERENCE;
}

/**
 * Maximum difference between any two pixels with at least the given alpha, in levels summed over the three channels.
 */
export function colorRange({ data, runs: { starts } }: RunPixels, minAlpha: number): number {
  let [leastRed, leastGreen, leastBlue] = [255, 255, 255];
  let [mostRed, mostGreen, mostBlue] = [0, 0, 0];
  for (let run = 0; run < starts.length; run++) {
    const at = starts[run]! * 4;
    if (data[at + 3]! < minAlpha) continue;
    const red = data[at]!;
    const green = data[at + 1]!;
    const blue = data[at + 2]!;
    if (red < leastRed) leastRed = red;
    if (red > mostRed) mostRed = red;
    if (green < leastGreen) leastGreen = green;
    if (green > mostGreen) mostGreen = green;
    if (blue < leastBlue) leastBlue = blue;
    if (blue > mostBlue) mostBlue = blue;
  }
  return mostRed - leastRed + mostGreen - leastGreen + mostBlue - leastBlue;
}

/** Difference of two pixels in levels, over red, green and blue together: 0 to 765. */
export function channelDistance(data: Pixels["data"], one: number, other: number): number {
  return (
    Math.abs(data[one * 4]! - data[other * 4]!) +
    Math.abs(data[one * 4 + 1]! - data[other * 4 + 1]!) +
    Math.abs(data[one * 4 + 2]! - data[other * 4 + 2]!)
  );
}

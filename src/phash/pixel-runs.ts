import { type Pixels, pixelWords } from "./pixels.js";

/** The rows of a picture as runs of pixels that are alike; no run goes on in the next row. */
export interface PixelRuns {
  /** Where each run begins, counted in pixels of the whole picture. */
  readonly starts: Int32Array;
  /** The first run of each row; one more entry than rows. */
  readonly rows: Int32Array;
}

/** Icons are mostly plain: what is found here once saves looking at each pixel again. Cost: a comparison for each pixel. */
export function findRuns({ width, height, data }: Pixels): PixelRuns {
  const words = pixelWords(data);
  const starts = new Int32Array(width * height);
  const rows = new Int32Array(height + 1);
  let count = 0;
  for (let row = 0; row < height; row++) {
    rows[row] = count;
    const from = row * width;
    starts[count++] = from;
    let previous = words[from] as number;
    for (let at = from + 1, end = from + width; at < end; at++) {
      const word = words[at] as number;
      if (word === previous) continue;
      previous = word;
      starts[count++] = at;
    }
  }
  rows[height] = count;
  return { starts: starts.subarray(0, count), rows };
}

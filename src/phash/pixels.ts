/** Raw pixels: four bytes each, red, green, blue, alpha (not premultiplied), sRGB, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** The rows of an image as runs of equal pixels. No run spans two rows. */
export interface PixelRuns {
  /** Start of each run, as a pixel index in the whole image. */
  readonly starts: Int32Array;
  /** Index of the first run of each row, and the total number of runs as the last entry. */
  readonly rows: Int32Array;
}

/**
 * The pixels as one word each, for comparing and counting. The byte order depends on the machine. Copies only if the
 * bytes are not aligned to 4.
 */
export function pixelWords(data: Pixels["data"]): Int32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}

/** Initial capacity in runs per row; icons have about ten. */
const USUAL_RUNS = 16;

/**
 * Finds the runs of an image. Icons mostly consist of flat colors, so callers visit runs instead of pixels. Cost: one
 * comparison per pixel.
 */
export function findRuns({ width, height, data }: Pixels): PixelRuns {
  const words = pixelWords(data);
  const rows = new Int32Array(height + 1);
  // Clearing room for one run per pixel would take as long as reading the pixels.
  let starts = new Int32Array(Math.min(width, USUAL_RUNS) * height);
  let count = 0;
  for (let row = 0; row < height; row++) {
    if (count + width > starts.length) starts = withRoomFor(Math.min(2 * (count + width), width * height), starts);
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

function withRoomFor(length: number, values: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length);
  longer.set(values);
  return longer;
}

/** Raw pixels: four bytes each, red, green, blue, alpha (not premultiplied), sRGB, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** The rows of an image as runs of equal pixels. No run spans two rows. */
export interface PixelRuns {
  /** Start of each run, in pixels of the whole image. */
  readonly starts: Int32Array;
  /** The first run of each row; one more entry than rows. */
  readonly rows: Int32Array;
}

/**
 * The pixels as one word each, for comparing and counting. The byte order depends on the machine. Cost: none, unless
 * the bytes are not aligned to 4.
 */
export function pixelWords(data: Pixels["data"]): Int32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}

/** Runs per row that there is room for at first: icons have about ten. */
const USUAL_RUNS = 16;

/**
 * Icons are mostly flat colors: finding the runs once saves visiting each pixel again. Cost: a comparison for each
 * pixel.
 */
export function findRuns({ width, height, data }: Pixels): PixelRuns {
  const words = pixelWords(data);
  const rows = new Int32Array(height + 1);
  // Room for a run per pixel would take as long to clear as the pixels to look at.
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

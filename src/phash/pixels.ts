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

/** An image with its runs. Most algorithms for icons visit runs instead of pixels. */
export interface RunPixels extends Pixels {
  readonly runs: PixelRuns;
}

/** Cost: like `findRuns`. */
export function withRuns({ width, height, data }: Pixels): RunPixels {
  return { width, height, data, runs: findRuns({ width, height, data }) };
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
    const end = (row + 1) * width;
    for (let at = row * width; at < end; ) {
      starts[count++] = at;
      at = endOfRun(words, at, end);
    }
  }
  rows[height] = count;
  return { starts: starts.subarray(0, count), rows };
}

/**
 * The first word after `at` that differs from it, or `end`. Comparing four at a time takes half as long as one at a
 * time.
 */
function endOfRun(words: Int32Array, at: number, end: number): number {
  const word = words[at]!;
  let next = at + 1;
  while (
    next + 4 <= end &&
    ((words[next]! ^ word) | (words[next + 1]! ^ word) | (words[next + 2]! ^ word) | (words[next + 3]! ^ word)) === 0
  )
    next += 4;
  while (next < end && words[next] === word) next++;
  return next;
}

/** Composes an image of runs, row by row from left to right. */
export class RunWriter {
  readonly data: Uint8Array;
  readonly words: Int32Array;
  readonly #width: number;
  readonly #height: number;
  readonly #rows: Int32Array;
  #starts: Int32Array;
  #row = -1;
  #count = 0;
  #last = 0;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.data = new Uint8Array(width * height * 4);
    this.words = new Int32Array(this.data.buffer);
    this.#rows = new Int32Array(height + 1);
    this.#starts = new Int32Array(Math.min(width, USUAL_RUNS) * height);
  }

  /** Call this before each row. */
  startRow(): void {
    const [count, width] = [this.#count, this.#width];
    if (count + width > this.#starts.length) {
      this.#starts = withRoomFor(Math.min(2 * (count + width), width * this.#height), this.#starts);
    }
    this.#rows[++this.#row] = count;
  }

  /** Appends pixels of one color; indices refer to the whole image. @param word as returned by `pixelWords` */
  write(word: number, from: number, to: number): void {
    if (word !== this.#last || this.#count === this.#rows[this.#row]) {
      this.#starts[this.#count++] = from;
      this.#last = word;
    }
    if (word === 0) return;
    if (to - from > MAX_LOOP) this.words.fill(word, from, to);
    else for (let at = from; at < to; at++) this.words[at] = word;
  }

  /** The complete image. All pixels must have been written. */
  finish(): RunPixels {
    this.#rows[this.#height] = this.#count;
    const runs = { starts: this.#starts.subarray(0, this.#count), rows: this.#rows };
    return { width: this.#width, height: this.#height, data: this.data, runs };
  }
}

/** Up to this many words are faster to write one by one. */
const MAX_LOOP = 16;

function withRoomFor(length: number, values: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length);
  longer.set(values);
  return longer;
}

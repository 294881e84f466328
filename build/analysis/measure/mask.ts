/**
 * A part of an image: spans of pixels, numbered as in the whole image, in order. No span reaches into the next row or
 * touches the next span.
 */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The first span of each row, with one additional entry at the end. */
  readonly rows: Int32Array;
}

/** Initial capacity in spans per row; icons have fewer. */
const USUAL_SPANS = 8;

/** Builds a mask row by row. */
export class MaskWriter {
  readonly #width: number;
  readonly #height: number;
  #starts: Int32Array<ArrayBuffer>;
  #ends: Int32Array<ArrayBuffer>;
  readonly #rows: Int32Array;
  #row = -1;
  #count = 0;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#starts = new Int32Array(USUAL_SPANS * height);
    this.#ends = new Int32Array(this.#starts.length);
    this.#rows = new Int32Array(height + 1);
  }

  /** Call this before each row. */
  startRow(): void {
    this.#rows[++this.#row] = this.#count;
  }

  /** Adds pixels of the row, from left to right. */
  add(from: number, to: number): void {
    const last = this.#count - 1;
    if (last >= this.#rows[this.#row]! && this.#ends[last] === from) this.#ends[last] = to;
    else {
      if (this.#count === this.#starts.length)
        [this.#starts, this.#ends] = [doubled(this.#starts), doubled(this.#ends)];
      this.#starts[this.#count] = from;
      this.#ends[this.#count++] = to;
    }
  }

  finish(): Mask {
    const count = this.#count;
    this.#rows[this.#height] = count;
    return {
      width: this.#width,
      height: this.#height,
      starts: this.#starts.subarray(0, count),
      ends: this.#ends.subarray(0, count),
      rows: this.#rows,
    };
  }
}

function doubled(values: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * values.length);
  longer.set(values);
  return longer;
}

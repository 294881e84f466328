import { type PixelRuns, type Pixels, pixelWords } from "./pixels.js";

/** Shrinks an image with `shrinkToSide` and centers it in a transparent square. */
export function shrinkIntoSquare(pixels: Pixels, runs: PixelRuns, side: number): Pixels {
  return inSquare(shrinkToSide(pixels, runs, side));
}

/** Centers an image in a transparent square, by default with the length of its longer side. */
export function inSquare(pixels: Pixels, side = Math.max(pixels.width, pixels.height)): Pixels {
  const { width, height, data } = pixels;
  if (width === side && height === side) return pixels;
  const square = new Uint8Array(side * side * 4);
  const left = (side - width) >> 1;
  const top = (side - height) >> 1;
  for (let y = 0; y < height; y++) {
    square.set(data.subarray(y * width * 4, (y + 1) * width * 4), ((y + top) * side + left) * 4);
  }
  return { width: side, height: side, data: square };
}

/**
 * Shrinks an image and keeps its aspect ratio. Each pixel is the mean of the area that it covers, weighted by alpha;
 * uniform areas keep their color. The result is about the same as that of a renderer that antialiases edges by covered
 * area, so nothing is sharpened and no color is added.
 *
 * Cost: a step for each change of color along a row, and about ten multiplications for each pixel in parts of several
 * colors.
 *
 * @param side length of the result's longer side; at most that of the image
 */
export function shrinkToSide(
  { width, height, data }: Pixels,
  { starts, rows: rowRuns }: PixelRuns,
  side: number,
): Pixels {
  const longer = Math.max(width, height);
  const columns = partsOf(width, Math.max(1, Math.round((width * side) / longer)));
  const rows = partsOf(height, Math.max(1, Math.round((height * side) / longer)));
  const shrunk = new Uint8Array(columns.count * rows.count * 4);
  const words = pixelWords(data);
  const shrunkWords = pixelWords(shrunk);
  const marks = marksOf(columns, width);
  // What the changes of color in the row do to each of its parts.
  const changes = new Uint8Array(columns.count + 1);
  for (let row = 0; row < rows.count; row++) {
    changes.fill(0);
    const up = rows.firsts[row]!;
    const down = rows.lasts[row]!;
    for (let y = up; y <= down; y++) {
      const end = rowRuns[y + 1]!;
      for (let run = rowRuns[y]! + 1; run < end; run++) {
        const mark = marks[starts[run]! - y * width]!;
        changes[mark >> 1]! |= mark & 1 ? MIXES : BEGINS;
      }
    }
    const to = row * columns.count;
    for (let column = 0, end = 0; column < columns.count; column = end) {
      end = column + 1;
      const first = up * width + columns.firsts[column]!;
      const word = words[first]!;
      let isEven = (changes[column]! & MIXES) === 0;
      if (isEven) {
        while (end < columns.count && changes[end] === 0) end++;
        for (let at = first + width, last = down * width + width; isEven && at < last; at += width)
          isEven = words[at] === word;
      }
      if (isEven) shrunkWords.fill(word, to + column, to + end);
      else
        for (let part = column; part < end; part++) mix(data, width, columns, part, rows, row, shrunk, (to + part) * 4);
    }
  }
  return { width: columns.count, height: rows.count, data: shrunk };
}

/** A part has several colors, */
const MIXES = 1;
/** or the part before it has another color. */
const BEGINS = 2;

/**
 * For each sample, what it means if it differs from the previous one: twice the number of the part that begins with it,
 * or of the part that is not uniform, plus one.
 */
function marksOf({ count, firsts, lasts }: Parts, length: number): Int32Array {
  const marks = new Int32Array(length).fill(2 * count);
  for (let part = 0; part < count; part++) {
    if (marks[firsts[part]!] === 2 * count) marks[firsts[part]!] = 2 * part;
    marks.fill(2 * part + 1, firsts[part]! + 1, lasts[part]! + 1);
  }
  return marks;
}

/** A length divided into equal parts, which may start and end within a sample. */
interface Parts {
  readonly count: number;
  readonly size: number;
  /** The first and the last sample of each part. */
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
  /** The fractions of its first and last sample that belong to a part. All samples between belong to it completely. */
  readonly heads: Float64Array;
  readonly tails: Float64Array;
}

function partsOf(length: number, count: number): Parts {
  const size = length / count;
  const firsts = new Int32Array(count);
  const lasts = new Int32Array(count);
  const heads = new Float64Array(count);
  const tails = new Float64Array(count);
  for (let part = 0; part < count; part++) {
    const begin = (part * length) / count;
    const end = ((part + 1) * length) / count;
    firsts[part] = Math.floor(begin);
    lasts[part] = Math.ceil(end) - 1;
    heads[part] = Math.min(size, Math.floor(begin) + 1 - begin);
    tails[part] = end - (Math.ceil(end) - 1);
  }
  return { count, size, firsts, lasts, heads, tails };
}

function mix(
  data: Pixels["data"],
  width: number,
  columns: Parts,
  column: number,
  rows: Parts,
  row: number,
  shrunk: Uint8Array,
  to: number,
): void {
  const first = columns.firsts[column] as number;
  const last = columns.lasts[column] as number;
  const head = columns.heads[column] as number;
  const tail = columns.tails[column] as number;
  const up = rows.firsts[row] as number;
  const down = rows.lasts[row] as number;
  let red = 0;
  let green = 0;
  let blue = 0;
  let alpha = 0;
  for (let y = up; y <= down; y++) {
    const high = y === up ? (rows.heads[row] as number) : y === down ? (rows.tails[row] as number) : 1;
    for (let x = first, at = (y * width + first) * 4; x <= last; x++, at += 4) {
      const wide = x === first ? head : x === last ? tail : 1;
      const part = (data[at + 3] as number) * high * wide;
      red += (data[at] as number) * part;
      green += (data[at + 1] as number) * part;
      blue += (data[at + 2] as number) * part;
      alpha += part;
    }
  }
  // Transparent pixels have no color and stay zero.
  if (alpha === 0) return;
  shrunk[to] = red / alpha + 0.5;
  shrunk[to + 1] = green / alpha + 0.5;
  shrunk[to + 2] = blue / alpha + 0.5;
  shrunk[to + 3] = alpha / (columns.size * rows.size) + 0.5;
}

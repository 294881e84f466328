import { type PixelRuns, type Pixels, pixelWords, type RunPixels, RunWriter } from "./pixels.js";

/** Shrinks an image with `shrinkToSide` and centers it in a transparent square. */
export function shrinkIntoSquare(pixels: Pixels, runs: PixelRuns, side: number): Pixels {
  return inSquare(shrinkToSide(pixels, runs, side));
}

/** Centers an image in a transparent square with the length of its longer side. */
export function inSquare(pixels: Pixels): Pixels {
  const { width, height, data } = pixels;
  if (width === height) return pixels;
  const side = Math.max(width, height);
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
 * Cost: a comparison per pixel in uniform areas, about ten multiplications for each other pixel.
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
  const inside = insidesOf(columns, width);
  // The parts of the row that contain a change.
  const mixed = new Uint8Array(columns.count + 1);
  for (let row = 0; row < rows.count; row++) {
    mixed.fill(0);
    const up = rows.firsts[row] as number;
    const down = rows.lasts[row] as number;
    for (let y = up; y <= down; y++) {
      const end = rowRuns[y + 1] as number;
      for (let run = (rowRuns[y] as number) + 1; run < end; run++)
        mixed[inside[(starts[run] as number) - y * width] as number] = 1;
    }
    let to = row * columns.count;
    for (let column = 0; column < columns.count; column++, to++) {
      const first = up * width + (columns.firsts[column] as number);
      const word = words[first] as number;
      let even = mixed[column] === 0;
      for (let at = first + width, end = down * width + width; even && at < end; at += width) even = words[at] === word;
      if (even) shrunkWords[to] = word;
      else mix(data, width, columns, column, rows, row, shrunk, to * 4);
    }
  }
  return { width: columns.count, height: rows.count, data: shrunk };
}

/**
 * For each sample, the part that is not uniform if this sample differs from the previous one; the number of parts if
 * there is none.
 */
function insidesOf({ count, firsts, lasts }: Parts, length: number): Int32Array {
  const insides = new Int32Array(length).fill(count);
  for (let part = 0; part < count; part++)
    insides.fill(part, (firsts[part] as number) + 1, (lasts[part] as number) + 1);
  return insides;
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

/**
 * Shrinks an image to half its side: each pixel is the mean of four, weighted by alpha; four equal pixels keep their
 * color. The result is about the same as that of a renderer that antialiases edges by covered area, so nothing is
 * sharpened and no color is added.
 *
 * Cost: a step for each change of color along two rows; ten multiplications at edges.
 *
 * @param pixels of even width and height
 */
export function halve({ width, height, data, runs }: RunPixels): RunPixels {
  const { starts, rows } = runs;
  const words = pixelWords(data);
  const half = new RunWriter(width >> 1, height >> 1);
  const mixed = new Uint8Array(4);
  const mixedWord = new Int32Array(mixed.buffer);
  for (let row = 0; row < height; row += 2) {
    half.startRow();
    const end = (row + 1) * width;
    let upper = rows[row]!;
    let lower = rows[row + 1]!;
    // The ends of the runs above and below, numbered as in the upper row.
    let upperEnd = row * width;
    let lowerEnd = upperEnd;
    for (let at = upperEnd, to = (row >> 1) * (width >> 1); at < end; ) {
      while (upperEnd <= at) upperEnd = ++upper < rows[row + 1]! ? starts[upper]! : end;
      while (lowerEnd <= at) lowerEnd = ++lower < rows[row + 2]! ? starts[lower]! - width : end;
      // Columns up to the next change of color in either row, in pairs.
      const even = (upperEnd < lowerEnd ? upperEnd : lowerEnd) - at;
      const count = even > 1 ? even >> 1 : 1;
      let word = words[at]!;
      if (word !== words[at + 1] || word !== words[at + width] || word !== words[at + width + 1]) {
        mixFour(data, at * 4, width * 4, mixed);
        word = mixedWord[0]!;
      }
      half.write(word, to, to + count);
      at += 2 * count;
      to += count;
    }
  }
  return half.finish();
}

function mixFour(data: Pixels["data"], at: number, row: number, mixed: Uint8Array): void {
  const alpha0 = data[at + 3]!;
  const alpha1 = data[at + 7]!;
  const alpha2 = data[at + row + 3]!;
  const alpha3 = data[at + row + 7]!;
  const alpha = alpha0 + alpha1 + alpha2 + alpha3;
  for (let channel = 0; channel < 3; channel++) {
    const from = at + channel;
    const sum =
      data[from]! * alpha0 + data[from + 4]! * alpha1 + data[from + row]! * alpha2 + data[from + row + 4]! * alpha3;
    // Transparent pixels have no color.
    mixed[channel] = alpha === 0 ? 0 : sum / alpha + 0.5;
  }
  mixed[3] = (alpha + 2) >> 2;
}

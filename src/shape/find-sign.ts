import type { PixelRuns, Pixels } from "../phash/pixels.js";

/** Side of the square images that are described, in pixels. */
export const SIDE = 128;

/** Pixels less opaque than this are not part of the image. */
export const VISIBLE = 128;
/** Distance of the sampled background from the edge of the plate, in pixels: beyond antialiased edges. */
const INSET = 2;
/** Parts of the foreground at most this far from the edge touch it, in pixels. */
const EDGE = 5;
/** Smallest difference from the background that counts as foreground, in levels, and as a percentage of the largest. */
const LEAST_LEVELS = 24;
const LEAST_PERCENT = 35;
/** The foreground is examined for touching parts in cells of this many pixels. */
const CELL = 2;
const CELLS = SIDE / CELL;

/** A bounding box: first and last column and row. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The sign of an icon: what remains without margin and plate. */
export interface Sign extends Box {
  /** Luma of transparent pixels, 0 to 255: white or black, whichever shows the sign. */
  readonly ground: number;
}

/** The visible part of an image. Rows without visible pixels have −1. */
interface Outline extends Box {
  /** First and last visible column of each row. */
  readonly firsts: Int16Array;
  readonly lasts: Int16Array;
  /** Number of visible pixels. */
  readonly area: number;
}

/** The visible part of a plate. */
interface Plate extends Outline {
  /** First and last visible row of each column, or −1. */
  readonly tops: Int16Array;
  readonly bottoms: Int16Array;
}

export type Color = readonly [red: number, green: number, blue: number];

/** A sign on a plate of one color. */
export interface SignOnPlate extends Sign {
  readonly color: Color;
}

/**
 * Finds the sign of an image: if the image is a plate of one color, what stands on it, else all that is visible.
 * Integers only, so that every machine computes the same.
 *
 * @param pixels a square with a side of `SIDE`
 * @returns undefined if nothing is visible
 * Cost: about three steps per pixel of a plate, else one per visible pixel.
 */
export function findSign(pixels: Pixels, runs: PixelRuns): Sign | undefined {
  const outline = traceOutline(pixels.data, runs);
  if (outline === undefined) return undefined;
  const onPlate = isPlate(outline) ? onPlateOf(pixels, runs, outline) : undefined;
  if (onPlate !== undefined) return onPlate;
  const { left, right, top, bottom } = outline;
  return { left, right, top, bottom, ground: groundOf(pixels.data, runs, outline.area) };
}

/**
 * What stands on the plate of an image, if it has one. Cost: as `findSign`.
 *
 * @param anyForm whether plates may have holes or lack corners, such as discs and squares with a cut-out sign
 */
export function findSignOnPlate(pixels: Pixels, runs: PixelRuns, anyForm: boolean): SignOnPlate | undefined {
  const outline = traceOutline(pixels.data, runs);
  if (outline === undefined || !(anyForm || isPlate(outline))) return undefined;
  return onPlateOf(pixels, runs, outline);
}

function onPlateOf({ data }: Pixels, runs: PixelRuns, outline: Outline): SignOnPlate | undefined {
  const plate = tracePlate(data, runs, outline);
  const color = plateColor(data, plate);
  const box = color && findOnPlate(data, runs, plate, color);
  return box && { ...box, color, ground: lumaOf(...color) > 127 ? 0 : 255 };
}

/** Luma, 0 to 255, of a color. */
export function lumaOf(red: number, green: number, blue: number): number {
  return (77 * red + 150 * green + 29 * blue) >> 8;
}

function traceOutline(data: Pixels["data"], { starts, rows }: PixelRuns): Outline | undefined {
  const [firsts, lasts] = [emptyLine(), emptyLine()];
  let [left, right, top, bottom, area] = [SIDE, -1, SIDE, -1, 0];
  for (let y = 0; y < SIDE; y++) {
    for (let run = rows[y]!; run < rows[y + 1]!; run++) {
      if (data[starts[run]! * 4 + 3]! < VISIBLE) continue;
      const from = starts[run]! - y * SIDE;
      const to = run + 1 < rows[y + 1]! ? starts[run + 1]! - y * SIDE : SIDE;
      area += to - from;
      if (firsts[y] === -1) firsts[y] = from;
      lasts[y] = to - 1;
    }
    if (firsts[y] === -1) continue;
    left = Math.min(left, firsts[y]!);
    right = Math.max(right, lasts[y]!);
    top = Math.min(top, y);
    bottom = y;
  }
  return area === 0 ? undefined : { left, right, top, bottom, firsts, lasts, area };
}

function tracePlate(data: Pixels["data"], runs: PixelRuns, outline: Outline): Plate {
  const [tops, bottoms] = [emptyLine(), emptyLine()];
  const { left, right, top, bottom } = outline;
  const columns = right - left + 1;
  // A few rows reach all columns of a plate.
  for (let y = top, traced = 0; y <= bottom && traced < columns; y++) traced += traceRow(data, runs, y, tops);
  for (let y = bottom, traced = 0; y >= top && traced < columns; y--) traced += traceRow(data, runs, y, bottoms);
  return { ...outline, tops, bottoms };
}

/** Enters a row for its visible columns that have none. @returns their number */
function traceRow(data: Pixels["data"], { starts, rows }: PixelRuns, y: number, line: Int16Array): number {
  let entered = 0;
  for (let run = rows[y]!; run < rows[y + 1]!; run++) {
    if (data[starts[run]! * 4 + 3]! < VISIBLE) continue;
    const to = run + 1 < rows[y + 1]! ? starts[run + 1]! - y * SIDE : SIDE;
    for (let x = starts[run]! - y * SIDE; x < to; x++) {
      if (line[x] !== -1) continue;
      line[x] = y;
      entered++;
    }
  }
  return entered;
}

function emptyLine(): Int16Array {
  return new Int16Array(SIDE).fill(-1);
}

/**
 * Whether the visible part is a plate: solid, filling most of its bounding box, with corners. A disc has none: it is
 * part of the sign, as in most logos.
 */
function isPlate({ left, right, top, bottom, firsts, lasts, area }: Outline): boolean {
  const [width, height] = [right - left + 1, bottom - top + 1];
  let hull = 0;
  let farthest = 0;
  for (let y = top; y <= bottom; y++) {
    if (firsts[y] === -1) continue;
    hull += lasts[y]! - firsts[y]! + 1;
    // Doubled, so that the center is at an integer.
    const across = Math.max(Math.abs(2 * firsts[y]! - left - right), Math.abs(2 * lasts[y]! - left - right));
    const down = 2 * y - top - bottom;
    farthest = Math.max(farthest, across * across + down * down);
  }
  const side = Math.max(width, height) - 1;
  return 100 * area >= 93 * hull && 10 * hull >= 6 * width * height && 100 * farthest >= 121 * side * side;
}

/** The color of more than half of the plate's rim, if there is one. */
function plateColor(data: Pixels["data"], { left, right, top, bottom, ...lines }: Plate): Color | undefined {
  const { firsts, lasts, tops, bottoms } = lines;
  const rim: number[] = [];
  for (let y = top; y <= bottom; y++) {
    if (firsts[y] === -1) continue;
    rim.push(y * SIDE + Math.min(right, firsts[y]! + INSET), y * SIDE + Math.max(left, lasts[y]! - INSET));
  }
  for (let x = left; x <= right; x++) {
    if (tops[x] === -1) continue;
    rim.push(SIDE * Math.min(bottom, tops[x]! + INSET) + x, SIDE * Math.max(top, bottoms[x]! - INSET) + x);
  }
  const frequent = frequentColor(data, rim);
  return frequent !== undefined && 2 * frequent.count > rim.length ? frequent.color : undefined;
}

/**
 * The mean of the most frequent of 4,096 color bins, and how many pixels are in it. Undefined if none is visible.
 *
 * @param pixels that are counted, by their number in the image
 */
export function frequentColor(
  data: Pixels["data"],
  pixels: readonly number[],
): { readonly color: Color; readonly count: number } | undefined {
  const bins = new Map<number, Bin>();
  for (const pixel of pixels) {
    const at = pixel * 4;
    if (data[at + 3]! < VISIBLE) continue;
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const bin = bins.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
    if (bin.count === 0) bins.set(key, bin);
    bin.count++;
    bin.red += red;
    bin.green += green;
    bin.blue += blue;
  }
  let most: Bin | undefined;
  for (const bin of bins.values()) if (most === undefined || bin.count > most.count) most = bin;
  if (most === undefined) return undefined;
  const { count, red, green, blue } = most;
  return { color: [Math.floor(red / count), Math.floor(green / count), Math.floor(blue / count)], count };
}

/** Similar colors of several pixels: their number and the sums of their levels. */
interface Bin {
  count: number;
  red: number;
  green: number;
  blue: number;
}

/** The bounding box of what stands on a plate. Undefined if it is too small to be a sign. */
function findOnPlate(data: Pixels["data"], runs: PixelRuns, plate: Plate, color: Color): Box | undefined {
  const differences = new Uint8Array(SIDE * SIDE);
  const most = compareInside(data, runs, plate, color, differences);
  const least = Math.max(LEAST_LEVELS, Math.floor((LEAST_PERCENT * most) / 100));
  clearTouching(differences, least, plate);
  const fours = new Int32Array(differences.buffer);
  let [left, right, top, bottom] = [SIDE, -1, SIDE, -1];
  let area = 0;
  for (let four = 0; four < fours.length; four++) {
    if (fours[four] === 0) continue;
    for (let at = 4 * four; at < 4 * four + 4; at++) {
      if (differences[at]! < least) continue;
      const x = at % SIDE;
      area++;
      if (x < left) left = x;
      if (x > right) right = x;
      bottom = Math.floor(at / SIDE);
      if (top === SIDE) top = bottom;
    }
  }
  const [width, height] = [plate.right - plate.left + 1, plate.bottom - plate.top + 1];
  const longest = Math.max(right - left, bottom - top) + 1;
  const isSign = 100 * area >= width * height && 5 * longest >= Math.max(width, height);
  return isSign ? { left, right, top, bottom } : undefined;
}

/**
 * How far each pixel inside of a plate is from its color. Cost: a step per run, and one per pixel of another color.
 *
 * @param differences where they are written; zeros
 * @returns the largest
 */
function compareInside(
  data: Pixels["data"],
  { starts, rows }: PixelRuns,
  { top, bottom, firsts, lasts, tops, bottoms }: Plate,
  color: Color,
  differences: Uint8Array,
): number {
  let most = 0;
  for (let y = top; y <= bottom; y++) {
    for (let run = rows[y]!; run < rows[y + 1]!; run++) {
      const difference = differenceOf(data, starts[run]! * 4, color);
      if (difference === 0) continue;
      const begin = starts[run]! - y * SIDE;
      const end = run + 1 < rows[y + 1]! ? starts[run + 1]! - y * SIDE : SIDE;
      const last = Math.min(end, lasts[y]!);
      for (let x = Math.max(begin, firsts[y]! + 1); x < last; x++) {
        if (y <= tops[x]! || y >= bottoms[x]!) continue;
        differences[y * SIDE + x] = difference;
        if (difference > most) most = difference;
      }
    }
  }
  return most;
}

/** How far a pixel is from a color, 0 to 255: the largest difference of a channel; holes count as far. */
function differenceOf(data: Pixels["data"], at: number, color: Color): number {
  const opaque = data[at + 3]!;
  const far = levelsApart(data, at, color);
  return opaque === 255 ? far : Math.floor((opaque * far + (255 - opaque) * 255) / 255);
}

/** The largest difference of a channel between a pixel, as if it were opaque, and a color. */
export function levelsApart(data: Pixels["data"], at: number, color: Color): number {
  const [red, green, blue] = [data[at]! - color[0], data[at + 1]! - color[1], data[at + 2]! - color[2]];
  return Math.max(Math.abs(red), Math.abs(green), Math.abs(blue));
}

/**
 * Clears the parts of the foreground that touch the edge of the plate, such as badges, frames and shadows, unless they
 * are more than twice as large as the rest.
 */
function clearTouching(differences: Uint8Array, least: number, { firsts, lasts, tops, bottoms }: Plate): void {
  /** 1: foreground, 2: foreground that touches the edge. */
  const cells = new Uint8Array(CELLS * CELLS);
  const fours = new Int32Array(differences.buffer);
  const stack: number[] = [];
  let rest = 0;
  for (let y = 0; y < SIDE; y += CELL) {
    for (let x = 0; x < SIDE; x += CELL) {
      const at = y * SIDE + x;
      // Most of a plate is empty.
      if ((fours[at >> 2]! | fours[(at + SIDE) >> 2]!) === 0) continue;
      if (
        differences[at]! < least &&
        differences[at + 1]! < least &&
        differences[at + SIDE]! < least &&
        differences[at + SIDE + 1]! < least
      )
        continue;
      const isEdge =
        firsts[y] === -1 ||
        tops[x] === -1 ||
        x <= firsts[y]! + EDGE ||
        x >= lasts[y]! - EDGE - 1 ||
        y <= tops[x]! + EDGE ||
        y >= bottoms[x]! - EDGE - 1;
      const cell = (y / CELL) * CELLS + x / CELL;
      cells[cell] = isEdge ? 2 : 1;
      if (isEdge) stack.push(cell);
      else rest++;
    }
  }
  let touching = stack.length;
  for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
    const [column, row] = [cell % CELLS, Math.floor(cell / CELLS)];
    for (let y = Math.max(0, row - 1); y <= Math.min(CELLS - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(CELLS - 1, column + 1); x++) {
        if (cells[y * CELLS + x] !== 1) continue;
        cells[y * CELLS + x] = 2;
        stack.push(y * CELLS + x);
        touching++;
        rest--;
      }
    }
  }
  if (touching === 0 || touching > 2 * rest) return;
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] !== 2) continue;
    const at = CELL * (Math.floor(cell / CELLS) * SIDE + (cell % CELLS));
    differences.fill(0, at, at + CELL);
    differences.fill(0, at + SIDE, at + SIDE + CELL);
  }
}

/** White, or black if the visible part is so light that it would vanish on white. */
function groundOf(data: Pixels["data"], { starts }: PixelRuns, area: number): number {
  let sum = 0;
  for (let run = 0; run < starts.length; run++) {
    const at = starts[run]! * 4;
    const end = run + 1 < starts.length ? starts[run + 1]! : SIDE * SIDE;
    if (data[at + 3]! >= VISIBLE) sum += lumaOf(data[at]!, data[at + 1]!, data[at + 2]!) * (end - starts[run]!);
  }
  return sum > 215 * area ? 0 : 255;
}

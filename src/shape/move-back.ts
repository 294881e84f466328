import type { Pixels } from "../phash/pixels.js";
import { SIDE, VISIBLE } from "./find-sign.js";

/** Copies of lines differ at most by this many levels. */
const SAME_LEVELS = 6;
/** Fewer copies of the outermost line are part of a drawing, */
const LEAST_COPIES = 3;
/** and so are as many as this. */
const MOST_COPIES = 12;

/** Rows or columns: bytes from one line to the next, and from one pixel of a line to the next. */
interface Lines {
  readonly next: number;
  readonly along: number;
}

const COLUMNS: Lines = { next: 4, along: 4 * SIDE };
const ROWS: Lines = { next: 4 * SIDE, along: 4 };

/** An image that was moved back. */
export interface MovedBack {
  readonly pixels: Pixels;
  /** By how many pixels it had been moved to the right, and down. Negative: to the left, and up. */
  readonly right: number;
  readonly down: number;
}

/**
 * Moves an image back if it was moved and its outermost rows or columns were copied into the gap. Lines of one color
 * are a margin instead. What was moved out of the image is missing.
 *
 * @param pixels a square with a side of `SIDE`
 * @returns undefined if it has no such copies
 */
export function moveBack({ data }: Pixels): MovedBack | undefined {
  const right = movedBy(data, COLUMNS);
  const down = movedBy(data, ROWS);
  if (right === 0 && down === 0) return undefined;
  const into = new Uint8Array(data.length);
  for (let y = Math.max(0, -down); y < Math.min(SIDE, SIDE - down); y++) {
    const from = Math.max(0, -right);
    const to = Math.min(SIDE, SIDE - right);
    const source = ((y + down) * SIDE + from + right) * 4;
    into.set(data.subarray(source, source + (to - from) * 4), (y * SIDE + from) * 4);
  }
  return { pixels: { width: SIDE, height: SIDE, data: into }, right, down };
}

/** The number of copies at the first line, or, negative, at the last one. */
function movedBy(data: Pixels["data"], lines: Lines): number {
  const first = copiesOf(data, lines, 0, lines.next);
  return first > 0 ? first : -copiesOf(data, lines, (SIDE - 1) * lines.next, -lines.next);
}

/** @param start of the outermost line @param step to the next line, inwards */
function copiesOf(data: Pixels["data"], { along }: Lines, start: number, step: number): number {
  if (isOneColor(data, start, along)) return 0;
  let count = 0;
  while (count < MOST_COPIES && areEqual(data, start, start + step * (count + 1), along)) count++;
  return count < LEAST_COPIES || count === MOST_COPIES ? 0 : count;
}

function isOneColor(data: Pixels["data"], start: number, along: number): boolean {
  for (let pixel = 1; pixel < SIDE; pixel++) if (!isSame(data, start, start + pixel * along)) return false;
  return true;
}

function areEqual(data: Pixels["data"], one: number, other: number, along: number): boolean {
  for (let pixel = 0; pixel < SIDE; pixel++)
    if (!isSame(data, one + pixel * along, other + pixel * along)) return false;
  return true;
}

/** Whether two pixels look the same: both invisible, or of about one color. */
function isSame(data: Pixels["data"], one: number, other: number): boolean {
  if (data[one + 3]! < VISIBLE && data[other + 3]! < VISIBLE) return true;
  for (let channel = 0; channel < 4; channel++)
    if (Math.abs(data[one + channel]! - data[other + channel]!) > SAME_LEVELS) return false;
  return true;
}

import type { Pixels } from "../phash/pixels.js";
import { frequentColor, levelsApart, SIDE, VISIBLE } from "./find-sign.js";

/** Pixels of the background differ from its color by at most this many levels: less than pale parts of a sign. */
const LEVELS = 10;

/**
 * The image with its background made transparent: what has about the most frequent color of the image's edge and is
 * connected with the edge. This restores an icon that was saved on a background.
 *
 * @param pixels a square with a side of `SIDE`
 * @returns undefined if the edge is mostly transparent
 */
export function removeBackground({ data }: Pixels): Pixels | undefined {
  const frequent = frequentColor(data, EDGE);
  const visible = EDGE.filter((pixel) => data[pixel * 4 + 3]! >= VISIBLE).length;
  if (frequent === undefined || 2 * visible < EDGE.length) return undefined;
  const { color } = frequent;
  const removed = Uint8Array.from(data);
  const stack: number[] = [];
  const visit = (pixel: number): void => {
    // Transparent pixels have been visited, or they are not part of the background.
    if (removed[pixel * 4 + 3]! < VISIBLE || levelsApart(data, pixel * 4, color) > LEVELS) return;
    removed[pixel * 4 + 3] = 0;
    stack.push(pixel);
  };
  for (const pixel of EDGE) visit(pixel);
  for (let pixel = stack.pop(); pixel !== undefined; pixel = stack.pop()) {
    const x = pixel % SIDE;
    if (x > 0) visit(pixel - 1);
    if (x < SIDE - 1) visit(pixel + 1);
    if (pixel >= SIDE) visit(pixel - SIDE);
    if (pixel < SIDE * (SIDE - 1)) visit(pixel + SIDE);
  }
  return { width: SIDE, height: SIDE, data: removed };
}

/** The pixels along the edge of the image; those in corners count twice. */
const EDGE = Array.from({ length: SIDE }, (_, at) => [
  at,
  SIDE * (SIDE - 1) + at,
  SIDE * at,
  SIDE * at + SIDE - 1,
]).flat();

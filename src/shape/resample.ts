import type { Pixels } from "../phash/pixels.js";
import { type Box, SIDE } from "./find-sign.js";

/** Units in a pixel. */
export const UNITS = 65536;

/** A part of an image, enlarged to fill the square as far as its proportions allow. */
export function enlarge(pixels: Pixels, box: Box): Pixels & { data: Uint8Array } {
  const { left, right, top, bottom } = box;
  const [width, height] = [right - left + 1, bottom - top + 1];
  const step = Math.floor((UNITS * Math.max(width, height)) / SIDE);
  const startOf = (from: number, size: number): number =>
    UNITS * from + Math.floor((UNITS * size - SIDE * step + step - UNITS) / 2);
  return resample(pixels, { left: startOf(left, width), top: startOf(top, height), along: step, across: 0 }, box);
}

/** Where samples are taken, in units: the first one, and the step from one to the next, along a row and across it. */
export interface Grid {
  readonly left: number;
  readonly top: number;
  readonly along: number;
  readonly across: number;
}

/** Samples an image between its nearest four pixels. What is outside the box is transparent. */
export function resample({ data }: Pixels, grid: Grid, box: Box): Pixels & { data: Uint8Array } {
  const into = new Uint8Array(SIDE * SIDE * 4);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const fromX = grid.left + x * grid.along + y * grid.across;
      const fromY = grid.top + y * grid.along - x * grid.across;
      const [pixelX, pixelY] = [Math.floor(fromX / UNITS), Math.floor(fromY / UNITS)];
      // In 256ths, so that sums of products stay integers.
      const [partX, partY] = [((fromX - pixelX * UNITS) >> 8) & 255, ((fromY - pixelY * UNITS) >> 8) & 255];
      let [opaque, red, green, blue] = [0, 0, 0, 0];
      for (let corner = 0; corner < 4; corner++) {
        const right = corner & 1;
        const below = corner >> 1;
        const sourceX = pixelX + right;
        const sourceY = pixelY + below;
        if (sourceX < box.left || sourceX > box.right || sourceY < box.top || sourceY > box.bottom) continue;
        const at = (sourceY * SIDE + sourceX) * 4;
        const weight = data[at + 3]! * (right ? partX : 256 - partX) * (below ? partY : 256 - partY);
        opaque += weight;
        red += weight * data[at]!;
        green += weight * data[at + 1]!;
        blue += weight * data[at + 2]!;
      }
      if (opaque === 0) continue;
      const to = (y * SIDE + x) * 4;
      into[to] = Math.round(red / opaque);
      into[to + 1] = Math.round(green / opaque);
      into[to + 2] = Math.round(blue / opaque);
      into[to + 3] = Math.round(opaque / UNITS);
    }
  }
  return { width: SIDE, height: SIDE, data: into };
}

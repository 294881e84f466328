/** The side of compared images in pixels, two for each cell. */
export const SIDE = 128;
/** Images differ if more of their 4,096 cells do: 2 %. */
export const MAX_DIFFERENT = 81;

const CELLS = 64;
const PIXELS = SIDE / CELLS;
const GROUNDS = [255, 128];
/** Channels of a cell: red, green and blue over each ground, and alpha. */
const CHANNELS = 7;
const ALPHA = 6;
const TOLERANCE = 24;

/**
 * An image in 64 × 64 cells, over white and over gray.
 *
 * @param pixels RGBA of 128 × 128 pixels
 */
export function cellsOf(pixels) {
  const cells = new Float32Array(CELLS * CELLS * CHANNELS);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const from = (y * SIDE + x) * 4;
      const to = (Math.floor(y / PIXELS) * CELLS + Math.floor(x / PIXELS)) * CHANNELS;
      const alpha = pixels[from + 3] / 255;
      for (const [at, ground] of GROUNDS.entries()) {
        for (let channel = 0; channel < 3; channel++)
          cells[to + at * 3 + channel] += pixels[from + channel] * alpha + ground * (1 - alpha);
      }
      cells[to + ALPHA] += pixels[from + 3];
    }
  }
  return cells.map((sum) => sum / PIXELS ** 2);
}

/** Whether nothing is seen. */
export function isBlank(cells) {
  for (let at = ALPHA; at < cells.length; at += CHANNELS) if (cells[at] > TOLERANCE) return false;
  return true;
}

/**
 * The number of cells that have no similar one in the other image within one cell around their place, in either
 * direction and on either ground.
 */
export function countDifferent(one, other) {
  let count = 0;
  for (let y = 0; y < CELLS; y++) {
    for (let x = 0; x < CELLS; x++) {
      const isFound = [0, 3].every((ground) => isNear(one, other, x, y, ground) && isNear(other, one, x, y, ground));
      if (!isFound) count++;
    }
  }
  return count;
}

function isNear(one, other, x, y, ground) {
  const own = (y * CELLS + x) * CHANNELS + ground;
  if (isSimilar(one, own, other, own)) return true;
  for (let ny = Math.max(0, y - 1); ny <= Math.min(CELLS - 1, y + 1); ny++) {
    for (let nx = Math.max(0, x - 1); nx <= Math.min(CELLS - 1, x + 1); nx++) {
      if (isSimilar(one, own, other, (ny * CELLS + nx) * CHANNELS + ground)) return true;
    }
  }
  return false;
}

function isSimilar(one, at, other, to) {
  return (
    Math.abs(one[at] - other[to]) <= TOLERANCE &&
    Math.abs(one[at + 1] - other[to + 1]) <= TOLERANCE &&
    Math.abs(one[at + 2] - other[to + 2]) <= TOLERANCE
  );
}

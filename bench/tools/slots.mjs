import sharp from "sharp";

/** The side of a slot in pixels. */
export const SIDE = 64;
export const COLUMNS = 20;
const LEVELS = 24;
const MARGIN = 4;

/** The size of a page with slots. */
export function pageOf(slots) {
  return { width: COLUMNS * SIDE, height: Math.ceil(slots / COLUMNS) * SIDE };
}

/** The part of the pixels of a slot of `one` that are unlike the same and all neighboring pixels of `other`. */
export function partBeyond(one, other, slot) {
  const [left, top] = [(slot % COLUMNS) * SIDE, Math.floor(slot / COLUMNS) * SIDE];
  const near = [-1, 0, 1];
  let count = 0;
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const offset = 3 * ((top + y) * COLUMNS * SIDE + left + x);
      const isLike = (dx, dy) => {
        if (x + dx < 0 || x + dx >= SIDE || y + dy < 0 || y + dy >= SIDE) return false;
        const from = offset + 3 * (dy * COLUMNS * SIDE + dx);
        return [0, 1, 2].every((channel) => Math.abs(one[offset + channel] - other[from + channel]) <= LEVELS);
      };
      if (!near.some((dy) => near.some((dx) => isLike(dx, dy)))) count++;
    }
  return count / SIDE ** 2;
}

/**
 * Writes slots of two pages side by side.
 *
 * @param pairs the number of the slot in `at`, and pixels in `alone` and `page`
 */
export async function writeSlots(pairs, path) {
  const cells = pairs.flatMap(({ at, alone, page }, number) =>
    [alone, page].map(async (pixels, column) => ({
      input: await sharp(pixels, {
        raw: { width: COLUMNS * SIDE, height: pixels.length / (3 * COLUMNS * SIDE), channels: 3 },
      })
        .extract({ left: (at % COLUMNS) * SIDE, top: Math.floor(at / COLUMNS) * SIDE, width: SIDE, height: SIDE })
        .png()
        .toBuffer(),
      left: ((number % 6) * 2 + column) * (SIDE + MARGIN),
      top: Math.floor(number / 6) * (SIDE + MARGIN),
    })),
  );
  const [width, height] = [12 * (SIDE + MARGIN), Math.ceil(pairs.length / 6) * (SIDE + MARGIN)];
  await sharp({ create: { width, height, channels: 3, background: "#888888" } })
    .composite(await Promise.all(cells))
    .png()
    .toFile(path);
}

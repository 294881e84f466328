import { COLOR_BYTES, PALETTE_BYTES, shareOf, WHOLE_SHARE } from "./palette-table.js";

/** Parts of a step of OKLab in which mean colours are kept. */
export const MEAN_PARTS = 4;

/** Bits of lightness, of a and of b in a mean colour, lightness in the lowest. */
export const MEAN_BITS = 10;

/** What stands for the mean colour of an icon without a palette: all bits set. */
export const NO_MEAN = -1;

/** Bytes of a mean colour. */
export const MEAN_BYTES = 4;

/**
 * The mean colours of palettes as `palettes.bin` holds them: per palette a word of lightness, a and b, weighted by share, rounded to
 * quarters of a step.
 *
 * @param palettes `PALETTE_BYTES` each, in little-endian order
 */
export function meanColors(palettes: Uint8Array): Int32Array {
  const view = new DataView(palettes.buffer, palettes.byteOffset, palettes.byteLength);
  const means = new Int32Array(palettes.length / PALETTE_BYTES);
  for (let at = 0; at < means.length; at++) {
    const sums = [0, 0, 0];
    let whole = 0;
    for (let color = at * PALETTE_BYTES; color < (at + 1) * PALETTE_BYTES; color += COLOR_BYTES) {
      const share = shareOf(view.getUint32(color, true));
      whole += share;
      for (let axis = 0; axis < 3; axis++) sums[axis]! += view.getUint8(color + axis) * share;
    }
    const [lightness, a, b] = sums.map((sum) => Math.round((sum * MEAN_PARTS) / WHOLE_SHARE)) as [
      number,
      number,
      number,
    ];
    means[at] = whole === 0 ? NO_MEAN : lightness | (a << MEAN_BITS) | (b << (2 * MEAN_BITS));
  }
  return means;
}

import type { Oklab } from "../color/color.js";
import { PALETTE_COLORS } from "../palette/palette-size.js";
import { decodeContainer, joinPieces, layOutContainer, type Pieces, u32Section } from "./container.js";
import { FormatError } from "./format-error.js";

/** A color: lightness, a and b of OKLab, share; a byte each. */
export const COLOR_BYTES = 4;

export const PALETTE_BYTES = PALETTE_COLORS * COLOR_BYTES;

/** The sum of a palette's shares. */
export const WHOLE_SHARE = 255;

/** Steps in 1 of OKLab, the same along all three axes: a just noticeable difference is about five of them. */
export const LAB_STEPS = 255;

/** The value of a and b for neutral colors. */
export const LAB_NEUTRAL = 128;

/** Precision of mean colors: fractions of an OKLab step. */
export const MEAN_PARTS = 4;

/** Bits of lightness, of a and of b in a mean color, lightness in the lowest. */
export const MEAN_BITS = 10;

/** The mean color of an icon without a palette: all bits set. */
export const NO_MEAN = -1;

/** Bytes of a mean color. */
export const MEAN_BYTES = 4;

/** The color palettes by ordinal. */
export interface PaletteTable {
  readonly file: string;
  /** Number of ordinals; 0 if no icon has a palette. */
  readonly count: number;
  /**
   * `PALETTE_COLORS` words per ordinal, in place: lightness in the lowest byte, then a, b, and the share in the
   * highest. The largest share comes first; a share of 0 ends the palette.
   */
  readonly colors: Uint32Array;
  /** The mean color of each palette, in place: a word as computed by `meanColors`. */
  readonly means: Int32Array;
  /** Number of colors of the palette at `ordinal`; 0 if it has none. */
  size(ordinal: number): number;
}

/**
 * The file in pieces.
 *
 * @param lengths bytes of all palettes and of all mean colors; 0 if no icon has a palette
 * @param parts the bytes of the palettes by ordinal, followed by those of the mean colors
 */
export function layOutPaletteTable(
  lengths: { readonly palettes: number; readonly means: number },
  parts: Iterable<Uint8Array>,
): Pieces {
  return layOutContainer("PALT", PALETTE_COLORS, [lengths.palettes, lengths.means], parts);
}

/** Opens a palette table in place. @throws FormatError if the table is damaged */
export function decodePaletteTable(bytes: Uint8Array, file: string): PaletteTable {
  const container = decodeContainer(bytes, "PALT", file);
  const colors = u32Section(container, 0);
  const words = u32Section(container, 1);
  const means = new Int32Array(words.buffer, words.byteOffset, words.length);
  const count = colors.length / PALETTE_COLORS;
  if (container.parameter !== PALETTE_COLORS) {
    throw new FormatError(file, `has palettes of ${container.parameter} colors, expected ${PALETTE_COLORS}`);
  }
  if (!Number.isInteger(count)) throw new FormatError(file, "does not hold a whole number of palettes");
  if (means.length !== count) throw new FormatError(file, `has ${means.length} mean colors for ${count} palettes`);
  return {
    file,
    count,
    colors,
    means,
    size(ordinal) {
      if (!(ordinal >= 0 && ordinal < count)) return 0;
      const first = ordinal * PALETTE_COLORS;
      let size = 0;
      while (size < PALETTE_COLORS && shareOf(colors[first + size]!) !== 0) size++;
      return size;
    },
  };
}

/** The share of a color of a table, 0 to `WHOLE_SHARE`. */
export function shareOf(color: number): number {
  return color >>> 24;
}

/** A palette table in memory. @param palettes blocks of `PALETTE_BYTES` per ordinal, in order */
export function encodePaletteTable(palettes: readonly Uint8Array[]): Uint8Array {
  const means = palettes.map((block) => {
    const { buffer, byteLength } = meanColors(block);
    return new Uint8Array(buffer, 0, byteLength);
  });
  return joinPieces(
    layOutPaletteTable({ palettes: bytesOf(palettes), means: bytesOf(means) }, [...palettes, ...means]),
  );
}

function bytesOf(blocks: readonly Uint8Array[]): number {
  return blocks.reduce((sum, { length }) => sum + length, 0);
}

/**
 * The mean colors of palettes as stored in `palettes.bin`: per palette a word of lightness, a and b, weighted by share,
 * rounded to quarters of a step.
 *
 * @param palettes `PALETTE_BYTES` each, little-endian
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

/** A mean color in OKLab. @param mean not `NO_MEAN` */
export function decodeMean(mean: number): Oklab {
  const step = (at: number): number => ((mean >>> (at * MEAN_BITS)) & (2 ** MEAN_BITS - 1)) / MEAN_PARTS;
  const [l, a, b] = [step(0) / LAB_STEPS, (step(1) - LAB_NEUTRAL) / LAB_STEPS, (step(2) - LAB_NEUTRAL) / LAB_STEPS];
  return { mode: "oklab", l, a, b };
}

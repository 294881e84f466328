import { joinPieces } from "./container.js";
import { meanColors } from "./mean-color.js";
import { layOutPaletteTable } from "./palette-table.js";

/** A palette table in memory. @param palettes blocks of `PALETTE_BYTES` an ordinal, in their order */
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

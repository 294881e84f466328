import { join } from "node:path";
import { PALETTE_FILE } from "#src/format/artifact-files.js";
import { layOutPaletteTable, PALETTE_BYTES } from "#src/format/palette-table.js";
import type { ArtifactWriter } from "./artifact-writer.js";
import { openSpool } from "./spool.js";

const ZEROS = new Uint8Array(1 << 16);

/** Appends palettes in the order of their ordinals. Memory: 1 MiB; the palettes wait in a file for their number to be known. */
export interface PaletteWriter {
  /** @param palettes those of the next `records` records; empty where none of them has one */
  append(palettes: Uint8Array, records: number): void;
  /** Writes the table. */
  close(): void;
}

/** @param scratch folder for what is collected; it is removed again */
export function createPaletteWriter(writer: ArtifactWriter, scratch: string): PaletteWriter {
  const spool = openSpool(join(scratch, "palettes"));
  /** Bytes of records without palettes that have not been appended yet. */
  let lacking = 0;
  const catchUp = (): void => {
    for (; lacking > 0; lacking -= Math.min(lacking, ZEROS.length)) spool.append(ZEROS.subarray(0, lacking));
  };
  return {
    append(palettes, records) {
      if (palettes.length === 0) {
        lacking += records * PALETTE_BYTES;
        return;
      }
      catchUp();
      spool.append(palettes);
    },
    close() {
      // Where no icon has a palette, the table stays empty.
      if (spool.size() > 0) catchUp();
      writer.write(PALETTE_FILE, layOutPaletteTable(spool.size(), spool.drain()).pieces);
    },
  };
}

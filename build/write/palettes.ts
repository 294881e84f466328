import { join } from "node:path";
import { PALETTE_FILE } from "#src/format/artifact-files.js";
import { layOutPaletteTable, MEAN_BYTES, meanColors, NO_MEAN, PALETTE_BYTES } from "#src/format/palette-table.js";
import type { ArtifactWriter } from "./artifact-writer.js";
import { openSpool, type Spool } from "./spool.js";

/** Maximum number of records without palettes that are written in one step. */
const LACKING_AT_ONCE = 1 << 12;
const NO_PALETTES = new Uint8Array(LACKING_AT_ONCE * PALETTE_BYTES);
const NO_MEANS = bytesOf(new Int32Array(LACKING_AT_ONCE).fill(NO_MEAN));

/**
 * Appends palettes by ascending ordinal. Memory: 2 MiB; palettes and means are kept in files until their number is
 * known.
 */
export interface PaletteWriter {
  /** @param palettes those of the next `records` records; empty if none of them has one */
  append(palettes: Uint8Array, records: number): void;
  /** Writes the table. */
  close(): void;
}

/** @param scratch folder for temporary data; it is removed at the end */
export function createPaletteWriter(writer: ArtifactWriter, scratch: string): PaletteWriter {
  const palettes = openSpool(join(scratch, "palettes"));
  const means = openSpool(join(scratch, "palette-means"));
  /** Records without palettes that have not been appended yet. */
  let lacking = 0;
  const catchUp = (): void => {
    while (lacking > 0) {
      const records = Math.min(lacking, LACKING_AT_ONCE);
      palettes.append(NO_PALETTES.subarray(0, records * PALETTE_BYTES));
      means.append(NO_MEANS.subarray(0, records * MEAN_BYTES));
      lacking -= records;
    }
  };
  return {
    append(section, records) {
      if (section.length === 0) {
        lacking += records;
        return;
      }
      catchUp();
      palettes.append(section);
      means.append(bytesOf(meanColors(section)));
    },
    close() {
      // If no icon has a palette, the table stays empty.
      if (palettes.size() > 0) catchUp();
      const lengths = { palettes: palettes.size(), means: means.size() };
      writer.write(PALETTE_FILE, layOutPaletteTable(lengths, oneAfterTheOther(palettes, means)).pieces);
    },
  };
}

function* oneAfterTheOther(...spools: readonly Spool[]): Generator<Uint8Array> {
  for (const spool of spools) yield* spool.drain();
}

function bytesOf(words: Int32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

import { assignCenters } from "#src/catalog/similar/assign-centers.js";
import type { DuplicateTables } from "#src/catalog/similar/duplicate-pairs.js";
import { isLowDetail } from "#src/catalog/similar/hash-distance.js";
import { joinPieces } from "#src/format/container.js";
import { createHashTableBuilder, decodeHashTable } from "#src/format/hash-table.js";
import { packPalette } from "#src/format/pack-palette.js";
import { decodePaletteTable, encodePaletteTable, PALETTE_BYTES } from "#src/format/palette-table.js";
import { createShapeTable } from "#src/format/shape-table.js";
import { SHAPE_BYTES } from "#src/shape/shape-text.js";
import type { Analysis } from "../analysis/analysis.js";
import type { SourceRecord } from "../dataset/source-record.js";

/** Records per allocation. */
const BLOCK = 2 ** 12;

/** The tables that `duplicatePairs` compares, in memory: 130 bytes per record, 350 once they are encoded. */
export interface DuplicateTableBuilder {
  /** Adds the next record. Its own hash and palette take precedence; hashes of low detail are left out. */
  add(source: Pick<SourceRecord, "phash" | "colorPalette">, analysis: Analysis | undefined): void;
  encode(): DuplicateTables;
}

export function createDuplicateTables(): DuplicateTableBuilder {
  const hashes = createHashTableBuilder();
  const palettes: Uint8Array[] = [];
  const shapes: Uint8Array[] = [];
  return {
    add(source, analysis) {
      const hash = source.phash ?? analysis?.phash;
      const says = hash !== undefined && !saysLittle(hash, analysis);
      hashes.add(says ? BigInt(`0x${hash}`) : undefined);
      const at = hashes.count - 1;
      packPalette(source.colorPalette ?? analysis?.colorPalette ?? [], roomAt(palettes, at, PALETTE_BYTES));
      const descriptor = roomAt(shapes, at, SHAPE_BYTES);
      if (analysis?.descriptor !== undefined) descriptor.set(analysis.descriptor);
    },
    encode: () => ({
      hashes: decodeHashTable(joinPieces(hashes.encode()), "hashes of the dataset"),
      palettes: decodePaletteTable(encodePaletteTable(palettes), "palettes of the dataset"),
      shapes: createShapeTable(shapes, "shapes of the dataset", assignCenters),
    }),
  };
}

/** The bytes of an ordinal in blocks of which the last one is filled. */
function roomAt(blocks: Uint8Array[], ordinal: number, bytes: number): Uint8Array {
  const at = (ordinal % BLOCK) * bytes;
  if (at === 0) blocks.push(new Uint8Array(BLOCK * bytes));
  return blocks.at(-1)!.subarray(at, at + bytes);
}

/** Whether an icon's hash has low detail. @param hash the record's own hash or that of the analysis */
export function saysLittle(hash: string, analysis: Analysis | undefined): boolean {
  const uncertain = analysis !== undefined && analysis.phash === hash ? analysis.uncertain : NONE_UNCERTAIN;
  return isLowDetail(...hashWords(hash), ...hashWords(uncertain));
}

const NONE_UNCERTAIN = "0".repeat(16);

/** Splits a hash into its low and high word, as 32-bit integers. @param hash 16 hex digits */
function hashWords(hash: string): [low: number, high: number] {
  return [Number.parseInt(hash.slice(8), 16) | 0, Number.parseInt(hash.slice(0, 8), 16) | 0];
}

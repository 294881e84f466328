import { isLowDetail } from "#src/catalog/similar/low-detail.js";
import { MAX_COMPARED, nearestHashes } from "#src/catalog/similar/nearest-hashes.js";
import { COLOR_DISTANCE_UNIT, createPaletteComparer } from "#src/catalog/similar/palette-comparison.js";
import { queryHashes } from "#src/catalog/similar/query-hash.js";
import { joinPieces } from "#src/format/container.js";
import { encodePaletteTable } from "#src/format/encode-palette-table.js";
import { createHashTableBuilder, decodeHashTable } from "#src/format/hash-table.js";
import { decodePaletteTable, PALETTE_BYTES } from "#src/format/palette-table.js";
import type { Analysis } from "../analysis/analyse.js";
import type { SourceRecord } from "../check/source-record.js";
import { packPalette } from "../write/pack-palette.js";
import { hashWords } from "./hash-words.js";
import { createKinship } from "./kinship.js";

/** Hamming distance up to which two pictures look alike. Of signs in one colour, many that are 6 apart show different things. */
export const MAX_DISTANCE = 4;

/** How far apart their palettes may be at most: the earth mover's distance in OKLab. */
export const MAX_PALETTE_DISTANCE = 0.08;

/** Palettes that get their memory together. */
const BLOCK = 2 ** 12;

/** Pictures of different houses under different names that look alike. Memory: 60 bytes a record, twice that while pairs are taken. */
export interface LookAlikes {
  /** Adds the next record. */
  add(source: SourceRecord, picture: Analysis | undefined): void;
  /**
   * Each pair once, by the record that comes later. Exact, but for hashes with more than 4,096 look-alikes.
   * Cost: a look-up in the index of hashes for each record, microseconds each.
   */
  pairs(): Generator<readonly [ordinal: number, other: number, distance: number]>;
}

export function createLookAlikes(): LookAlikes {
  const hashes = createHashTableBuilder();
  const blocks: Uint8Array[] = [];
  const kinship = createKinship();
  return {
    add(source, picture) {
      const hash = source.phash ?? picture?.phash;
      const says = hash !== undefined && !isLowDetail(...hashWords(hash));
      hashes.add(says ? BigInt(`0x${hash}`) : undefined);
      const at = ((hashes.count - 1) % BLOCK) * PALETTE_BYTES;
      if (at === 0) blocks.push(new Uint8Array(BLOCK * PALETTE_BYTES));
      const palette = blocks.at(-1)!.subarray(at, at + PALETTE_BYTES);
      packPalette(source.colorPalette ?? picture?.colorPalette ?? [], palette);
      kinship.add(source);
    },
    *pairs() {
      const table = decodeHashTable(joinPieces(hashes.encode()), "hashes of the dataset");
      const colors = decodePaletteTable(encodePaletteTable(blocks), "palettes of the dataset");
      const comparer = createPaletteComparer(colors);
      const { areKin } = kinship.compare();
      for (let ordinal = 0; ordinal < table.count; ordinal++) {
        const hash = table.get(ordinal);
        if (hash === undefined) continue;
        const comparison = comparer(ordinal);
        for (const near of nearestHashes(table, queryHashes(hash, []), MAX_COMPARED, MAX_DISTANCE, ordinal)) {
          const other = near.ordinal;
          if (other > ordinal || areKin(ordinal, other)) continue;
          // Without a palette there is nothing to tell them apart by.
          const most = MAX_PALETTE_DISTANCE * COLOR_DISTANCE_UNIT;
          const comparable = comparison !== undefined && colors.size(other) > 0;
          if (comparable && comparison.distanceTo(other, most) === Number.POSITIVE_INFINITY) continue;
          yield [ordinal, other, near.distance];
        }
      }
    },
  };
}

import { isLowDetail, queryHashes } from "#src/catalog/similar/hash-distance.js";
import { MAX_COMPARED, nearestHashes } from "#src/catalog/similar/nearest-hashes.js";
import { COLOR_DISTANCE_UNIT, createPaletteComparer } from "#src/catalog/similar/palette-comparison.js";
import { joinPieces } from "#src/format/container.js";
import { createHashTableBuilder, decodeHashTable } from "#src/format/hash-table.js";
import { decodePaletteTable, encodePaletteTable, PALETTE_BYTES } from "#src/format/palette-table.js";
import { words } from "#src/text/fold.js";
import type { Analysis } from "../../analysis/analysis.js";
import { createNumberList, textNumber } from "../../dataset/number-list.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import { packPalette } from "../../write/palettes.js";
import type { Check, NamedChecks } from "./check.js";
import { comparableDeveloper } from "./equal-records.js";

/** Palettes per allocation. */
const BLOCK = 2 ** 12;

/**
 * Maximum Hamming distance of images that are reported as similar. Many monochrome symbols at a distance of 6 show
 * different things.
 */
export const MAX_DISTANCE = 4;

/** Maximum distance of their palettes: earth mover's distance in OKLab. */
const MAX_PALETTE_DISTANCE = 0.08;

const nearDuplicate: Check = {
  severity: "warning",
  about: `an image similar to an earlier one: hashes at most ${MAX_DISTANCE} bits apart, palettes at most ${MAX_PALETTE_DISTANCE} in OKLab. Ignores records with the same developer or a common word in the name, and low-detail hashes`,
  remedy: "Find out which image is wrong; add an exception if the similarity is intended.",
  images: true,
  begin({ report, readRecord }) {
    const similar = createSimilarImages();
    return {
      record: ({ source, analysis }) => similar.add(source, analysis),
      end() {
        for (const [ordinal, other, distance] of similar.pairs()) {
          const finding = async () => {
            const { image, phash } = await readRecord(ordinal);
            const { id, name } = await readRecord(other);
            const message = `looks like ${JSON.stringify(id)} (${name}), Hamming distance ${distance}`;
            return { path: [image === undefined ? "phash" : "image"], value: image ?? phash, message };
          };
          report(ordinal, finding, [other]);
        }
      },
    };
  },
};

export const similarImageChecks = {
  "near-duplicate": nearDuplicate,
} satisfies NamedChecks;

/** Finds similar images of unrelated records. Memory: 60 bytes per record, twice that while pairs are read. */
export interface SimilarImages {
  /** Adds the next record. */
  add(source: SourceRecord, analysis: Analysis | undefined): void;
  /**
   * Yields each pair once, by its later record. Exact, except for hashes with more than 4,096 similar ones. Cost: a
   * look-up in the hash index per record, microseconds each.
   */
  pairs(): Generator<readonly [ordinal: number, other: number, distance: number]>;
}

export function createSimilarImages(): SimilarImages {
  const hashes = createHashTableBuilder();
  const blocks: Uint8Array[] = [];
  const related = createRelatedRecords();
  return {
    add(source, analysis) {
      const hash = source.phash ?? analysis?.phash;
      const says = hash !== undefined && !saysLittle(hash, analysis);
      hashes.add(says ? BigInt(`0x${hash}`) : undefined);
      const at = ((hashes.count - 1) % BLOCK) * PALETTE_BYTES;
      if (at === 0) blocks.push(new Uint8Array(BLOCK * PALETTE_BYTES));
      const palette = blocks.at(-1)!.subarray(at, at + PALETTE_BYTES);
      packPalette(source.colorPalette ?? analysis?.colorPalette ?? [], palette);
      related.add(source);
    },
    *pairs() {
      const table = decodeHashTable(joinPieces(hashes.encode()), "hashes of the dataset");
      const colors = decodePaletteTable(encodePaletteTable(blocks), "palettes of the dataset");
      const comparer = createPaletteComparer(colors);
      const { areRelated } = related.compare();
      for (let ordinal = 0; ordinal < table.count; ordinal++) {
        const hash = table.get(ordinal);
        if (hash === undefined) continue;
        const comparison = comparer(ordinal);
        for (const near of nearestHashes(table, queryHashes(hash, []), MAX_COMPARED, MAX_DISTANCE, ordinal)) {
          const other = near.ordinal;
          if (other > ordinal || areRelated(ordinal, other)) continue;
          // Without palettes, they can't be distinguished.
          const most = MAX_PALETTE_DISTANCE * COLOR_DISTANCE_UNIT;
          const comparable = comparison !== undefined && colors.size(other) > 0;
          if (comparable && comparison.distanceTo(other, most) === Number.POSITIVE_INFINITY) continue;
          yield [ordinal, other, near.distance];
        }
      }
    },
  };
}

/**
 * Determines which records are related, so that similar images are expected. Memory: 8 bytes per record plus the words
 * of names.
 */
export interface RelatedRecords {
  /** Adds the next record. */
  add(source: SourceRecord): void;
  /** Compares the records added so far. */
  compare(): { areRelated(ordinal: number, other: number): boolean };
}

/** Records are related if they have the same developer or a common word in their names. */
function createRelatedRecords(): RelatedRecords {
  const developers = createNumberList();
  const nameWords = createNumberList();
  /** End of each name's words. */
  const ends = createNumberList();
  return {
    add({ name, developer }) {
      developers.add(textNumber(comparableDeveloper(developer)));
      for (const word of words(name)) nameWords.add(textNumber(word));
      ends.add(nameWords.length);
    },
    compare() {
      const developerOf = developers.all();
      const all = nameWords.all();
      const endOf = ends.all();
      const wordsOf = (ordinal: number): Float64Array => all.subarray(endOf[ordinal - 1] ?? 0, endOf[ordinal]);
      return {
        areRelated: (ordinal, other) =>
          developerOf[ordinal] === developerOf[other] || wordsOf(ordinal).some((word) => wordsOf(other).includes(word)),
      };
    },
  };
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

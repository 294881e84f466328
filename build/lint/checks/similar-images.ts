import { DUPLICATE_LIMITS, type DuplicatePair, duplicatePairs } from "#src/catalog/similar/duplicate-pairs.js";
import { isLowDetail } from "#src/catalog/similar/hash-distance.js";
import { joinPieces } from "#src/format/container.js";
import { createHashTableBuilder, decodeHashTable } from "#src/format/hash-table.js";
import { decodePaletteTable, encodePaletteTable, PALETTE_BYTES } from "#src/format/palette-table.js";
import { createShapeTable } from "#src/format/shape-table.js";
import { SHAPE_BYTES } from "#src/shape/shape-descriptor.js";
import { words } from "#src/text/fold.js";
import type { Analysis } from "../../analysis/analysis.js";
import { createNumberList, textNumber } from "../../dataset/number-list.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import { packPalette } from "../../write/palettes.js";
import type { Check, NamedChecks } from "./check.js";
import { comparableDeveloper } from "./equal-records.js";

/** Records per allocation. */
const BLOCK = 2 ** 12;

const { look, shape, hash: maxHash, color } = DUPLICATE_LIMITS;

const nearDuplicate: Check = {
  severity: "warning",
  about: `about the image of an earlier record: shapes at most ${shape} bits apart and look distance at most ${look}, or hashes at most ${maxHash} bits and palettes at most ${color}. Ignores records with the same developer or a common word in the name, and low-detail hashes`,
  remedy: "Find out which image is wrong; add an exception if the similarity is intended.",
  images: true,
  begin({ report, readRecord }) {
    const similar = createSimilarImages();
    return {
      record: ({ source, analysis }) => similar.add(source, analysis),
      end() {
        for (const { ordinal, other, shapeDistance, distance } of similar.pairs()) {
          const finding = async () => {
            const { image, phash } = await readRecord(ordinal);
            const { id, name } = await readRecord(other);
            const by = shapeDistance === undefined ? `Hamming distance ${distance}` : `shape distance ${shapeDistance}`;
            const message = `looks like ${JSON.stringify(id)} (${name}), ${by}`;
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

/** Finds near duplicates of unrelated records. Memory: 130 bytes per record, 350 while pairs are read. */
export interface SimilarImages {
  /** Adds the next record. */
  add(source: SourceRecord, analysis: Analysis | undefined): void;
  /** Yields each pair once, by its later record; see `duplicatePairs`. */
  pairs(): Generator<DuplicatePair>;
}

export function createSimilarImages(): SimilarImages {
  const hashes = createHashTableBuilder();
  const palettes: Uint8Array[] = [];
  const shapes: Uint8Array[] = [];
  const related = createRelatedRecords();
  return {
    add(source, analysis) {
      const hash = source.phash ?? analysis?.phash;
      const says = hash !== undefined && !saysLittle(hash, analysis);
      hashes.add(says ? BigInt(`0x${hash}`) : undefined);
      const at = hashes.count - 1;
      packPalette(source.colorPalette ?? analysis?.colorPalette ?? [], roomAt(palettes, at, PALETTE_BYTES));
      const descriptor = roomAt(shapes, at, SHAPE_BYTES);
      if (analysis?.descriptor !== undefined) descriptor.set(analysis.descriptor);
      related.add(source);
    },
    *pairs() {
      const { areRelated } = related.compare();
      const tables = {
        hashes: decodeHashTable(joinPieces(hashes.encode()), "hashes of the dataset"),
        palettes: decodePaletteTable(encodePaletteTable(palettes), "palettes of the dataset"),
        shapes: createShapeTable(shapes, "shapes of the dataset"),
      };
      for (const pair of duplicatePairs(tables))
        if (pair.kind === "near" && !areRelated(pair.ordinal, pair.other)) yield pair;
    },
  };
}

/** The bytes of an ordinal in blocks of which the last one is filled. */
function roomAt(blocks: Uint8Array[], ordinal: number, bytes: number): Uint8Array {
  const at = (ordinal % BLOCK) * bytes;
  if (at === 0) blocks.push(new Uint8Array(BLOCK * bytes));
  return blocks.at(-1)!.subarray(at, at + bytes);
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

import { DUPLICATE_LIMITS, type DuplicatePair, duplicatePairs } from "#src/catalog/similar/duplicate-pairs.js";
import { words } from "#src/text/fold.js";
import type { Analysis } from "../../analysis/analysis.js";
import { createNumberList, textNumber } from "../../dataset/number-list.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import { createDuplicateTables } from "../../write/duplicate-tables.js";
import type { Check, NamedChecks } from "./check.js";
import { comparableDeveloper } from "./equal-records.js";

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
  const tables = createDuplicateTables();
  const related = createRelatedRecords();
  return {
    add(source, analysis) {
      tables.add(source, analysis);
      related.add(source);
    },
    *pairs() {
      const { areRelated } = related.compare();
      for (const pair of duplicatePairs(tables.encode()))
        if (pair.kind === "near" && !areRelated(pair.ordinal, pair.other)) yield pair;
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

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceRecord } from "#build/dataset/source-record.js";
import { readBuiltInSynonyms } from "#build/synonyms/built-in-meaning.js";
import { readSynonyms } from "#build/synonyms/dataset-synonyms.js";
import type { Synonyms } from "#build/synonyms/synonyms.js";

/**
 * The shipped records from the JSON files, in display order: by rank, then by file. Read without the code under test.
 */
export function shippedSource(): SourceRecord[] {
  const folder = "data/icons";
  const files = readdirSync(folder).sort();
  const records = files.flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as SourceRecord[]);
  const ranked = records.map((record, position) => ({
    record,
    position,
    rank: record.rank ?? Number.POSITIVE_INFINITY,
  }));
  return ranked
    .sort((a, b) => (a.rank === b.rank ? a.position - b.position : a.rank < b.rank ? -1 : 1))
    .map(({ record }) => record);
}

/** The synonyms with which the shipped dataset is compiled. */
export function shippedSynonyms(): Synonyms {
  return readSynonyms("data") ?? readBuiltInSynonyms();
}

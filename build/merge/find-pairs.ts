import { setImmediate } from "node:timers/promises";
import { type DuplicateDistances, type DuplicateTables, duplicatePairs } from "#src/catalog/similar/duplicate-pairs.js";
import { fillersOf } from "#src/text/fillers.js";
import { comparableName, createEqualKeys, type EqualKeys } from "../dataset/equal-keys.js";
import type { MergeReason } from "../dataset/merge-decisions.js";
import type { SourceRecord } from "../dataset/source-record.js";
import { identityClaims } from "../write/identity-keys.js";

/** A name or identity of more records identifies none of them: in sets of symbols, hundreds are named Home. */
export const MAX_SHARED = 20;
/** Records of other datasets that are compared by eye with one whose image they resemble. */
export const MAX_ALIKE = 8;
/** Icons whose images are compared between two reports of progress. */
const STEP = 256;

/** Two records of different datasets that may be the same. */
export interface MergePair {
  /** The record with the higher priority. */
  readonly first: number;
  readonly second: number;
  readonly reasons: ReadonlySet<MergeReason>;
  /** If their images are duplicates. */
  readonly distances?: DuplicateDistances;
}

/** Finds records that may be the same. */
export interface PairFinder {
  /** Adds a record, in any order. */
  add(record: number, source: SourceRecord): void;
  /**
   * The pairs, by their first and then their second record.
   *
   * @param images compared besides the records @param datasetOf the number of a record's dataset
   */
  pairs(
    images: ImageRows,
    datasetOf: (record: number) => number,
    onProgress: (done: number, total: number) => void,
  ): Promise<FoundPairs>;
}

/** The images of the records. */
export interface ImageRows {
  readonly tables: DuplicateTables;
  /** The record of each row. */
  readonly recordAt: readonly number[];
  /** Number of rows at the beginning that belong to one dataset. */
  readonly largest: number;
}

export interface FoundPairs {
  readonly pairs: readonly MergePair[];
  /** Number of names and identities that too many records share. */
  readonly common: number;
}

interface Found {
  readonly reasons: Set<MergeReason>;
  distances?: DuplicateDistances;
}

export function createPairFinder(): PairFinder {
  const keys = { id: createEqualKeys(), name: createEqualKeys(), identity: createEqualKeys() };
  return {
    add(record, source) {
      const { id, formerIds = [] } = source;
      for (const one of [id, ...formerIds]) keys.id.add(one, record);
      for (const one of namesOf(source)) keys.name.add(one, record);
      for (const one of identitiesOf(source)) keys.identity.add(one, record);
    },
    async pairs({ tables, recordAt, largest }, datasetOf, onProgress) {
      const found = new Map<number, Found>();
      const count = recordAt.length;
      const at = (one: number, two: number): Found => {
        const key = Math.min(one, two) * count + Math.max(one, two);
        const known = found.get(key) ?? { reasons: new Set() };
        found.set(key, known);
        return known;
      };
      let common = 0;
      for (const [reason, equal] of Object.entries(keys) as [MergeReason, EqualKeys][]) {
        for (const owners of equal.groups()) {
          const records = [...new Set(owners)];
          if (new Set(records.map(datasetOf)).size < 2) continue;
          if (reason !== "id" && records.length > MAX_SHARED) {
            common++;
            continue;
          }
          for (const [one, two] of crossing(records, datasetOf)) at(one, two).reasons.add(reason);
        }
      }
      for (let from = largest; from < count; from += STEP) {
        const alike = new Map<number, number>();
        for (const { ordinal, other, kind: _kind, ...distances } of duplicatePairs(tables, from, from + STEP)) {
          const [one, two] = [recordAt[ordinal]!, recordAt[other]!];
          if (datasetOf(one) === datasetOf(two)) continue;
          const before = alike.get(one) ?? 0;
          alike.set(one, before + 1);
          // The nearest come first.
          if (before >= MAX_ALIKE) continue;
          const pair = at(one, two);
          pair.reasons.add("image");
          pair.distances = distances;
        }
        onProgress(Math.min(from + STEP, count), count);
        await setImmediate();
      }
      const pairs = [...found]
        .sort(([a], [b]) => a - b)
        .map(([key, pair]) => ({ first: Math.floor(key / count), second: key % count, ...pair }));
      return { pairs, common };
    },
  };
}

/** The names of a record, without fillers at the end: collections have the sign of Spotify as Spotify Icon. */
export function namesOf({ name, aliases = [] }: Pick<SourceRecord, "name" | "aliases">): Set<string> {
  return new Set([name, ...aliases].map(withoutFillers));
}

const { isFiller } = fillersOf();

function withoutFillers(name: string): string {
  const all = comparableName(name).split(" ");
  const end = all.findLastIndex((word) => !isFiller(word)) + 1;
  return (end === 0 ? all : all.slice(0, end)).join(" ");
}

/** What only one application has: domains that it lists or whose root is its website, and its other identifiers. */
export function identitiesOf(source: SourceRecord): Set<string> {
  const claims = identityClaims(source).flatMap(({ kind, value }) => {
    // Applications may share a website below its root and, in different registries, the name of an image.
    if (kind === "repository" || kind === "page") return [];
    return [`${kind === "root" ? "domain" : kind} ${value}`];
  });
  const { wikidata } = source.identifiers ?? {};
  return new Set(wikidata === undefined ? claims : [...claims, `wikidata ${wikidata}`]);
}

function* crossing(records: readonly number[], datasetOf: (record: number) => number): Generator<[number, number]> {
  for (const [at, one] of records.entries())
    for (const two of records.slice(at + 1)) if (datasetOf(one) !== datasetOf(two)) yield [one, two];
}

import { Index, type StorageInterface } from "flexsearch";
import { TERM_SLOTS } from "#src/format/artifact-files.js";
import type { IconRecord } from "#src/format/record.js";
import { searchableWords } from "#src/text/inner-words.js";
import { cached } from "./cached.js";
import { forwardTokens, type WordPostings } from "./forward-tokens.js";
import type { RunEntry } from "./run.js";

/**
 * Indexes the searchable text of records with FlexSearch and returns its postings as entries of a run.
 *
 * It uses the documented options `encoder` (a function), `score`, `tokenize` and `resolution` of FlexSearch, and a
 * storage adapter. The adapter reads `index.map` in `commit`, like the six adapters of FlexSearch, although its types
 * do not declare it: `Index.export` has the same content, but takes three quarters more of the indexing time for
 * writing and parsing JSON. `checkMap` fails the build if another version of FlexSearch has its map in another form.
 */
export interface TermIndex {
  /** Ordinals must ascend by one. */
  add(ordinal: number, record: Pick<IconRecord, "name" | "aliases" | "developer">): void;
  /** The forward tokens sorted by bytes. @throws Error if FlexSearch's index has an unknown form */
  freeze(): Promise<RunEntry[]>;
}

/** @param first the first ordinal */
export function createTermIndex(first: number): TermIndex {
  let nameEnd = 0;
  let count = 0;
  const index = new Index({
    tokenize: "strict",
    resolution: TERM_SLOTS,
    fastupdate: false,
    // The text consists of folded words. FlexSearch's own Encoder, which would fold and split it again, takes 85 %
    // longer.
    encoder: (text: string) => text.split(" "),
    score: (_words, _word, position) => slotOf(position, nameEnd),
    commit: false,
  });
  const storage = new FrozenStorage();
  const wordsOfDeveloper = cached(searchableWords);
  return {
    add(ordinal, { name, aliases = [], developer }) {
      // FlexSearch counts a word's position, so duplicates must be removed.
      const words = new Set(searchableWords(name));
      nameEnd = words.size;
      for (const alias of aliases) for (const word of searchableWords(alias)) words.add(word);
      for (const word of wordsOfDeveloper(developer)) words.add(word);
      index.add(ordinal, [...words].join(" "));
      count++;
    },
    async freeze() {
      await index.mount(storage as unknown as StorageInterface);
      await index.commit();
      return forwardTokens(storage.words, TERM_SLOTS, first, count);
    },
  };
}

/** Prefix of the name, elsewhere in the name, aliases and developer. */
function slotOf(position: number, nameEnd: number): number {
  if (position >= nameEnd) return 2;
  return position === 0 ? 0 : 1;
}

/** A FlexSearch storage adapter whose commit takes over the index's map: word → slot → ordinals. */
class FrozenStorage {
  words: WordPostings = new Map();

  async mount(index: Index): Promise<void> {
    (index as unknown as { db: unknown }).db = this;
  }

  async commit(index: Index): Promise<void> {
    this.words = checkMap((index as unknown as { map: unknown }).map);
  }
}

/** @throws Error if it is not a map of words to at most `TERM_SLOTS` lists of ordinals */
export function checkMap(map: unknown): WordPostings {
  const problem =
    "this version of FlexSearch stores its index in an unknown format; install the version in package.json";
  if (!(map instanceof Map)) throw new Error(problem);
  for (const [word, slots] of map) if (typeof word !== "string" || !isSlots(slots)) throw new Error(problem);
  return map;
}

function isSlots(slots: unknown): boolean {
  return Array.isArray(slots) && slots.length <= TERM_SLOTS && Array.from(slots).every(isOrdinalList);
}

/** Checks only the first ordinal: checking all would take longer than indexing. */
function isOrdinalList(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && (list.length === 0 || Number.isInteger(list[0])));
}

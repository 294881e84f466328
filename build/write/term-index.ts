import { Index } from "flexsearch";
import { TERM_SLOTS } from "#src/format/artifact-files.js";
import type { IconRecord } from "#src/format/record.js";
import { searchableWords } from "#src/text/inner-words.js";
import { cached } from "./cached.js";
import { forwardTokens, type WordPostings } from "./forward-tokens.js";
import type { RunEntry } from "./run.js";

/** The part of FlexSearch's export with the postings: pairs of a word and its lists of ordinals by slot, as JSON. */
const POSTINGS = ".map";

/** Indexes the searchable text of records with FlexSearch, and returns its postings as entries of a run. */
export interface TermIndex {
  /** Ordinals must ascend by one. */
  add(ordinal: number, record: Pick<IconRecord, "name" | "aliases" | "developer">): void;
  /** The forward tokens sorted by bytes. */
  freeze(): RunEntry[];
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
    encode: (text: string) => text.split(" "),
    score: (_words, _word, position) => slotOf(position, nameEnd),
  });
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
    freeze() {
      const words = new Map<string, WordPostings>();
      index.export((key: string, json: string) => {
        if (key.endsWith(POSTINGS)) for (const [word, lists] of JSON.parse(json)) words.set(word, lists);
      });
      return forwardTokens(words, TERM_SLOTS, first, count);
    },
  };
}

/** Prefix of the name, elsewhere in the name, aliases and developer. */
function slotOf(position: number, nameEnd: number): number {
  if (position >= nameEnd) return 2;
  return position === 0 ? 0 : 1;
}

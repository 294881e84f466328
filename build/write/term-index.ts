import { Index, type StorageInterface } from "flexsearch";
import { TERM_SLOTS } from "#src/format/artifact-files.js";
import type { IconRecord } from "#src/format/record.js";
import { ENCODER_OPTIONS } from "#src/text/encoder.js";
import { searchableWords } from "#src/text/inner-words.js";
import { forwardTokens, type WordPostings } from "./forward-tokens.js";
import type { RunEntry } from "./run.js";

/** Indexes the searchable text of records with FlexSearch and gives its map as entries of a run. */
export interface TermIndex {
  /** Ordinals must rise by one. */
  add(ordinal: number, record: Pick<IconRecord, "name" | "aliases" | "developer">): void;
  /** The forward tokens sorted by their bytes. */
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
    encoder: ENCODER_OPTIONS,
    score: (_words, _word, position) => slotOf(position, nameEnd),
    commit: false,
  });
  const storage = new FrozenStorage();
  return {
    add(ordinal, { name, aliases = [], developer }) {
      const named = searchableWords(name);
      // FlexSearch drops repeated words of a text, so positions count distinct words.
      nameEnd = new Set(named).size;
      index.add(ordinal, [...named, ...aliases.flatMap(searchableWords), ...searchableWords(developer)].join(" "));
      count++;
    },
    async freeze() {
      await index.mount(storage as unknown as StorageInterface);
      await index.commit();
      return forwardTokens(storage.words, TERM_SLOTS, first, count);
    },
  };
}

/** What begins the name, the rest of the name, aliases and developer. */
function slotOf(position: number, nameEnd: number): number {
  if (position >= nameEnd) return 2;
  return position === 0 ? 0 : 1;
}

/** A FlexSearch storage whose commit takes the index's map over; it is read by the catalog, not here. */
class FrozenStorage {
  words: WordPostings = new Map();

  async mount(index: Index): Promise<void> {
    (index as unknown as { db: unknown }).db = this;
  }

  async commit(index: Index): Promise<void> {
    this.words = (index as unknown as { map: WordPostings }).map;
  }
}

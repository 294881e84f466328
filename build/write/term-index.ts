import { Index, type StorageInterface } from "flexsearch";
import { TERM_SLOTS } from "#src/format/artifact-files.js";
import type { IconRecord } from "#src/format/record.js";
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
    // What is added is cut into words already; joining them, for the encoder to fold and cut them once more, took as long as
    // indexing them.
    encoder: (words) => words as unknown as string[],
    score: (_words, _word, position) => slotOf(position, nameEnd),
    commit: false,
  });
  const storage = new FrozenStorage();
  const wordsOfDeveloper = createWordCache();
  return {
    add(ordinal, { name, aliases = [], developer }) {
      // FlexSearch counts a word's position, so none may stand twice.
      const words = new Set(searchableWords(name));
      nameEnd = words.size;
      for (const alias of aliases) for (const word of searchableWords(alias)) words.add(word);
      for (const word of wordsOfDeveloper(developer)) words.add(word);
      index.add(ordinal, [...words] as unknown as string);
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

/** The words of texts that recur, as developers do. */
function createWordCache(): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (text) => {
    let words = known.get(text);
    if (words === undefined) {
      words = searchableWords(text);
      known.set(text, words);
    }
    return words;
  };
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

import { Index, type StorageInterface } from "flexsearch";
import { TERM_SLOTS } from "#src/format/artifact-files.js";
import type { DictionaryEntry } from "#src/format/dictionary-encoder.js";
import type { IconRecord } from "#src/format/record.js";
import { ENCODER_OPTIONS } from "#src/text/encoder.js";
import { searchableWords } from "#src/text/inner-words.js";

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Indexes the searchable text of records with FlexSearch and gives its map as entries of `terms.bin`. */
export interface TermIndex {
  /** Ordinals must rise. */
  add(ordinal: number, record: Pick<IconRecord, "name" | "aliases" | "developer">): void;
  /** The terms sorted by their bytes. */
  freeze(): Promise<DictionaryEntry[]>;
}

export function createTermIndex(): TermIndex {
  let nameEnd = 0;
  const index = new Index({
    tokenize: "forward",
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
    },
    async freeze() {
      await index.mount(storage as unknown as StorageInterface);
      await index.commit();
      return storage.entries;
    },
  };
}

/** What begins the name, the rest of the name, aliases and developer. */
function slotOf(position: number, nameEnd: number): number {
  if (position >= nameEnd) return 2;
  return position === 0 ? 0 : 1;
}

/** A FlexSearch storage whose commit gives the index's map as sorted entries; it is read by the catalog, not here. */
class FrozenStorage {
  entries: DictionaryEntry[] = [];

  async mount(index: Index): Promise<void> {
    (index as unknown as { db: unknown }).db = this;
  }

  async commit(index: Index): Promise<void> {
    const { map } = index as unknown as { map: Map<string, (number[] | undefined)[]> };
    this.entries = [...map]
      // Forward tokens are cut between UTF-16 units; half a character can't be asked for.
      .filter(([term]) => !LONE_SURROGATE.test(term))
      .map(([term, slots]) => ({
        key: Buffer.from(term),
        slots: Array.from({ length: TERM_SLOTS }, (_, slot) => Uint32Array.from(slots[slot] ?? [])),
      }))
      .sort((a, b) => a.key.compare(b.key));
  }
}

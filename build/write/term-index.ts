import { Index, type StorageInterface } from "flexsearch";
import { encodeDictionary } from "#src/format/dictionary.js";
import type { IconRecord } from "#src/format/record.js";
import { ENCODER_OPTIONS } from "#src/text/encoder.js";
import { searchableWords } from "#src/text/inner-words.js";

/** Name, alias, developer: the score slots of a term, best first. */
const SLOTS = 3;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Indexes the searchable text of records with FlexSearch and freezes its map into the bytes of `terms.bin`. */
export interface TermIndex {
  /** Ordinals must rise. */
  add(ordinal: number, record: Pick<IconRecord, "name" | "aliases" | "developer">): void;
  freeze(): Promise<Uint8Array>;
}

export function createTermIndex(): TermIndex {
  let nameEnd = 0;
  let aliasEnd = 0;
  const index = new Index({
    tokenize: "forward",
    resolution: SLOTS,
    fastupdate: false,
    encoder: ENCODER_OPTIONS,
    score: (_words, _word, position) => slotOf(position, nameEnd, aliasEnd),
    commit: false,
  });
  const storage = new FrozenStorage();
  return {
    add(ordinal, { name, aliases = [], developer }) {
      const named = searchableWords(name);
      const called = [...named, ...aliases.flatMap(searchableWords)];
      // FlexSearch drops repeated words of a text, so positions count distinct words.
      nameEnd = new Set(named).size;
      aliasEnd = new Set(called).size;
      index.add(ordinal, [...called, ...searchableWords(developer)].join(" "));
    },
    async freeze() {
      await index.mount(storage as unknown as StorageInterface);
      await index.commit();
      return storage.bytes;
    },
  };
}

function slotOf(position: number, nameEnd: number, aliasEnd: number): number {
  if (position < nameEnd) return 0;
  return position < aliasEnd ? 1 : 2;
}

/** A FlexSearch storage whose commit writes the index's map as a sorted dictionary; it is read by the catalog, not here. */
class FrozenStorage {
  bytes: Uint8Array = new Uint8Array(0);

  async mount(index: Index): Promise<void> {
    (index as unknown as { db: unknown }).db = this;
  }

  async commit(index: Index): Promise<void> {
    const { map } = index as unknown as { map: Map<string, (number[] | undefined)[]> };
    const entries = [...map]
      // Forward tokens are cut between UTF-16 units; half a character can't be asked for.
      .filter(([term]) => !LONE_SURROGATE.test(term))
      .map(([term, slots]) => ({
        key: Buffer.from(term),
        slots: Array.from({ length: SLOTS }, (_, slot) => slots[slot] ?? []),
      }))
      .sort((a, b) => a.key.compare(b.key));
    this.bytes = encodeDictionary(entries, SLOTS);
  }
}

import type { Dictionary } from "../format/dictionary.js";
import { createEncoder } from "../text/encoder.js";
import { words } from "../text/fold.js";
import type { Generation } from "./generation.js";
import { intersectAll, type Ordinals, sortedSet, subtract, unionAll } from "./ordinals.js";

/** The slots of a term, as FlexSearch scored them at build time. */
const NAME_SLOT = 0;

const encode = createEncoder();

/** A query by the words that it looks up; as it stands where it has none. Equal for queries that mean the same. */
export function canonicalQuery(query: string): string {
  return words(query).join(" ") || query;
}

/**
 * What a query finds, as disjoint tiers, best first, each in display order: exact name, exact alias, names that begin with
 * the query, all words in the name, the rest. Every word must begin a word of the name, an alias or the developer.
 *
 * A query without a letter or digit finds the names that contain it as it stands, in one tier.
 */
export function searchTiers(generation: Generation, query: string): Ordinals[] {
  const terms = encode(query);
  if (terms.length === 0) return [searchLiteral(generation, query)];

  const dictionary = generation.dictionary("terms");
  const indexes = terms.map((term) => dictionary.find(Buffer.from(term)));
  if (indexes.includes(-1)) return [];
  const matches = intersectAll(indexes.map((index) => unionAll(slotsOf(dictionary, index))));

  const joined = Buffer.from(words(query).join(" "));
  const names = generation.dictionary("names");
  const nested = [
    exact(names, joined),
    exact(generation.dictionary("aliases"), joined),
    sortedSet(names.postingsOfRange(...names.prefixRange(joined))),
    intersectAll(indexes.map((index) => dictionary.postings(index, NAME_SLOT))),
    matches,
  ];
  let seen: Ordinals = new Uint32Array(0);
  return nested.map((tier) => {
    const fresh = subtract(tier, seen);
    seen = unionAll([seen, fresh]);
    return fresh;
  });
}

function slotsOf(dictionary: Dictionary, index: number): Ordinals[] {
  return Array.from({ length: dictionary.slots }, (_, slot) => dictionary.postings(index, slot));
}

function exact(dictionary: Dictionary, key: Uint8Array): Ordinals {
  const index = dictionary.find(key);
  return index < 0 ? new Uint32Array(0) : dictionary.postings(index);
}

/** Candidates share every character with the query; the names themselves decide. */
function searchLiteral(generation: Generation, query: string): Ordinals {
  const symbols = generation.dictionary("symbols");
  const candidates = intersectAll([...new Set(query)].map((symbol) => exact(symbols, Buffer.from(symbol))));
  const cards = generation.blob("cards");
  return candidates.filter((ordinal) => nameOf(cards.view(ordinal)).includes(query));
}

function nameOf(card: Buffer): string {
  const { name } = JSON.parse(card.toString("utf8", 0, card.length - 1)) as { name: string };
  return name;
}

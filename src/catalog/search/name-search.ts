import type { Dictionary } from "../../format/dictionary.js";
import { keyBytes } from "../../format/key-bytes.js";
import { nameHolds } from "../../format/list-item.js";
import { NO_POSTINGS, type PostingList } from "../../format/posting-list.js";
import { longestPieces } from "../../text/symbols.js";
import { STEPS, type WorkBudget } from "../execution/work-budget.js";
import type { Generation } from "../generation/generation.js";
import type { Query } from "../list-request.js";
import { type Clause, sizeOf } from "../sets/clause.js";
import { allOf, materialize, type OrdinalSet } from "../sets/ordinals.js";
import { type Hits, NO_HITS } from "./hits.js";
import { namesWithSymbols } from "./names-with-symbols.js";

/** Slots of a term: prefix of the name, elsewhere in the name, aliases and developer. */
const SLOTS = [0, 1, 2];
const REST_SLOT = 2;

/**
 * Searches within the icons that pass the filters. Each query word must be a prefix of a word in the name, an alias or
 * the developer. Tiers: exact name, exact alias, names that begin with the query, all words in the name, the rest. If
 * exact names differ in symbols, those with the symbols of the query are a tier of their own, before the others.
 *
 * A query without a letter or digit finds the names that contain it literally, in one tier.
 *
 * @param scratch memory for a bitset of all ordinals; the result may use it, and is valid until it is used again
 * @throws QueryTooExpensiveError, also when a tier is computed later
 */
export function searchNames(
  generation: Generation,
  query: Query,
  filters: readonly Clause[],
  scratch: Uint32Array,
  budget: WorkBudget,
): Hits {
  const queryWords = query.words;
  const universe = generation.manifest.icons;
  if (queryWords.length === 0) {
    const list = searchLiteral(generation, query.text, filters, budget);
    const found: Clause = { any: [{ count: list.length, list }] };
    return { total: list.length, tiers: [allOf([found], universe, budget)], found };
  }

  const dictionary = generation.dictionary("terms");
  const terms = [...new Set(queryWords)];
  budget.spend((terms.length + 4) * STEPS.lookUp);
  const indexes = terms.map((term) => dictionary.find(keyBytes(term)));
  if (indexes.includes(-1)) return NO_HITS;
  const postings = indexes.map((index) => SLOTS.map((slot) => dictionary.postings(index, slot)));
  const joined = keyBytes(queryWords.join(" "));
  const names = generation.dictionary("names");
  const exactAlias = exact(generation.dictionary("aliases"), joined);
  const [from, to] = names.prefixRange(joined);
  const exactName = names.equals(from, joined) ? names.postings(from) : NO_POSTINGS;

  // A slot is the best position of a term, so an ordinal is in only one slot of a term.
  const matches = [...postings.map((any) => ({ any, disjoint: true })), ...filters];
  const found: Clause =
    matches.length === 1 ? matches[0]! : { any: [materialize(matches, scratch, budget)], disjoint: true };
  const tiers: Clause[][] = [
    [{ any: [exactName] }, found],
    [{ any: [exactAlias] }, found, { not: true, any: [exactName] }],
    ...(queryWords.length === 1
      ? tiersOfWord(postings[0]!, exactName, exactAlias, matches.length === 1 ? [] : [found])
      : tiersOfWords(postings, names.union(from, to, budget.spend), exactName, exactAlias, found)),
  ];
  const total = allOf([found], universe, budget).count();
  const [exactly, ...others] = tiers.map((clauses) => allOf(clauses, universe, budget));
  return {
    total,
    tiers: [...bySymbols(generation, exactly!, query.literals, budget), ...others],
    found,
    ...(indexes.length === 1 && { term: { index: indexes[0]!, icons: sizeOf({ any: postings[0]! }) } }),
  };
}

/** Separates names that have some words as they are written, such as `c++`, from others: C# has the same word as C++. */
function bySymbols(
  generation: Generation,
  exactly: OrdinalSet,
  literals: readonly string[],
  budget: WorkBudget,
): OrdinalSet[] {
  if (literals.length === 0) return [exactly];
  const ordinals = exactly.slice(0, exactly.count());
  const written = new Set(namesWithSymbols(generation, ordinals, literals, budget));
  if (written.size === 0 || written.size === ordinals.length) return [exactly];
  const parts = [true, false].map((isWritten) => ordinals.filter((ordinal) => written.has(ordinal) === isWritten));
  return parts.map((list) => allOf([{ any: [{ count: list.length, list }] }], generation.manifest.icons, budget));
}

/** After the exact matches, the slots of a single word determine the tiers. */
function tiersOfWord(
  slots: readonly PostingList[],
  exactName: PostingList,
  exactAlias: PostingList,
  found: readonly Clause[],
): Clause[][] {
  const exactly: Clause = { not: true, any: [exactName, exactAlias] };
  return slots.map((slot) => [{ any: [slot] }, ...found, exactly]);
}

function tiersOfWords(
  postings: readonly (readonly PostingList[])[],
  begins: PostingList,
  exactName: PostingList,
  exactAlias: PostingList,
  found: Clause,
): Clause[][] {
  const outside = postings.map((slots) => slots[REST_SLOT]!);
  // Redundant to `outside`, but possibly far smaller than `found`.
  const inNames: Clause = { any: rarestInNames(postings), disjoint: true };
  return [
    [{ any: [begins] }, found, { not: true, any: [exactName, exactAlias] }],
    [found, inNames, { not: true, any: [...outside, begins, exactAlias] }],
    [found, { any: outside }, { not: true, any: [exactAlias] }],
  ];
}

/** The name slots of the term that the fewest names have. */
function rarestInNames(postings: readonly (readonly PostingList[])[]): readonly PostingList[] {
  const namesOf = (slots: readonly PostingList[]): number => slots[0]!.count + slots[1]!.count;
  const rarest = postings.reduce((least, slots) => (namesOf(slots) < namesOf(least) ? slots : least));
  return rarest.slice(0, REST_SLOT);
}

function exact(dictionary: Dictionary, key: Uint8Array): PostingList {
  const index = dictionary.find(key);
  return index < 0 ? NO_POSTINGS : dictionary.postings(index);
}

/** The index has all pieces of names, so a query no longer than a piece is a single lookup. */
function searchLiteral(
  generation: Generation,
  query: string,
  filters: readonly Clause[],
  budget: WorkBudget,
): Uint32Array {
  const symbols = generation.dictionary("symbols");
  const universe = generation.manifest.icons;
  const pieces = [...new Set(longestPieces(query))];
  budget.spend(pieces.length * STEPS.lookUp);
  const found = pieces.map((piece): Clause => ({ any: [exact(symbols, Buffer.from(piece))] }));
  const list = allOf([...found, ...filters], universe, budget).slice(0, universe);
  if (longestPieces(query).length === 1) return list;
  budget.spend(list.length * STEPS.itemName);
  const items = generation.blob("cards");
  const holds = nameHolds(query);
  return list.filter((ordinal) => holds(items.text(ordinal)));
}

import { NO_POSTINGS, type PostingList } from "../../format/posting-list.js";
import { STEPS, type WorkBudget } from "../execution/work-budget.js";
import type { Generation } from "../generation/generation.js";
import type { Clause } from "../sets/clause.js";
import { allOf } from "../sets/ordinals.js";
import { type Hits, NO_HITS } from "./hits.js";

/** Minimum length of letters to find inside a word. */
const MIN_LETTERS = 3;
/** Letters that more terms end with are in too many words to mean one of them. */
const MAX_TERMS = 1024;
/** Slots of a term: prefix of the name, elsewhere in the name, aliases and developer. */
const NAME_SLOTS = [0, 1];
const REST_SLOT = 2;

/**
 * The icons that have every query word inside a word of the name, an alias or the developer: `flix` finds Netflix.
 * Icons with all of them in the name come first.
 *
 * @throws QueryTooExpensiveError
 */
export function searchInside(
  { dictionary, manifest, termEndings }: Generation,
  words: readonly string[],
  filters: readonly Clause[],
  budget: WorkBudget,
): Hits {
  if (words.length === 0 || words.some((word) => [...word].length < MIN_LETTERS)) return NO_HITS;
  const terms = dictionary("terms");
  const inNames: Clause[] = [];
  const anywhere: Clause[] = [];
  for (const word of new Set(words)) {
    budget.spend(2 * STEPS.lookUp);
    const indexes = termEndings.endingWith(word);
    if (indexes.length === 0 || indexes.length > MAX_TERMS) return NO_HITS;
    budget.spend(indexes.length * STEPS.narrowing);
    const named = postingsOf(indexes, NAME_SLOTS);
    inNames.push({ any: named });
    anywhere.push({ any: [...named, ...postingsOf(indexes, [REST_SLOT])] });
  }
  const found = allOf([...anywhere, ...filters], manifest.icons, budget);
  const list = found.slice(0, found.count());
  const all: Clause = { any: [{ count: list.length, list }], disjoint: true };
  const best = allOf([all, ...inNames], manifest.icons, budget);
  const named = best.slice(0, best.count());
  const rest = allOf([all, { not: true, any: [{ count: named.length, list: named }] }], manifest.icons, budget);
  return { total: list.length, tiers: [best, rest], found: all };

  function postingsOf(indexes: Uint32Array, slots: readonly number[]): PostingList[] {
    const lists = Array.from(indexes).flatMap((index) => slots.map((slot) => terms.postings(index, slot)));
    const some = lists.filter(({ count }) => count > 0);
    return some.length === 0 ? [NO_POSTINGS] : some;
  }
}

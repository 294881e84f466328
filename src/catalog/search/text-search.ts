import type { PostingList } from "../../format/posting-list.js";
import type { WorkBudget } from "../execution/work-budget.js";
import { type Clause, createBatchFilter, isInAny } from "../sets/clause.js";
import { listBits } from "../sets/ordinal-lists.js";
import { allOf, materialize } from "../sets/ordinals.js";
import { diverse } from "./diverse.js";
import { type Hits, NO_HITS, oneAfterOther } from "./hits.js";
import { type Alternative, LEAST_NAME_WEIGHT, type QueryTerm } from "./query-terms.js";
import { rankedSet } from "./ranked-set.js";

/** Up to this many postings per candidate, walking the postings is cheaper than looking up the candidates. */
const POSTINGS_PER_LOOKUP = 16;
/** If fewer icons match every term, those follow that match most. */
export const FEW = 20;
/** Maximum number of terms of a search. */
export const MAX_TERMS = 24;
/** Up to this many candidates, looking each up needs no memory for all icons. */
const FEW_CANDIDATES = 256;
/** Share of the best coverage that a result of fewer words must have. */
const LEAST_COVERAGE = 0.5;
/** An icon with so many words of the query in its name is better than one that the query names. */
const LEAST_NAME_WORDS = 2;
/** Postings that a search for fewer words may read; the least specific terms beyond are left out. */
const MAX_POSTINGS = 2 ** 13;

/** What a search looks for. */
export interface Searched {
  /** The terms that icons should match. */
  readonly found: readonly QueryTerm[];
  /** Terms that only count for the order. */
  readonly optional: readonly QueryTerm[];
  /** The icons that the query names. */
  readonly named: readonly PostingList[];
}

/** Searches the texts of one generation. */
export interface TextSearch {
  /** Whether any icon of a scope matches every term. */
  any(terms: readonly QueryTerm[], scope: readonly Clause[], budget: WorkBudget): boolean;
  /**
   * The icons that match every term, and those that the query names, by the sum of the terms' weights; none if no icon
   * matches every term.
   */
  every(terms: Searched, filters: readonly Clause[], budget: WorkBudget): Hits;
  /** The same. If the icons that match every term are few regardless of the filters, those of `some` follow. */
  all(terms: Searched, filters: readonly Clause[], budget: WorkBudget): Hits;
  /** Whether the icons of a scope that match every term are fewer than `least`, and have none in a name or label. */
  areMentions(terms: readonly QueryTerm[], least: number, scope: readonly Clause[], budget: WorkBudget): boolean;
  /** The icons that match the most specific terms together, see `docs/search.md`. */
  some(terms: Searched, filters: readonly Clause[], budget: WorkBudget): SomeHits;
}

export interface SomeHits extends Hits {
  /** The words that the best icon, regardless of the filters, lacks. */
  readonly lacks: readonly string[];
}

/**
 * @param universe number of icons
 * @param scratch memory for a bitset of all ordinals; it is used during calls, and results are independent of it
 * @param nameOf the name of an icon, for the order of the best results, which are `diverse`
 * Memory: 4 bytes per icon from the first search on.
 */
export function createTextSearch(
  universe: number,
  scratch: Uint32Array,
  nameOf: (ordinal: number) => string,
): TextSearch {
  let memory: Tally | undefined;
  const tally = (): Tally => (memory ??= createTally(universe));

  return {
    any: (terms, scope, budget) => allOf([...terms.map(toClause), ...scope], universe, budget).slice(0, 1).length > 0,
    every,
    all(searched, filters, budget) {
      const whole = every(searched, filters, budget);
      const { found: terms, named } = searched;
      if (terms.length === 1) return whole;
      const complete = allOf(terms.map(toClause), universe, budget);
      const total = complete.count();
      if (total === 0 || total >= FEW) return whole;
      const covered = cover(withinPostings(countedOf(searched)), budget);
      const all: PostingList = { count: total, list: complete.slice(0, total) };
      return oneAfterOther(whole, withinFilters(covered, [{ not: true, any: [all, ...named] }, ...filters], budget));
    },
    areMentions(terms, least, scope, budget) {
      const some = allOf([...terms.map(toClause), ...scope], universe, budget).slice(0, least);
      return (
        some.length < least &&
        some.every((ordinal) => !terms.some((term) => matches(term, ordinal, ({ isName }) => isName)))
      );
    },
    some(searched, filters, budget) {
      const { found: terms, named } = searched;
      const read = withinPostings(countedOf(searched));
      const [rarest] = bySpecificity(terms);
      if (read.length === 0 && rarest !== undefined) {
        const lacks = terms.filter((term) => term !== rarest).map(({ word }) => word);
        return { ...byWeight(rarest, filters, budget), lacks };
      }
      const covered = cover(read, budget);
      const best = bestOf(covered);
      const isNameBetter =
        best === undefined || terms.filter((term) => matches(term, best, isInName)).length < LEAST_NAME_WORDS;
      const first = isNameBetter ? within(named, terms, budget) : NONE_SCORED;
      const leader = bestOf(first) ?? best;
      if (leader === undefined) return { ...NO_HITS, lacks: [] };
      const lacks = terms.filter((term) => !matches(term, leader)).map(({ word }) => word);
      const isRest = first.ordinals.length === 0 ? filters : [{ not: true, any: named }, ...filters];
      return {
        ...oneAfterOther(withinFilters(first, filters, budget), withinFilters(covered, isRest, budget)),
        lacks,
      };
    },
  };

  function every(searched: Searched, filters: readonly Clause[], budget: WorkBudget): Hits {
    const { found: terms, named } = searched;
    if (terms.length === 1) return byWeight(terms[0]!, filters, budget);
    const clauses = terms.map(toClause);
    const matching = materialize([...clauses, ...filters], scratch, budget);
    if (matching.count === 0 && (filters.length === 0 || allOf(clauses, universe, budget).count() === 0))
      return NO_HITS;
    const candidates = withOthers(matching, named, filters, budget);
    const counted = countedOf(searched);
    budget.spend(candidates.length + tallySteps(counted, candidates.length));
    return ranked(tally().within(candidates, counted));
  }

  /** The ordinals of a set, and those of some lists that pass the filters. */
  function withOthers(
    set: PostingList,
    lists: readonly PostingList[],
    filters: readonly Clause[],
    budget: WorkBudget,
  ): Uint32Array {
    const own = listOf(set);
    if (lists.length === 0) return own;
    const others = allOf([{ any: lists }, { not: true, any: [set] }, ...filters], universe, budget);
    const both = new Uint32Array(own.length + others.count());
    both.set(own);
    both.set(others.slice(0, others.count()), own.length);
    return both.sort();
  }

  function within(lists: readonly PostingList[], terms: readonly QueryTerm[], budget: WorkBudget): Scored {
    if (lists.length === 0) return NONE_SCORED;
    const some = allOf([{ any: lists }], universe, budget);
    const ordinals = some.slice(0, some.count());
    budget.spend(ordinals.length + tallySteps(terms, ordinals.length));
    return tally().within(ordinals, terms);
  }

  function cover(read: readonly QueryTerm[], budget: WorkBudget): Scored {
    budget.spend(tallySteps(read));
    return tally().covered(read);
  }

  function ranked({ ordinals, scores }: Scored): Hits {
    const found = { any: [{ count: ordinals.length, list: ordinals }] };
    return diverse({ total: ordinals.length, tiers: [rankedSet(ordinals, scores)], found }, nameOf);
  }

  /** The icons that match a term, as lazy tiers: a word may be in most icons. */
  function byWeight({ alternatives }: QueryTerm, filters: readonly Clause[], budget: WorkBudget): Hits {
    const weights = [...new Set(alternatives.map(({ weight }) => weight))];
    const listsOf = (isWanted: (weight: number) => boolean): PostingList[] =>
      alternatives.filter(({ weight }) => isWanted(weight)).map(({ postings }) => postings);
    const tiers = weights.map((weight) =>
      allOf(
        [{ any: listsOf((own) => own === weight) }, { not: true, any: listsOf((own) => own > weight) }, ...filters],
        universe,
        budget,
      ),
    );
    const found: Clause = { any: listsOf(() => true) };
    const total = allOf([found, ...filters], universe, budget).count();
    return diverse({ total, tiers, found: withFilters(found, filters, budget) }, nameOf);
  }

  /** A clause as one set of the icons that pass the filters, too. */
  function withFilters(clause: Clause, filters: readonly Clause[], budget: WorkBudget): Clause {
    return filters.length === 0
      ? clause
      : { any: [materialize([clause, ...filters], scratch, budget)], disjoint: true };
  }

  function withinFilters(scored: Scored, filters: readonly Clause[], budget: WorkBudget): Hits {
    if (filters.length === 0) return ranked(scored);
    const matching: PostingList = { count: scored.ordinals.length, list: scored.ordinals };
    const left = allOf([{ any: [matching] }, ...filters], universe, budget);
    const ordinals = left.slice(0, left.count());
    return ranked({ ordinals, scores: pick(scored, ordinals) });
  }
}

/** Ascending ordinals with their scores. */
interface Scored {
  readonly ordinals: Uint32Array;
  readonly scores: Uint16Array;
}

const NONE_SCORED: Scored = { ordinals: new Uint32Array(), scores: new Uint16Array() };

function bestOf({ ordinals, scores }: Scored): number | undefined {
  return rankedSet(ordinals, scores).slice(0, 1)[0];
}

/** The scores of some of the ordinals, ascending. */
function pick({ ordinals, scores }: Scored, some: Uint32Array): Uint16Array {
  const picked = new Uint16Array(some.length);
  for (let at = 0, next = 0; at < some.length; at++) {
    while (ordinals[next]! < some[at]!) next++;
    picked[at] = scores[next]!;
  }
  return picked;
}

function toClause({ alternatives }: QueryTerm): Clause {
  return { any: alternatives.map(({ postings }) => postings) };
}

/** @param counts the alternatives that count */
function matches(
  { alternatives }: QueryTerm,
  ordinal: number,
  counts: (alternative: Alternative) => boolean = () => true,
): boolean {
  return alternatives.some((alternative) => counts(alternative) && isInAny([alternative.postings], ordinal));
}

function isInName({ isName, weight }: Alternative): boolean {
  return isName && weight >= LEAST_NAME_WEIGHT;
}

function countedOf({ found, optional }: Searched): readonly QueryTerm[] {
  return [...found, ...optional].slice(0, MAX_TERMS);
}

function bySpecificity(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  return [...terms].sort((a, b) => b.specificity - a.specificity);
}

/** The most specific terms with their best alternatives, as many as may be read. */
function withinPostings(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  let left = MAX_POSTINGS;
  return bySpecificity(terms).flatMap((term) => {
    const alternatives = term.alternatives.filter(({ postings }) => {
      const fits = postings.count <= left;
      if (fits) left -= postings.count;
      return fits;
    });
    return alternatives.length === 0 ? [] : [{ ...term, alternatives }];
  });
}

/** Adds up the weights of icons. */
interface Tally {
  /** The scores of icons, by the terms that they match. */
  within(ordinals: Uint32Array, terms: readonly QueryTerm[]): Scored;
  /**
   * The icons whose matched terms have at least `LEAST_COVERAGE` of the best total specificity; their scores are
   * multiplied by the square root of that share.
   */
  covered(terms: readonly QueryTerm[]): Scored;
}

/** Bits of a tally: the number of the last term that matched, the score, and the coverage, from the highest on. */
const COVERAGE_BITS = 11;
const SCORE_BITS = 15;
const SUM_BITS = COVERAGE_BITS + SCORE_BITS;
const SUMS = 2 ** SUM_BITS - 1;
const COVERAGES = 2 ** COVERAGE_BITS - 1;

/**
 * A tally per icon, in one word, since nearly every access misses the processor's caches. `MAX_TERMS` terms of the
 * highest specificity and weight fit.
 */
function createTally(universe: number): Tally {
  const tallies = new Uint32Array(universe);
  return {
    within(ordinals, terms) {
      if (ordinals.length <= FEW_CANDIDATES) return withinFew(ordinals, terms);
      for (let at = 0; at < ordinals.length; at++) tallies[ordinals[at]!] = mark(1);
      for (const [number, { alternatives, specificity }] of terms.entries()) {
        const own = number + 2;
        for (const { postings, weight } of alternatives) {
          const isLong = postings.count > ordinals.length * POSTINGS_PER_LOOKUP;
          const matched = isLong ? lookUp(ordinals, postings) : listOf(postings);
          const added = mark(own) + sumOf(weight, specificity);
          for (let at = 0; at < matched.length; at++) {
            const tally = tallies[matched[at]!]!;
            if (tally === 0 || tally >>> SUM_BITS === own) continue;
            tallies[matched[at]!] = (tally & SUMS) + added;
          }
        }
      }
      return { ordinals, scores: take(ordinals, (sum) => sum >>> COVERAGE_BITS) };
    },
    covered(terms) {
      const touched = new Uint32Array(postingsOf(terms));
      let size = 0;
      let best = 0;
      for (const [number, { alternatives, specificity }] of terms.entries()) {
        const own = number + 1;
        for (const { postings, weight } of alternatives) {
          const matched = listOf(postings);
          const added = mark(own) + sumOf(weight, specificity);
          for (let at = 0; at < matched.length; at++) {
            const ordinal = matched[at]!;
            const tally = tallies[ordinal]!;
            if (tally >>> SUM_BITS === own) continue;
            if (tally === 0) touched[size++] = ordinal;
            const sum = (tally & SUMS) + added;
            tallies[ordinal] = sum;
            const coverage = sum & COVERAGES;
            if (coverage > best) best = coverage;
          }
        }
      }
      const least = Math.ceil(best * LEAST_COVERAGE);
      let reaching = 0;
      for (let at = 0; at < size; at++) {
        const ordinal = touched[at]!;
        if ((tallies[ordinal]! & COVERAGES) >= least) touched[reaching++] = ordinal;
        else tallies[ordinal] = 0;
      }
      const ordinals = touched.slice(0, reaching).sort();
      return {
        ordinals,
        scores: take(ordinals, (sum) => Math.round((sum >>> COVERAGE_BITS) * Math.sqrt((sum & COVERAGES) / best))),
      };
    },
  };

  /** The scores of icons, whose tallies are cleared. */
  function take(ordinals: Uint32Array, scoreOf: (sum: number) => number): Uint16Array {
    const scores = new Uint16Array(ordinals.length);
    for (let at = 0; at < ordinals.length; at++) {
      scores[at] = scoreOf(tallies[ordinals[at]!]! & SUMS);
      tallies[ordinals[at]!] = 0;
    }
    return scores;
  }
}

/** The same as `within`, in memory for the candidates only: most searches beside names have few. */
function withinFew(ordinals: Uint32Array, terms: readonly QueryTerm[]): Scored {
  const places = new Map(Array.from(ordinals, (ordinal, place) => [ordinal, place]));
  const scores = new Uint16Array(ordinals.length);
  for (const { alternatives, specificity } of terms) {
    let left = ordinals;
    for (const { postings, weight } of alternatives) {
      const matched = lookUp(left, postings);
      if (matched.length === 0) continue;
      for (const ordinal of matched) scores[places.get(ordinal)!]! += weight * specificity;
      if (matched.length === left.length) break;
      const isCounted = new Set(matched);
      left = left.filter((ordinal) => !isCounted.has(ordinal));
    }
  }
  return { ordinals, scores };
}

function mark(number: number): number {
  return number * 2 ** SUM_BITS;
}

function sumOf(weight: number, specificity: number): number {
  return weight * specificity * 2 ** COVERAGE_BITS + specificity;
}

function postingsOf(terms: readonly QueryTerm[]): number {
  let count = 0;
  for (const { alternatives } of terms) for (const { postings } of alternatives) count += postings.count;
  return count;
}

/** Steps of adding up the weights of terms. @param candidates number of icons, if they are known */
function tallySteps(terms: readonly QueryTerm[], candidates = Number.POSITIVE_INFINITY): number {
  let steps = 0;
  for (const { alternatives } of terms)
    for (const { postings } of alternatives) steps += Math.min(postings.count, candidates * POSTINGS_PER_LOOKUP);
  return steps;
}

function listOf({ count, list, bits }: PostingList): Uint32Array {
  if (list !== undefined) return list;
  const ordinals = new Uint32Array(count);
  listBits(bits, 0, 0, ordinals, 0);
  return ordinals;
}

/** Those of ascending ordinals that are in a set. */
function lookUp(ordinals: Uint32Array, postings: PostingList): Uint32Array {
  const batch = ordinals.slice();
  return batch.subarray(0, createBatchFilter({ any: [postings] }, batch.length)(batch, batch.length));
}

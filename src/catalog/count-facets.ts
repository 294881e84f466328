import { FACETS, type Facet } from "../format/filter-facets.js";
import type { PostingList } from "../format/posting-list.js";
import { STEPS, type WorkBudget } from "./execution/work-budget.js";
import type { FacetKeys } from "./find-filters.js";
import type { Generation } from "./generation/generation.js";
import { byCount, type LabelCount } from "./labels.js";
import type { Clause } from "./sets/clause.js";
import { countCommon } from "./sets/count-common.js";
import { materialize } from "./sets/ordinals.js";

/** The labels of each requested facet within a result, with the number of icons, by count, then by code unit. */
export type FacetLabels = Readonly<Partial<Record<Facet, readonly LabelCount[]>>>;

/**
 * Counts the labels within a result. Exact.
 *
 * @param found the clauses of the result; none for all icons
 * @param keys the filters if they alone define the result; most counts can then be read from the table
 * @param scratch memory for a bitset of all ordinals; `found` may use it
 * @throws QueryTooExpensiveError
 * Cost: a lookup per label in the table; otherwise that of `countCommon`, for all labels.
 */
export function countFacets(
  generation: Generation,
  facets: readonly Facet[],
  found: readonly Clause[],
  keys: FacetKeys | undefined,
  scratch: Uint32Array,
  budget: WorkBudget,
): FacetLabels {
  const tabled = keys === undefined ? undefined : createTable(generation, keys, budget);
  let settled: PostingList | undefined;
  const countEach = (sets: readonly PostingList[]): readonly number[] => {
    if (found.length === 0) return sets.map(({ count }) => count);
    settled ??= settledOf(found, scratch, budget);
    return countCommon(settled, sets, budget);
  };
  const labelsOf = (facet: Facet): LabelCount[] => {
    const dictionary = generation.dictionary(facet);
    const indexes = Array.from({ length: dictionary.size }, (_, index) => index);
    const known = indexes.map((index) => tabled?.(facet, index));
    const counts = known.includes(undefined) ? countEach(indexes.map((index) => dictionary.postings(index))) : known;
    return indexes
      .filter((index) => counts[index]! > 0)
      .map((index) => ({ label: dictionary.label(index), count: counts[index]! }))
      .sort(byCount);
  };
  return Object.fromEntries(facets.map((facet) => [facet, labelsOf(facet)]));
}

/** Steps for listing the labels of facets, in addition to their number of occurrences. */
export function labelSteps({ dictionary }: Generation, facets: readonly Facet[]): number {
  return facets.reduce((sum, facet) => sum + dictionary(facet).size, 0) * STEPS.label;
}

function settledOf(found: readonly Clause[], scratch: Uint32Array, budget: WorkBudget): PostingList {
  const [only] = found;
  return found.length === 1 && only!.any.length === 1 ? only!.any[0]! : materialize(found, scratch, budget);
}

/** The number of icons that pass the filters and have a label, if it was counted at build time; else undefined. */
function createTable(
  { dictionary, facetCounts }: Generation,
  keys: FacetKeys,
  budget: WorkBudget,
): (facet: Facet, index: number) => number | undefined {
  const filters = FACETS.map((facet, at) => {
    const wanted = keys[at];
    budget.spend((wanted?.length ?? 0) * STEPS.lookUp);
    const found = wanted?.map((key) => dictionary(facet).find(Buffer.from(key)));
    return found?.filter((index) => index >= 0);
  });
  return (facet, index) => {
    const at = FACETS.indexOf(facet);
    const own = filters[at];
    // An icon may have other colors in addition to the filtered one, but no other style.
    if (own !== undefined && facetCounts.several[at]) return undefined;
    if (own !== undefined && !own.includes(index)) return 0;
    const within = filters.with(at, [index]);
    budget.spend((own?.length ?? 0) + 4 + Math.ceil(facetCounts.addends(within) / STEPS.countsPerStep));
    return facetCounts.total(within);
  };
}

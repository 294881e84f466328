import { labelOfName } from "../color/color-names.js";
import { isHexColor, nearestLabel } from "../color/nearest-label.js";
import { FACET, FACETS, type Facet, type FacetEntry, labelKey } from "../format/filter-facets.js";
import type { OrderTable } from "../format/order-table.js";
import type { PostingList } from "../format/posting-list.js";
import { STEPS, type WorkBudget } from "./execution/work-budget.js";
import type { Generation } from "./generation/generation.js";
import { createLabelFinder } from "./labels.js";
import type { Clause } from "./sets/clause.js";

/** Labels by facet: an icon passes if it has at least one label of each facet. */
export type Filters = Readonly<Partial<Record<Facet, readonly string[] | undefined>>>;

/** The keys to look up in each facet, in the order of `FACETS`. Undefined: not filtered by this facet. */
export type FacetKeys = readonly (readonly string[] | undefined)[];

/**
 * The keys of filters, sorted and without duplicates: equal for equivalent requests.
 *
 * @throws TypeError if the labels of a facet are not an array
 */
export function facetKeys(filters: Filters): FacetKeys {
  return FACETS.map((facet, at) => {
    const labels = filters[facet];
    if (labels === undefined || labels.length === 0) return undefined;
    if (!Array.isArray(labels)) {
      const given = JSON.stringify(labels);
      throw new TypeError(`${facet} must be an array of labels, such as [${given}], got ${given}`);
    }
    const keys = labels.map(KEY_OF[at]!);
    return keys.length === 1 ? keys : keys.sort().filter((key, at) => key !== keys[at - 1]);
  });
}

/** Converts a label to its key, by the facet's kind of labels. */
const KEYS: Readonly<Record<FacetEntry["values"], (label: string) => string>> = {
  label: labelKey,
  color: (label) => (isHexColor(label) ? nearestLabel(label) : (labelOfName(labelKey(label)) ?? labelKey(label))),
};
const KEY_OF = FACETS.map((facet) => KEYS[FACET[facet].values]);

/** Filters with their posting lists. */
export interface FilterClauses {
  /** One per facet with a filter. */
  readonly clauses: readonly Clause[];
  /** The number of icons that pass, if it was counted at build time; else undefined. */
  readonly total: number | undefined;
}

/**
 * Looks up the filters of requests in a generation. A label that no icon has matches none.
 *
 * @param order whose positions the clauses contain; undefined: they contain ordinals
 */
export function createFilterFinder({
  dictionary,
  facetCounts,
}: Generation): (keys: FacetKeys, budget: WorkBudget, order?: OrderTable) => FilterClauses {
  const finders = FACETS.map((facet) => createLabelFinder(dictionary(facet)));
  return (keys, budget, order) => {
    const clauses: Clause[] = [];
    const indexes = keys.map((wanted, at): number[] | undefined => {
      if (wanted === undefined) return undefined;
      budget.spend(wanted.length * STEPS.lookUp);
      const any: PostingList[] = [];
      const found: number[] = [];
      for (const key of wanted) {
        const label = finders[at]!(key);
        if (label === undefined) continue;
        any.push(order === undefined ? label.postings : order.labeled(at, label.index));
        found.push(label.index);
      }
      clauses.push({ any, disjoint: !facetCounts.several[at] });
      return found;
    });
    budget.spend(Math.ceil(facetCounts.addends(indexes) / STEPS.countsPerStep));
    return { clauses, total: facetCounts.total(indexes) };
  };
}

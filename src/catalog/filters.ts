import { isHexColor, nearestLabel } from "../color/labels.js";
import { FACETS, type Facet, labelKey } from "../format/artifact-files.js";
import type { Generation } from "./generation.js";
import type { Clause } from "./sets/ordinals.js";

/** Labels by facet: any of the labels within a facet, all of the facets. */
export type Filters = Readonly<Partial<Record<Facet, readonly string[]>>>;

/** Filters by the keys that they look up, sorted and without repeats: equal for requests that mean the same. */
export function canonicalFilters(filters: Filters): Filters {
  const canonical: Partial<Record<Facet, string[]>> = {};
  for (const facet of FACETS) {
    const labels = filters[facet];
    if (labels === undefined || labels.length === 0) continue;
    const keys = labels.map((label) =>
      facet === "color" && isHexColor(label) ? nearestLabel(label) : labelKey(label),
    );
    canonical[facet] = keys.length === 1 ? keys : [...new Set(keys)].sort();
  }
  return canonical;
}

/** Filters as they are looked up. */
export interface FilterClauses {
  /** One per facet that is filtered by. */
  readonly clauses: readonly Clause[];
  /** How many icons pass, where that was counted at build time; else undefined. */
  readonly total: number | undefined;
}

/**
 * A label that no icon has passes none. A `color` of the form `#rrggbb` stands for the nearest colour label.
 */
export function filterClauses(generation: Generation, filters: Filters): FilterClauses {
  const indexes = FACETS.map((): number[] | undefined => undefined);
  const clauses: Clause[] = [];
  const canonical = canonicalFilters(filters);
  for (const [at, facet] of FACETS.entries()) {
    const keys = canonical[facet];
    if (keys === undefined) continue;
    const dictionary = generation.dictionary(facet);
    const found = keys.map((key) => dictionary.find(Buffer.from(key))).filter((index) => index >= 0);
    indexes[at] = found;
    // An icon has one label of a facet, except for its colours.
    clauses.push({ any: found.map((index) => dictionary.postings(index)), disjoint: facet !== "color" });
  }
  return { clauses, total: generation.facetCounts.total(indexes) };
}

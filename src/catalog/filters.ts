import { isHexColor, nearestLabel } from "../color/labels.js";
import { FACETS, type Facet, labelKey } from "../format/artifact-files.js";
import type { Generation } from "./generation.js";
import { intersectAll, type Ordinals, unionAll } from "./ordinals.js";

/** Labels by facet: any of the labels within a facet, all of the facets. */
export type Filters = Readonly<Partial<Record<Facet, readonly string[]>>>;

/** Filters by the keys that they look up, sorted and without repeats: equal for requests that mean the same. */
export function canonicalFilters(filters: Filters): Filters {
  const canonical: Partial<Record<Facet, string[]>> = {};
  for (const facet of FACETS) {
    const keys = (filters[facet] ?? []).map((label) =>
      facet === "color" && isHexColor(label) ? nearestLabel(label) : labelKey(label),
    );
    if (keys.length > 0) canonical[facet] = [...new Set(keys)].sort();
  }
  return canonical;
}

/**
 * The ordinals that pass the filters, or undefined when there is nothing to filter by. A label that no icon has passes
 * none. A `color` of the form `#rrggbb` stands for the nearest colour label.
 */
export function filterOrdinals(generation: Generation, filters: Filters): Ordinals | undefined {
  const lists = Object.entries(canonicalFilters(filters)).map(([facet, keys]) => {
    const dictionary = generation.dictionary(facet as Facet);
    return unionAll(
      keys.map((key) => {
        const index = dictionary.find(Buffer.from(key));
        return index < 0 ? new Uint32Array(0) : dictionary.postings(index);
      }),
    );
  });
  return lists.length === 0 ? undefined : intersectAll(lists);
}

import type { LabelCount, SearchMeta } from "../client/responses.js";
import { FACET, type Facet, mapFacets } from "../format/filter-facets.js";
import { type ChosenLabels, isHexColor } from "./view.js";

/** Labels of each facet, with their counts if known. */
export type Labels = Readonly<Record<Facet, readonly { readonly label: string; readonly count?: number }[]>>;

/**
 * The labels to choose from, with the number of icons that each would show, most frequent first; chosen ones that have
 * none come first.
 *
 * @param meta of the result's first page, which counts the labels of a facet without its own filter
 */
export function labelsOf(meta: SearchMeta | undefined, chosen: ChosenLabels): Labels {
  return mapFacets((facet) => {
    const counted: readonly LabelCount[] = meta?.facets?.[facet] ?? [];
    const lost = chosen[facet].filter((label) => counted.every((known) => known.label !== label));
    // A custom color is counted under the nearest label.
    const isOwn = (label: string): boolean => FACET[facet].values === "color" && isHexColor(label);
    const isKnown = meta?.facets !== undefined;
    return [...lost.map((label) => (isKnown && !isOwn(label) ? { label, count: 0 } : { label })), ...counted];
  });
}

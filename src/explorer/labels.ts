import type { IconList, SearchMeta } from "../client/answers.js";
import { FACET, type Facet } from "../format/filter-facets.js";
import type { Api } from "./api.js";
import { pageParams } from "./icon-list.js";
import { type ChosenLabels, isHexColor, mapFacets } from "./view.js";

/** Labels of each facet, with their counts if known. */
export type Labels = Readonly<Record<Facet, readonly { readonly label: string; readonly count?: number }[]>>;

/** All labels of the dataset, most frequent first. @throws ApiFailure */
export async function loadLabels(api: Api, signal: AbortSignal): Promise<Labels> {
  const params = pageParams(new URLSearchParams(), 1, 1);
  const { _meta } = await api.get<IconList>("icons", params, signal);
  return mapFacets((facet) => _meta.facets?.[facet] ?? []);
}

/**
 * The labels to choose from, with the number of icons in the result. A facet with active labels only has counts for
 * those: the number of icons that another label would add is unknown.
 *
 * @param all the labels of the dataset
 * @param meta of the result's first page
 */
export function countedLabels(all: Labels, chosen: ChosenLabels, meta: Pick<SearchMeta, "facets"> | undefined): Labels {
  const counted = meta?.facets;
  return mapFacets((facet) => {
    const labels = [...all[facet]];
    for (const label of chosen[facet]) if (!labels.some((known) => known.label === label)) labels.unshift({ label });
    if (counted === undefined) return labels;
    const counts = new Map(counted[facet]?.map(({ label, count }) => [label, count]));
    return labels.map(({ label }) => {
      const widens = chosen[facet].length > 0 && !chosen[facet].includes(label);
      // Counted under the nearest label.
      const isOwn = FACET[facet].values === "color" && isHexColor(label);
      return widens || isOwn ? { label } : { label, count: counts.get(label) ?? 0 };
    });
  });
}

export const NO_LABELS: Labels = mapFacets(() => []);

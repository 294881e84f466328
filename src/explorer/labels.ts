import { useEffect, useRef, useState } from "preact/hooks";
import type { IconList, LabelCount, SearchMeta } from "../client/responses.js";
import { FACET, FACETS, type Facet } from "../format/filter-facets.js";
import type { Api } from "./api.js";
import { type ChosenLabels, isFiltered, isHexColor, listParams, mapFacets, type View, withoutFilters } from "./view.js";

/** Labels of each facet, with their counts if known. */
export type Labels = Readonly<Record<Facet, readonly { readonly label: string; readonly count?: number }[]>>;

/** Label counts of some facets. */
type Counts = Readonly<{ readonly [Name in Facet]?: readonly LabelCount[] | undefined }>;

/**
 * The labels to choose from, with the number of icons that each would show. A facet with active labels is counted
 * without them, since choosing another label widens the result; that takes a request per such facet.
 *
 * @param meta of the result's first page
 */
export function useLabels(api: Api, view: View, meta: SearchMeta | undefined): Labels {
  const [all, setAll] = useState<Counts | undefined>(undefined);
  const [others, setOthers] = useState<Counts>({});
  const asked = useRef("");
  const isAll = !isFiltered(view) && view.phash === undefined;
  useEffect(() => {
    if (isAll && meta?.facets !== undefined) setAll(meta.facets);
  }, [isAll, meta]);
  useEffect(() => {
    if (isAll) return;
    const abort = new AbortController();
    // Without labels, there are no filters. The list shows the error.
    if (all === undefined) void countsOf(api, withoutFilters(view), FACETS, abort.signal).then(setAll, () => undefined);
    return () => abort.abort();
  }, [api, isAll]);
  const question = FACETS.map((facet) => (view.labels[facet].length > 0 ? listParams(withoutFacet(view, facet)) : ""));
  useEffect(() => {
    asked.current = question.join();
    setOthers({});
    const abort = new AbortController();
    for (const facet of FACETS) {
      if (view.labels[facet].length === 0) continue;
      void countsOf(api, withoutFacet(view, facet), [facet], abort.signal).then(
        (counts) => asked.current === question.join() && setOthers((before) => ({ ...before, ...counts })),
        () => undefined,
      );
    }
    return () => abort.abort();
  }, [api, question.join()]);
  return countedLabels(all ?? {}, view.labels, meta?.facets, others);
}

async function countsOf(api: Api, view: View, facets: readonly Facet[], signal: AbortSignal): Promise<Counts> {
  const params = listParams(view);
  params.set("facets", facets.join(","));
  params.set("limit", "1");
  return (await api.get<IconList>("icons", params, signal))._meta.facets ?? {};
}

function withoutFacet(view: View, facet: Facet): View {
  return { ...view, labels: { ...view.labels, [facet]: [] } };
}

/**
 * Merges the labels of the dataset with their counts, most frequent in the result first.
 *
 * @param all the labels of the dataset
 * @param counted within the result; undefined: not known yet
 * @param others of facets with active labels, counted without these
 */
export function countedLabels(all: Counts, chosen: ChosenLabels, counted: Counts | undefined, others: Counts): Labels {
  return mapFacets((facet) => {
    const labels = (all[facet] ?? []).map(({ label }) => label);
    for (const label of chosen[facet]) if (!labels.includes(label)) labels.unshift(label);
    const known = chosen[facet].length > 0 ? others[facet] : counted?.[facet];
    // Counts of the result are those of its active labels while the others are on their way.
    const within = new Map((known ?? counted?.[facet])?.map(({ label, count }) => [label, count]));
    const isKnown = known !== undefined;
    const listed = labels.map((label) => {
      // Counted under the nearest label.
      const isOwn = FACET[facet].values === "color" && isHexColor(label);
      const count = within.get(label) ?? (isKnown && !isOwn ? 0 : undefined);
      return count === undefined ? { label } : { label, count };
    });
    return isKnown ? listed.sort((a, b) => (b.count ?? 0) - (a.count ?? 0)) : listed;
  });
}

/** No labels, as before the first response. */
export const NO_LABELS: Labels = mapFacets(() => []);

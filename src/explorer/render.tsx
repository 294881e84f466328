import { renderToString } from "preact-render-to-string";
import type { IconDetail } from "../client/responses.js";
import { type KnownResponses, requestPath } from "./api.js";
import { App } from "./app.js";
import { Detail } from "./detail.js";
import { Drawings, type PageDrawings } from "./drawings.js";
import { pageParams } from "./icon-list.js";
import type { PageFacts } from "./page-facts.js";
import { listParams, readView, similarToIcon, similarToImage, titleOf, withImages, writeView } from "./view.js";

/**
 * The requests that the page sends first, relative to the API's prefix.
 *
 * @param search the query of the page's URL
 */
export function firstRequests(search: string): readonly string[] {
  const view = readView(search);
  const { phash, similar, variants, icon } = view;
  const detailOf = (id: string): string => requestPath(`icons/${encodeURIComponent(id)}`, withImages());
  const similarTo = (params: URLSearchParams): string => requestPath("similar", withImages(params));
  if (phash === undefined && similar !== undefined) {
    // If an icon was renamed, the page is redirected, so that there must be only one.
    return icon === undefined ? [detailOf(similar), similarTo(similarToIcon(similar, variants))] : [detailOf(icon)];
  }
  const results =
    phash === undefined
      ? [requestPath("icons", withImages(pageParams(listParams(view), 1)))]
      : similarToImage({ ...view, phash }, variants).map(similarTo);
  return icon === undefined ? results : [detailOf(icon), ...results];
}

/** The query of the URL of a page with another icon in the place of a renamed one. */
export function searchWithIcon(search: string, icon: string): string {
  const view = readView(search);
  return writeView({ ...view, [view.icon === undefined ? "similar" : "icon"]: icon });
}

/**
 * Renders the first view of the page on the server. Cost: some milliseconds.
 *
 * @param responses to the requests that `firstRequests` returns, if there are any
 * @param drawings those that become part of the page; called for each image in the order of the page
 */
export function renderView(
  search: string,
  facts: PageFacts,
  responses: KnownResponses,
  drawings: PageDrawings,
): { readonly title: string; readonly html: string } {
  const view = readView(search);
  const detail =
    view.icon === undefined
      ? undefined
      : responses.get(requestPath(`icons/${encodeURIComponent(view.icon)}`, withImages()));
  const name = detail?.success ? (detail as IconDetail).data.name : undefined;
  return {
    title: titleOf(view, name, facts.dataset),
    html: renderToString(
      <Drawings.Provider value={drawings}>
        <App facts={facts} search={search} responses={responses} detail={Detail} />
      </Drawings.Provider>,
    ),
  };
}

import { renderToString } from "preact-render-to-string";
import { type KnownAnswers, requestPath } from "./api.js";
import { App } from "./app.js";
import { pageParams } from "./icon-list.js";
import type { PageFacts } from "./page-facts.js";
import { listParams, readView, similarParams, titleOf, withImages } from "./view.js";

/**
 * The requests that the page sends first, relative to the API's prefix.
 *
 * @param search the query of the page's URL
 */
export function firstRequests(search: string): readonly string[] {
  const view = readView(search);
  const { phash, variants, icon } = view;
  const results =
    phash === undefined
      ? requestPath("icons", withImages(pageParams(listParams(view), 1)))
      : requestPath("similar", withImages(similarParams({ ...view, phash }, variants)));
  return icon === undefined ? [results] : [results, requestPath(`icons/${encodeURIComponent(icon)}`, withImages())];
}

/**
 * Renders the first view of the page on the server. Cost: some milliseconds.
 *
 * @param answers to the requests that `firstRequests` returns, as far as there are any
 */
export function renderView(
  search: string,
  facts: PageFacts,
  answers: KnownAnswers,
): { readonly title: string; readonly html: string } {
  const view = readView(search);
  const detail = view.icon && answers.get(requestPath(`icons/${encodeURIComponent(view.icon)}`, withImages()));
  const name = detail ? (detail as { readonly data: { readonly name: string } }).data.name : undefined;
  return {
    title: titleOf(view, name, facts.dataset),
    html: renderToString(<App facts={facts} search={search} answers={answers} />),
  };
}

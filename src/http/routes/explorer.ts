import type { Catalog } from "../../catalog/catalog.js";
import type { Service } from "../api.js";
import { ApiError } from "../api-error.js";
import { etagOf } from "../conditional.js";
import { createExplorerPage, type ExplorerFacts, type ExplorerPage } from "../explorer-page.js";
import { makeInThread, type StaticSet } from "../made-in-thread.js";
import { READING, refuseOtherMethods } from "../methods.js";
import { pathOf } from "../query-string.js";
import type { RequestLog } from "../request-log.js";
import { addCompressed, type StaticAnswer, sendStatic } from "../static-answers.js";

const PAGE_PATH = "/";
const ASSETS_PATH = "/assets/:version/*";
const THREAD = new URL("../explorer-thread.js", import.meta.url);
/** How many icons a browser without JavaScript shows. */
const PLAIN_ICONS = 60;

/** GET /: the explorer page, and what it loads below /assets. Needs no key and counts for nobody. */
export function routeExplorer({ app, catalog, log }: Service & { readonly log: RequestLog }): void {
  const explorer = makeInThread<ExplorerFacts>(THREAD, log);
  const pageOf = pageOncePerGeneration();
  app.addHook("onClose", () => explorer.close());
  app.route({
    method: READING,
    url: PAGE_PATH,
    config: { compress: false },
    async handler(request, reply) {
      const set = await explorer.get(request);
      return sendStatic(request, reply, pageOf(set, catalog()));
    },
  });
  app.route({
    method: READING,
    url: ASSETS_PATH,
    config: { compress: false },
    async handler(request, reply) {
      const answer = (await explorer.get(request)).answers.get(pathOf(request.url));
      if (answer === undefined) throw new ApiError("route_not_found", "this file does not exist");
      return sendStatic(request, reply, answer);
    },
  });
  refuseOtherMethods(app, PAGE_PATH);
  refuseOtherMethods(app, ASSETS_PATH);
}

/** Renders the page at the first request for each generation, and compresses it meanwhile. */
function pageOncePerGeneration(): (set: StaticSet<ExplorerFacts>, current: Catalog) => StaticAnswer {
  let page: ExplorerPage | undefined;
  let rendered: { readonly generation: string; readonly answer: StaticAnswer } | undefined;
  return ({ facts }, current) => {
    const { generation } = current;
    if (rendered?.generation === generation) return rendered.answer;
    page ??= createExplorerPage(facts);
    const { ordinals } = current.list({ limit: PLAIN_ICONS });
    const answer: StaticAnswer = {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-cache",
        "content-security-policy": page.policy,
      },
      etag: etagOf("explorer", facts.version, generation),
      bodies: { identity: Buffer.from(page.render(Array.from(ordinals, current.record))) },
    };
    rendered = { generation, answer };
    addCompressed(answer).catch(() => {
      // Out of memory, for example: the next request begins anew.
      if (rendered?.answer === answer) rendered = undefined;
    });
    return answer;
  };
}

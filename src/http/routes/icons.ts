import { PLANS } from "../../access/plan.js";
import { identityOf, readListRequest } from "../../catalog/list-request.js";
import type { Api } from "../api.js";
import { etagOf } from "../conditional.js";
import { listEnvelope } from "../envelope.js";
import { READING } from "../methods.js";
import { EXAMPLES } from "../reference/examples.js";
import { responses } from "../reference/responses.js";
import { IconList, IconsQuery } from "../schemas.js";

const DEFAULT_LIMIT = 20;

/** GET /icons: searches and lists icons. */
export function routeIcons({ app, catalog, originOf, answers }: Api): void {
  const schema = {
    operationId: "listIcons",
    summary: "Search and list icons",
    description: "Icons that match the query and the filters, best first, with their exact number.",
    tags: ["icons"],
    querystring: IconsQuery,
    response: responses(IconList, "One page of icons.", EXAMPLES.list),
  };
  app.route({
    method: READING,
    url: "/icons",
    schema,
    handler(request, reply) {
      const caller = request.caller!;
      const { q, category, color, style, mood, facets, page, limit = DEFAULT_LIMIT } = request.query;
      const effective = Math.min(limit, PLANS[caller.tier].maxLimit);
      const query = readListRequest({ q, category, color, style, mood, facets, page, limit: effective });
      const current = catalog();
      const origin = originOf(request);
      const etag = etagOf("icons", current.generation, caller.tier, origin, identityOf(query));
      if (answers.sendIfKnown(request, reply, etag)) return;
      const result = current.page(query);
      answers.send(request, reply, etag, listEnvelope(current.itemsText(result.ordinals, origin), result, caller));
    },
  });
}

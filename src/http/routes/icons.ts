import { PLANS } from "../../access/plan.js";
import { canonicalRequest } from "../../catalog/catalog.js";
import type { Api } from "../api.js";
import { etagOf } from "../conditional.js";
import { listEnvelope } from "../envelope.js";
import { READING } from "../methods.js";
import { errorResponses, IconList, IconsQuery } from "../schemas.js";

const DEFAULT_LIMIT = 20;

/** GET /icons: searches and lists icons. */
export function routeIcons({ app, catalog, originOf, answers }: Api): void {
  const schema = { querystring: IconsQuery, response: { 200: IconList, ...errorResponses } };
  app.route({
    method: READING,
    url: "/icons",
    schema,
    handler(request, reply) {
      const caller = request.caller!;
      const { page = 1, limit = DEFAULT_LIMIT } = request.query;
      const asked = { ...request.query, page, limit: Math.min(limit, PLANS[caller.tier].maxLimit) };
      const current = catalog();
      const origin = originOf(request);
      const etag = etagOf("icons", current.generation, caller.tier, origin, JSON.stringify(canonicalRequest(asked)));
      if (answers.sendIfKnown(request, reply, etag)) return;
      const result = current.list(asked);
      answers.send(request, reply, etag, listEnvelope(current.itemsText(result.ordinals, origin), result, caller));
    },
  });
}

import { PLANS } from "../../access/plan.js";
import { canonicalRequest } from "../../catalog/catalog.js";
import type { Api } from "../api.js";
import { sendIfNotModified } from "../conditional.js";
import { listEnvelope, sendJson } from "../envelope.js";
import { READING } from "../methods.js";
import { errorResponses, IconList, IconsQuery } from "../schemas.js";

const DEFAULT_LIMIT = 20;

/** GET /icons: searches and lists icons. */
export function routeIcons({ app, catalog, originOf }: Api): void {
  const schema = { querystring: IconsQuery, response: { 200: IconList, ...errorResponses } };
  app.route({
    method: READING,
    url: "/icons",
    schema,
    handler(request, reply) {
      const { page = 1, limit = DEFAULT_LIMIT, ...query } = request.query;
      const asked = { ...query, page, limit: Math.min(limit, PLANS[request.caller!.tier].maxLimit) };
      const current = catalog();
      const origin = originOf(request);
      if (
        sendIfNotModified(request, reply, [
          "icons",
          current.generation,
          request.caller!.tier,
          origin,
          canonicalRequest(asked),
        ])
      )
        return;
      const result = current.list(asked);
      const items = current.renderItems(result.ordinals, origin);
      sendJson(reply, listEnvelope(items, result, request.caller));
    },
  });
}

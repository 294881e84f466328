import type { Api } from "../api.js";
import { sendIfNotModified } from "../conditional.js";
import { listEnvelope, sendJson } from "../envelope.js";
import { READING } from "../methods.js";
import { CategoryList, errorResponses, NoQuery } from "../schemas.js";

/** GET /categories: every category with its number of icons. */
export function routeCategories({ app, catalog, originOf }: Api): void {
  const schema = { querystring: NoQuery, response: { 200: CategoryList, ...errorResponses } };
  app.route({
    method: READING,
    url: "/categories",
    schema,
    handler(request, reply) {
      const current = catalog();
      const { tier } = request.caller!;
      if (sendIfNotModified(request, reply, ["categories", current.generation, tier, originOf(request)])) return;
      const labels = current.labels("category");
      const total = labels.length;
      const numbers = { total, page: 1, limit: total, totalPages: Math.min(1, total) };
      sendJson(reply, listEnvelope(Buffer.from(JSON.stringify(labels)), numbers, request.caller));
    },
  });
}

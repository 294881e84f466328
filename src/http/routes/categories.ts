import { toByteText } from "../../text/byte-text.js";
import type { Api } from "../api.js";
import { etagOf } from "../conditional.js";
import { listEnvelope } from "../envelope.js";
import { READING } from "../methods.js";
import { CategoryList, errorResponses, NoQuery } from "../schemas.js";

/** GET /categories: every category with its number of icons. */
export function routeCategories({ app, catalog, originOf, answers }: Api): void {
  const schema = { querystring: NoQuery, response: { 200: CategoryList, ...errorResponses } };
  app.route({
    method: READING,
    url: "/categories",
    schema,
    handler(request, reply) {
      const current = catalog();
      const caller = request.caller!;
      const etag = etagOf("categories", current.generation, caller.tier, originOf(request));
      if (answers.sendIfKnown(request, reply, etag)) return;
      const labels = current.labels("category");
      const total = labels.length;
      const numbers = { total, page: 1, limit: total, totalPages: Math.min(1, total) };
      answers.send(request, reply, etag, listEnvelope(toByteText(JSON.stringify(labels)), numbers, caller));
    },
  });
}

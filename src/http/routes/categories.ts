import { toByteText } from "../../text/byte-text.js";
import type { Api } from "../api.js";
import { READING } from "../contract/methods.js";
import { NoQuery } from "../contract/request-schemas.js";
import { CategoryList } from "../contract/response-schemas.js";
import { withKeyedRequest } from "../reference/example-requests.js";
import { EXAMPLES } from "../reference/examples.js";
import { responses } from "../reference/responses.js";
import { listEnvelope } from "../responses/envelope.js";
import { etagOf } from "../responses/etag.js";

/** GET /categories: every category with its number of icons. */
export function routeCategories({ app, catalog, originOf, writer }: Api): void {
  const schema = {
    operationId: "listCategories",
    summary: "List categories",
    description: withKeyedRequest(
      "Returns all categories with their number of icons, largest first.",
      "/api/v1/categories",
    ),
    tags: ["icons"],
    querystring: NoQuery,
    response: responses(CategoryList, "All categories.", EXAMPLES.categories, "query_too_expensive"),
  };
  app.route({
    method: READING,
    url: "/categories",
    schema,
    handler(request, reply) {
      const current = catalog();
      const caller = request.caller!;
      const etag = etagOf("categories", current.generation, caller.tier, originOf(request));
      if (writer.sendIfKnown(request, reply, etag)) return;
      const labels = current.labels("category");
      const total = labels.length;
      const numbers = { total, page: 1, limit: total, totalPages: Math.min(1, total) };
      writer.send(request, reply, etag, listEnvelope(toByteText(JSON.stringify(labels)), numbers, caller));
    },
  });
}

import { PLANS } from "../../access/plan.js";
import { identityOf, readListRequest, readQuery } from "../../catalog/list-request.js";
import type { Api } from "../api.js";
import { listEnvelope } from "../envelope.js";
import { etagOf } from "../etag.js";
import { READING } from "../methods.js";
import { withKeyedRequest } from "../reference/example-requests.js";
import { EXAMPLES } from "../reference/examples.js";
import { responses } from "../reference/responses.js";
import { IconList, IconsQuery } from "../schemas.js";

const DEFAULT_LIMIT = 20;

/** GET /icons: searches and lists icons. */
export function routeIcons({ app, catalog, originOf, answers }: Api): void {
  const schema = {
    operationId: "listIcons",
    summary: "Search and list icons",
    description: withKeyedRequest(
      "Returns the icons that match the query and the filters, best first, with an exact total.",
      "/api/v1/icons?q=spotify",
    ),
    tags: ["icons"],
    querystring: IconsQuery,
    response: responses(IconList, "One page of icons.", EXAMPLES.list, "query_too_expensive"),
  };
  app.route({
    method: READING,
    url: "/icons",
    schema,
    handler(request, reply) {
      const caller = request.caller!;
      const { limit = DEFAULT_LIMIT, highlight } = request.query;
      // The query is passed on unchanged: copying it without its other members takes longer than looking up the page.
      const query = readListRequest(request.query, Math.min(limit, PLANS[caller.tier].maxLimit));
      const current = catalog();
      const origin = originOf(request);
      const operation = highlight ? "icons, highlighted" : "icons";
      const etag = etagOf(operation, current.generation, caller.tier, origin, identityOf(query));
      if (answers.sendIfKnown(request, reply, etag)) return;
      const budget = current.budget();
      const result = current.page(query, budget);
      const items = highlight
        ? current.highlightedText(result.ordinals, readQuery(result.didYouMean) ?? query.query, origin, budget)
        : current.itemsText(result.ordinals, origin);
      answers.send(request, reply, etag, listEnvelope(items, result, caller));
    },
  });
}

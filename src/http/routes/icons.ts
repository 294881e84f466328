import { identityOf, readListRequest, readQuery } from "../../catalog/list-request.js";
import type { Api } from "../api.js";
import { ApiError } from "../contract/error-codes.js";
import { READING } from "../contract/methods.js";
import { IconsQuery } from "../contract/request-schemas.js";
import { IconList } from "../contract/response-schemas.js";
import { withKeyedRequest } from "../reference/example-requests.js";
import { EXAMPLES } from "../reference/examples.js";
import { responses } from "../reference/responses.js";
import { listWarnings } from "../requests/list-warnings.js";
import { unknownParameters } from "../requests/validation.js";
import { listEnvelope } from "../responses/envelope.js";
import { etagOf } from "../responses/etag.js";

const DEFAULT_LIMIT = 20;

/** GET /icons: searches and lists icons. */
export function routeIcons({ app, catalog, originOf, writer }: Api): void {
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
      const { limit = DEFAULT_LIMIT, highlight, images, credits } = request.query;
      // The query is passed on unchanged: copying it without its other members takes longer than looking up the page.
      const query = readListRequest(request.query, Math.min(limit, caller.plan.maxLimit));
      if (Number.isNaN(query.since))
        throw new ApiError("invalid_parameter", "updated_since is not a date of the calendar", {
          param: "updated_since",
        });
      const unknown = unknownParameters(request.query);
      const current = catalog();
      const origin = originOf(request);
      const named = `icons${highlight ? ", highlighted" : ""}${images ? ", images" : ""}${credits ? ", credits" : ""}`;
      const operation = unknown.length === 0 ? named : named + JSON.stringify(unknown);
      const etag = etagOf(operation, current.generation, caller.tier, origin, identityOf(query));
      if (writer.sendIfKnown(request, reply, etag)) return;
      const budget = current.budget();
      const result = current.page(query, budget);
      const marked = highlight ? { highlight: { query: readQuery(result.didYouMean) ?? query.query } } : {};
      const items =
        highlight || images || credits
          ? current.extendedText(result.ordinals, { ...marked, images, credits }, origin, budget)
          : current.itemsText(result.ordinals, origin);
      const warnings = listWarnings(current, query, unknown);
      const numbers = warnings.length === 0 ? result : { ...result, warnings };
      writer.send(request, reply, etag, listEnvelope(items, numbers, caller));
    },
  });
}

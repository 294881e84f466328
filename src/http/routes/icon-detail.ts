import { PLANS } from "../../access/plan.js";
import { PRO_FIELDS, RECORD_FIELDS } from "../../format/record-and-detail-fields.js";
import { listWords } from "../../text/list-words.js";
import type { Api } from "../api.js";
import { detailEnvelope } from "../envelope.js";
import { etagOf } from "../etag.js";
import { READING } from "../methods.js";
import { withKeyedRequest } from "../reference/example-requests.js";
import { EXAMPLES } from "../reference/examples.js";
import { responses } from "../reference/responses.js";
import { IconDetail, IdParams, NoQuery } from "../schemas.js";

/** GET /icons/:id: one icon in detail. */
export function routeIconDetail({ app, catalog, originOf, answers }: Api): void {
  const schema = {
    operationId: "getIcon",
    summary: "Show an icon",
    description: withKeyedRequest(
      `Returns all fields of an icon. These require the pro plan: ${listWords(PRO_FIELDS.map((field) => RECORD_FIELDS[field].label.toLowerCase()))}.`,
      "/api/v1/icons/spotify",
    ),
    tags: ["icons"],
    params: IdParams,
    querystring: NoQuery,
    response: responses(IconDetail, "The icon.", EXAMPLES.detail, "icon_not_found"),
  };
  app.route({
    method: READING,
    // An empty id is not an icon but another path.
    url: "/icons/:id(.+)",
    schema,
    handler(request, reply) {
      const { id } = request.params;
      const caller = request.caller!;
      const current = catalog();
      const origin = originOf(request);
      const detail = current.detailText(id, origin, PLANS[caller.tier].fullDetail);
      const etag = etagOf("icon", current.generation, caller.tier, origin, id);
      if (answers.sendIfKnown(request, reply, etag)) return;
      answers.send(request, reply, etag, detailEnvelope(detail, caller));
    },
  });
}

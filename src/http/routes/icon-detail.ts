import { PLANS } from "../../access/plan.js";
import { detailOf } from "../../catalog/detail.js";
import type { Api } from "../api.js";
import { sendIfNotModified } from "../conditional.js";
import { detailEnvelope, sendJson } from "../envelope.js";
import { READING } from "../methods.js";
import { errorResponses, IconDetail, IdParams, NoQuery } from "../schemas.js";

/** GET /icons/:id: one icon in detail. */
export function routeIconDetail({ app, catalog, originOf }: Api): void {
  const schema = { params: IdParams, querystring: NoQuery, response: { 200: IconDetail, ...errorResponses } };
  app.route({
    method: READING,
    // An empty id is no icon but another path.
    url: "/icons/:id(.+)",
    schema,
    handler(request, reply) {
      const { id } = request.params;
      const { tier } = request.caller!;
      const current = catalog();
      const origin = originOf(request);
      const data = detailOf(current.get(id), origin, PLANS[tier].fullDetail);
      if (sendIfNotModified(request, reply, ["icon", current.generation, tier, origin, id])) return;
      sendJson(reply, detailEnvelope(data, request.caller));
    },
  });
}

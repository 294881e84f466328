import type { Catalog } from "../../catalog/catalog.js";
import { IconNotFoundError, QueryTooExpensiveError } from "../../catalog/generation/catalog-errors.js";
import { PRO_FIELDS, RECORD_FIELDS } from "../../format/record-and-detail-fields.js";
import { isBlank } from "../../text/blank.js";
import type { ByteText } from "../../text/byte-text.js";
import { listWords } from "../../text/list-words.js";
import { nearestName } from "../../text/nearest-name.js";
import type { Api } from "../api.js";
import { ApiError } from "../contract/error-codes.js";
import { READING } from "../contract/methods.js";
import { IconQuery, IconsQuery, IdParams } from "../contract/request-schemas.js";
import { IconDetail } from "../contract/response-schemas.js";
import { withKeyedRequest } from "../reference/example-requests.js";
import { EXAMPLES } from "../reference/examples.js";
import { responses } from "../reference/responses.js";
import { detailEnvelope } from "../responses/envelope.js";
import { etagOf } from "../responses/etag.js";

/** GET /icons/:id: one icon in detail. */
export function routeIconDetail({ app, catalog, originOf, writer }: Api): void {
  const schema = {
    operationId: "getIcon",
    summary: "Show an icon",
    description: withKeyedRequest(
      `Returns all fields of an icon. These require the pro plan: ${listWords(PRO_FIELDS.map((field) => RECORD_FIELDS[field].label.toLowerCase()))}.`,
      "/api/v1/icons/spotify",
    ),
    tags: ["icons"],
    params: IdParams,
    querystring: IconQuery,
    response: responses(IconDetail, "The icon.", EXAMPLES.detail, "icon_not_found", "icon_renamed", "icon_removed"),
  };
  app.route({
    method: READING,
    // An empty id is not an icon but another path.
    url: "/icons/:id(.+)",
    schema,
    handler(request, reply) {
      const { id } = request.params;
      const { images } = request.query;
      const caller = request.caller!;
      const current = catalog();
      const origin = originOf(request);
      const detail = detailOrNearest(current, id, origin, caller.plan.fullDetail, images);
      const etag = etagOf(images ? "icon, images" : "icon", current.generation, caller.tier, origin, id);
      if (writer.sendIfKnown(request, reply, etag)) return;
      writer.send(request, reply, etag, detailEnvelope(detail, caller));
    },
  });
}

/** Names of icons that are compared with an unknown id. */
const MAX_COMPARED = 5;
/** As long as queries may be. */
const MAX_QUERY = IconsQuery.properties.q.maxLength;

/** @throws ApiError for an unknown id, with the nearest one if a search for the id finds it. Cost: that search */
function detailOrNearest(catalog: Catalog, id: string, origin: string, isFull: boolean, images?: boolean): ByteText {
  try {
    return catalog.detailText(id, origin, isFull, images);
  } catch (error) {
    if (!(error instanceof IconNotFoundError)) throw error;
    const near = nearestName(id, idsNamed(catalog, id));
    const suggestion = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
    throw new ApiError("icon_not_found", `${error.message}${suggestion}`);
  }
}

function idsNamed(catalog: Catalog, q: string): string[] {
  if (q.length > MAX_QUERY || isBlank(q)) return [];
  try {
    const { ordinals } = catalog.list({ q, limit: MAX_COMPARED });
    return Array.from(ordinals, (ordinal) => catalog.item(ordinal).id);
  } catch (error) {
    if (error instanceof QueryTooExpensiveError) return [];
    throw error;
  }
}

import { runToEnd } from "../../catalog/execution/cooperative-task.js";
import type { SimilarIcon } from "../../catalog/similar/find-similar.js";
import { asByteText, toByteText } from "../../text/byte-text.js";
import type { Api } from "../api.js";
import { READING } from "../contract/methods.js";
import { SimilarQuery } from "../contract/request-schemas.js";
import { SimilarList } from "../contract/response-schemas.js";
import { withKeyedRequest } from "../reference/example-requests.js";
import { EXAMPLES } from "../reference/examples.js";
import { responses } from "../reference/responses.js";
import { listEnvelope } from "../responses/envelope.js";
import { etagOf } from "../responses/etag.js";
import { createTaskScheduler } from "../transport/task-scheduler.js";
import { readSimilarRequest } from "./similar-request.js";

/** Errors in addition to those of every operation. */
const REFUSALS = [
  "missing_parameter",
  "conflicting_parameters",
  "icon_not_found",
  "icon_renamed",
  "icon_removed",
  "phash_unavailable",
  "palette_unavailable",
  "shape_unavailable",
  "vector_unavailable",
] as const;

/** GET /similar: the icons with the nearest perceptual hashes, shapes, palettes or vectors. */
export function routeSimilar({ app, catalog, originOf, writer }: Api): void {
  const tasks = createTaskScheduler();
  const schema = {
    operationId: "findSimilar",
    summary: "Find similar icons",
    description: withKeyedRequest(
      "Returns the icons most similar to an icon or an image, closest first. An image is given by its perceptual hash, or by its shape descriptor and palette. The result is exact.",
      "/api/v1/similar?id=spotify&limit=2",
    ),
    tags: ["similar"],
    querystring: SimilarQuery,
    response: responses(SimilarList, "The most similar icons.", EXAMPLES.similar, ...REFUSALS),
  };
  app.route({
    method: READING,
    url: "/similar",
    schema,
    handler(request, reply) {
      const { request: similarRequest, identity } = readSimilarRequest(request.query);
      const { id, shape, palette, limit, uncertain } = similarRequest;
      const { images } = request.query;
      const current = catalog();
      const origin = originOf(request);
      const { matches: search, by, phash, lowDetail } = current.beginSimilar(similarRequest);
      const caller = request.caller!;
      const etag = etagOf(images ? "similar, images" : "similar", current.generation, caller.tier, origin, identity);
      if (writer.sendIfKnown(request, reply, etag)) return;
      const response = (matches: readonly SimilarIcon[]): void => {
        const total = matches.length;
        const numbers = { total, page: 1, limit, totalPages: Math.min(1, total) };
        const query = toByteText(JSON.stringify({ id, shape, palette, phash, by, lowDetail: lowDetail || undefined }));
        const items = current.matchesText(matches, origin, images);
        writer.send(request, reply, etag, listEnvelope(items, numbers, caller, asByteText(`,"query":${query}`)));
      };
      if (by === "phash" && uncertain === undefined) return response(runToEnd(search));
      const isWanted = () => !request.raw.socket.destroyed;
      tasks
        .run(search, isWanted)
        .then((matches) => matches && response(matches))
        .catch((error) => reply.send(error));
    },
  });
}

import { runToEnd } from "../../catalog/execution/cooperative-task.js";
import type { SimilarIcon } from "../../catalog/similar/find-similar.js";
import { VARIANTS } from "../../catalog/similar/hash-distance.js";
import { MAX_MATCHES } from "../../catalog/similar/nearest-hashes.js";
import { asByteText, toByteText } from "../../text/byte-text.js";
import type { Api } from "../api.js";
import { listEnvelope } from "../envelope.js";
import { ApiError } from "../error-codes.js";
import { etagOf } from "../etag.js";
import { READING } from "../methods.js";
import { withKeyedRequest } from "../reference/example-requests.js";
import { EXAMPLES } from "../reference/examples.js";
import { responses } from "../reference/responses.js";
import { SimilarList, SimilarQuery } from "../schemas.js";
import { createTaskScheduler } from "../task-scheduler.js";

const DEFAULT_LIMIT = 10;
/** Errors in addition to those of every operation. */
const REFUSALS = [
  "missing_parameter",
  "conflicting_parameters",
  "icon_not_found",
  "phash_unavailable",
  "palette_unavailable",
] as const;

/** GET /similar: the icons with the nearest perceptual hashes or palettes. */
export function routeSimilar({ app, catalog, originOf, answers }: Api): void {
  const tasks = createTaskScheduler();
  const schema = {
    operationId: "findSimilar",
    summary: "Find similar icons",
    description: withKeyedRequest(
      "Returns the icons most similar to an icon or a perceptual hash, closest first. The result is exact.",
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
      const { id, phash, limit: requestedLimit = DEFAULT_LIMIT, max_distance: maxDistance = 64 } = request.query;
      const { include = [], by = "shape", uncertain } = request.query;
      if (id === undefined && phash === undefined) throw new ApiError("missing_parameter", "give id or phash");
      if (id !== undefined && phash !== undefined)
        throw new ApiError("conflicting_parameters", "give either id or phash, not both");
      if (id !== undefined && uncertain !== undefined)
        throw new ApiError("conflicting_parameters", "uncertain needs phash", {
          param: "uncertain",
        });
      if (id === undefined && by !== "shape")
        throw new ApiError("conflicting_parameters", `by=${by} compares palettes, so give id instead of phash`, {
          param: "by",
        });
      const limit = Math.min(requestedLimit, MAX_MATCHES);
      const current = catalog();
      const origin = originOf(request);
      const marks = uncertain === undefined ? {} : { uncertain: uncertain.toLowerCase() };
      const subject = id === undefined ? { phash: phash!.toLowerCase() } : { id };
      const similarRequest = { ...subject, ...marks, limit, maxDistance, include, by };
      const { matches: search, phash: lookedUp, lowDetail } = current.beginSimilar(similarRequest);
      const caller = request.caller!;
      const variants = include.length === 0 ? "" : VARIANTS.filter((variant) => include.includes(variant)).join("+");
      const key = `${limit},${maxDistance},${by},${variants},${id === undefined ? subject.phash : `=${id}`},${marks.uncertain ?? ""}`;
      const etag = etagOf("similar", current.generation, caller.tier, origin, key);
      if (answers.sendIfKnown(request, reply, etag)) return;
      const answer = (matches: readonly SimilarIcon[]): void => {
        const total = matches.length;
        const numbers = { total, page: 1, limit, totalPages: Math.min(1, total) };
        const query = toByteText(JSON.stringify({ id, phash: lookedUp, lowDetail: lowDetail || undefined }));
        const items = current.matchesText(matches, origin);
        answers.send(request, reply, etag, listEnvelope(items, numbers, caller, asByteText(`,"query":${query}`)));
      };
      if (by === "shape" && uncertain === undefined) return answer(runToEnd(search));
      const isWanted = () => !request.raw.socket.destroyed;
      tasks
        .run(search, isWanted)
        .then((matches) => matches && answer(matches))
        .catch((error) => reply.send(error));
    },
  });
}

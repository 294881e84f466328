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
/** What the orders without hashes compare. */
const COMPARED = {
  shape: "shapes",
  look: "shapes and palettes",
  color: "palettes",
  blend: "palettes",
  vector: "vectors",
} as const;
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
      const { id, phash, shape, limit: requestedLimit = DEFAULT_LIMIT, max_distance: maxDistance } = request.query;
      const { include = [], by = shape === undefined ? "phash" : "shape", uncertain, images } = request.query;
      const subjects = [id, phash, shape].filter((subject) => subject !== undefined);
      if (subjects.length === 0)
        throw new ApiError("missing_parameter", `give id or ${by === "shape" ? "shape" : "phash"}`);
      if (subjects.length > 1)
        throw new ApiError(
          "conflicting_parameters",
          shape === undefined ? "give either id or phash, not both" : "give either id, phash or shape",
        );
      if (phash === undefined && uncertain !== undefined)
        throw new ApiError("conflicting_parameters", "uncertain needs phash", {
          param: "uncertain",
        });
      if (shape !== undefined && by !== "shape" && by !== "auto")
        throw new ApiError("conflicting_parameters", `by=${by} can't compare a shape, so give id`, { param: "by" });
      if ((by === "shape" || by === "look") && ((maxDistance ?? 64) < 64 || include.length > 0))
        throw new ApiError("conflicting_parameters", `max_distance and include compare hashes, not by=${by}`, {
          param: "by",
        });
      if (phash !== undefined && by !== "phash" && by !== "auto")
        throw new ApiError("conflicting_parameters", `by=${by} compares ${COMPARED[by]}, so give id instead of phash`, {
          param: "by",
        });
      const limit = Math.min(requestedLimit, MAX_MATCHES);
      const current = catalog();
      const origin = originOf(request);
      const marks = uncertain === undefined ? {} : { uncertain: uncertain.toLowerCase() };
      const subject =
        id !== undefined
          ? { id }
          : shape !== undefined
            ? { shape: shape.toLowerCase() }
            : { phash: phash!.toLowerCase() };
      const within = maxDistance === undefined ? {} : { maxDistance };
      const similarRequest = { ...subject, ...marks, ...within, limit, include, by };
      const { matches: search, phash: lookedUp, lowDetail } = current.beginSimilar(similarRequest);
      const caller = request.caller!;
      const variants = include.length === 0 ? "" : VARIANTS.filter((variant) => include.includes(variant)).join("+");
      const key = `${limit},${maxDistance ?? 64},${by},${variants},${id === undefined ? Object.values(subject)[0] : `=${id}`},${marks.uncertain ?? ""}`;
      const etag = etagOf(images ? "similar, images" : "similar", current.generation, caller.tier, origin, key);
      if (answers.sendIfKnown(request, reply, etag)) return;
      const answer = (matches: readonly SimilarIcon[]): void => {
        const total = matches.length;
        const numbers = { total, page: 1, limit, totalPages: Math.min(1, total) };
        const query = toByteText(
          JSON.stringify({ id, shape: subject.shape, phash: lookedUp, lowDetail: lowDetail || undefined }),
        );
        const items = current.matchesText(matches, origin, images);
        answers.send(request, reply, etag, listEnvelope(items, numbers, caller, asByteText(`,"query":${query}`)));
      };
      if (by === "phash" && uncertain === undefined) return answer(runToEnd(search));
      const isWanted = () => !request.raw.socket.destroyed;
      tasks
        .run(search, isWanted)
        .then((matches) => matches && answer(matches))
        .catch((error) => reply.send(error));
    },
  });
}

import type { FastifyReply, FastifyRequest } from "fastify";
import type { Service } from "../api.js";
import { READING, refuseOtherMethods } from "../contract/methods.js";
import { atomFeed, createFeed, FEED_PATHS, jsonFeed } from "../pages/feed.js";
import { withKeyedRequest } from "../reference/example-requests.js";
import { FEED_EXAMPLES } from "../reference/examples.js";
import { refusals } from "../reference/responses.js";
import { etagOf, sendIfKnown } from "../responses/etag.js";
import { createTaskScheduler } from "../transport/task-scheduler.js";

const FORMS = {
  atom: { type: "application/atom+xml", title: "Atom feed", write: atomFeed, operationId: "getAtomFeed" },
  json: { type: "application/feed+json", title: "JSON Feed", write: jsonFeed, operationId: "getJsonFeed" },
} as const;

const MAX_ENTRIES = 50;

interface FeedOptions extends Service {
  /** The public origin of a request. */
  originOf(request: FastifyRequest): string;
  /** Whether callers without a key have a plan. */
  readonly isOpen: boolean;
  /** @throws ApiError if a request has no valid key */
  checkKey(request: FastifyRequest): void;
}

/**
 * GET /feed.atom and /feed.json: the latest changes, by fields of the free plan. They don't count against the quota,
 * and need a key only where lists do.
 */
export function routeFeeds({ app, catalog, originOf, isOpen, checkKey }: FeedOptions): void {
  const tasks = createTaskScheduler();
  for (const form of ["atom", "json"] as const) {
    const { type, title, write, operationId } = FORMS[form];
    app.route({
      method: READING,
      url: FEED_PATHS[form],
      schema: {
        operationId,
        summary: title,
        description: withKeyedRequest(
          "Returns the 50 latest changes of icons: those added or updated, by createdAt and updatedAt, and removed ones. Servers that require a key for lists require one here. Requests don't count against the quota.",
          FEED_PATHS[form],
        ),
        tags: ["service"],
        response: {
          200: {
            description: "The feed.",
            content: {
              [type]: { schema: { type: form === "json" ? "object" : "string" }, example: FEED_EXAMPLES[form] },
            },
          },
          ...refusals("bad_request", "missing_api_key", "invalid_api_key", "origin_not_allowed", "unavailable"),
        },
      },
      async handler(request: FastifyRequest, reply: FastifyReply) {
        if (!isOpen) checkKey(request);
        const current = catalog();
        const origin = originOf(request);
        reply.header("cache-control", isOpen ? "no-cache" : "private, no-cache");
        if (sendIfKnown(request, reply, etagOf("feed", form, current.generation, origin))) return reply;
        const changes = await tasks.run(current.changes(Number.NEGATIVE_INFINITY), () => !reply.raw.destroyed);
        if (changes === undefined) return reply.hijack();
        const feed = createFeed(current, changes.slice(0, MAX_ENTRIES), origin);
        return reply.type(`${type}; charset=utf-8`).send(Buffer.from(write(feed)));
      },
    });
    refuseOtherMethods(app, FEED_PATHS[form]);
  }
}

import type { Catalog } from "../../catalog/catalog.js";
import type { Change } from "../../catalog/changes.js";
import { isCalendarDate } from "../../format/calendar-date.js";
import { toByteText } from "../../text/byte-text.js";
import type { Api } from "../api.js";
import { ApiError } from "../contract/error-codes.js";
import { READING } from "../contract/methods.js";
import { ChangesQuery } from "../contract/request-schemas.js";
import { ChangeList } from "../contract/response-schemas.js";
import { withKeyedRequest } from "../reference/example-requests.js";
import { EXAMPLES } from "../reference/examples.js";
import { responses } from "../reference/responses.js";
import { listEnvelope } from "../responses/envelope.js";
import { etagOf } from "../responses/etag.js";
import { createTaskScheduler } from "../transport/task-scheduler.js";

const DEFAULT_LIMIT = 20;
const GENERATION = /^[0-9a-f]{32}$/;
const DAY = 24 * 3600 * 1000;

/** GET /changes: the icons that were added, changed and removed since a date or generation, by the dataset's dates. */
export function routeChanges({ app, catalog, originOf, writer }: Api): void {
  const tasks = createTaskScheduler();
  const schema = {
    operationId: "listChanges",
    summary: "List changes",
    description: withKeyedRequest(
      "Returns the icons that were added, changed or removed since a date or generation, the newest first, by the dates in the dataset: `createdAt`, `updatedAt` and those of removed icons. An icon that went live after its date is at that date.",
      "/api/v1/changes?since=2026-05-11",
    ),
    tags: ["icons"],
    querystring: ChangesQuery,
    response: responses(ChangeList, "One page of changes.", EXAMPLES.changes, "missing_parameter"),
  };
  app.route({
    method: READING,
    url: "/changes",
    schema,
    handler(request, reply) {
      const caller = request.caller!;
      const current = catalog();
      const { page = 1 } = request.query;
      const since: string | undefined = request.query.since;
      const limit = Math.min(request.query.limit ?? DEFAULT_LIMIT, caller.plan.maxLimit);
      if (since === undefined)
        throw new ApiError("missing_parameter", "since is required: a date such as 2024-05-11", { param: "since" });
      const time = timeOf(since, current);
      const operation = `changes ${time} ${page} ${limit}`;
      const etag = etagOf(operation, current.generation, caller.tier, originOf(request));
      if (writer.sendIfKnown(request, reply, etag)) return;
      tasks
        .run(current.changes(time), () => !request.raw.socket.destroyed)
        .then((changes) => {
          if (changes === undefined) return;
          const { total, undated } = changes;
          const data = changes
            .slice(Math.min((page - 1) * limit, total), limit)
            .map((one) => entryOf(one, time, current));
          const more = toByteText(`,"since":"${new Date(time).toISOString()}","undated":${undated}`);
          const numbers = { total, page, limit, totalPages: Math.ceil(total / limit) };
          writer.send(request, reply, etag, listEnvelope(toByteText(JSON.stringify(data)), numbers, caller, more));
        })
        .catch((error) => reply.send(error));
    },
  });
}

/** @throws ApiError */
function timeOf(since: string, catalog: Catalog): number {
  if (!GENERATION.test(since)) {
    if (isCalendarDate(since)) return Date.parse(since);
    throw new ApiError("invalid_parameter", "since is not a date of the calendar", { param: "since" });
  }
  const built = catalog.builtAtOf(since);
  // Dates of icons are mostly days.
  if (built !== undefined) return Math.floor(built.getTime() / DAY) * DAY;
  const message = "since names a generation that this server does not have; give a date instead";
  throw new ApiError("invalid_parameter", message, { param: "since" });
}

function entryOf(change: Change, since: number, catalog: Catalog): object {
  if (change.kind === "removed") return { change: "removed", id: change.id, ...change.removal };
  const { id, name, createdAt, updatedAt, formerIds } = catalog.record(change.ordinal);
  const isAdded = createdAt !== undefined && Date.parse(createdAt) >= since;
  return { change: isAdded ? "added" : "changed", id, date: updatedAt ?? createdAt, name, formerIds };
}

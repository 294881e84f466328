import type { Static } from "../../format/json-schema.js";
import type { PollStatus } from "../../platform/poller.js";
import type { Service } from "../api.js";
import { READING, refuseOtherMethods } from "../contract/methods.js";
import { Health, type PollState, Readiness } from "../contract/response-schemas.js";
import { withRequest } from "../reference/example-requests.js";
import { EXAMPLES } from "../reference/examples.js";
import { refusals, success } from "../reference/responses.js";

/** The form of error codes of the system and of this project; other values may contain private data. */
const CODE = /^[A-Z][A-Z0-9_]{1,30}$/;

/**
 * GET /healthz: the process responds. GET /readyz: whether a dataset is loaded, which one, and the state of the
 * pollers. Neither is ever cached.
 *
 * @param polls called on every request
 */
export function routeHealth({ app, catalog }: Service, polls: () => readonly PollStatus[]): void {
  app.route({
    method: READING,
    url: "/healthz",
    schema: {
      operationId: "getHealth",
      summary: "Liveness",
      description: withRequest("Responds with 200 while the process runs.", "/healthz"),
      tags: ["service"],
      security: [],
      response: { ...success(Health, "The process responds.", { status: "ok" }), ...refusals("bad_request") },
    },
    handler(_request, reply) {
      reply.header("cache-control", "no-store").send({ status: "ok" });
    },
  });
  app.route({
    method: READING,
    url: "/readyz",
    schema: {
      operationId: "getReadiness",
      summary: "Readiness",
      description: withRequest(
        "Returns the live generation, its build time and the state of everything the server polls (key file, usage file, artifacts folder, store, dataset). Failing polls keep the previous data and don't change the status code.",
        "/readyz",
      ),
      tags: ["service"],
      security: [],
      response: {
        ...success(Readiness, "A dataset is loaded.", EXAMPLES.readiness),
        ...refusals("bad_request", "unavailable"),
      },
    },
    handler(_request, reply) {
      reply.header("cache-control", "no-store");
      const { generation, size, builtAt } = catalog();
      reply.send({
        status: "ready",
        generation,
        icons: size,
        builtAt: builtAt.toISOString(),
        polls: polls().map(describePoll),
      });
    },
  });
  refuseOtherMethods(app, "/healthz");
  refuseOtherMethods(app, "/readyz");
}

/** This is public, so it contains no messages or paths: those are in the log. */
function describePoll({ name, fault }: PollStatus): Static<typeof PollState> {
  if (fault === undefined) return { name, status: "ok" };
  const { error, failures, since } = fault;
  const { code } = error as NodeJS.ErrnoException;
  return {
    name,
    status: "failing",
    since: new Date(since).toISOString(),
    failures,
    code: code !== undefined && CODE.test(code) ? code : "OTHER",
  };
}

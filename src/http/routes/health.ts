import type { Service } from "../api.js";
import { READING, refuseOtherMethods } from "../methods.js";
import { withRequest } from "../reference/example-requests.js";
import { EXAMPLES } from "../reference/examples.js";
import { refusals, success } from "../reference/responses.js";
import { Health, Readiness } from "../schemas.js";

/** GET /healthz: the process lives. GET /readyz: a dataset is loaded, and which. Neither is ever cached. */
export function routeHealth({ app, catalog }: Service): void {
  app.route({
    method: READING,
    url: "/healthz",
    schema: {
      operationId: "getHealth",
      summary: "Whether the process lives",
      description: withRequest("It answers as long as the process does.", "/healthz"),
      tags: ["beside the API"],
      security: [],
      response: { ...success(Health, "It lives.", { status: "ok" }), ...refusals("bad_request") },
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
      summary: "Whether a dataset is loaded, and which",
      description: withRequest("The generation that is live, and when it was built.", "/readyz"),
      tags: ["beside the API"],
      security: [],
      response: {
        ...success(Readiness, "A dataset is loaded.", EXAMPLES.readiness),
        ...refusals("bad_request", "unavailable"),
      },
    },
    handler(_request, reply) {
      reply.header("cache-control", "no-store");
      const { generation, size, builtAt } = catalog();
      reply.send({ status: "ready", generation, icons: size, builtAt: builtAt.toISOString() });
    },
  });
  refuseOtherMethods(app, "/healthz");
  refuseOtherMethods(app, "/readyz");
}

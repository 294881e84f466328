import type { Service } from "../api.js";
import { READING, refuseOtherMethods } from "../methods.js";

/** GET /healthz: the process lives. GET /readyz: a dataset is loaded, and which. Neither is ever cached. */
export function routeHealth({ app, catalog }: Service): void {
  app.route({
    method: READING,
    url: "/healthz",
    handler(_request, reply) {
      reply.header("cache-control", "no-store").send({ status: "ok" });
    },
  });
  app.route({
    method: READING,
    url: "/readyz",
    handler(_request, reply) {
      reply.header("cache-control", "no-store");
      const { generation, size, builtAt } = catalog();
      reply.send({ status: "ready", generation, icons: size, builtAt: builtAt.toISOString() });
    },
  });
  refuseOtherMethods(app, "/healthz");
  refuseOtherMethods(app, "/readyz");
}

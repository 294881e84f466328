import { Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

const CHECK_MS = 25;

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Stops taking connections, then closes the app as soon as the open ones have ended. Requests that arrive on them are
     * answered, with `Connection: close`, so that no client loses one to the shutdown. Connections that are still silent
     * after `graceMs` are cut.
     */
    drain(graceMs: number): Promise<void>;
  }
}

/** @returns whether the app has begun to drain, for who writes answers without Fastify's hooks */
export function enableDraining(app: FastifyInstance): () => boolean {
  let draining = false;
  app.decorate("drain", async (graceMs: number) => {
    draining = true;
    // The HTTP server's own close would cut idle connections at once, with a request perhaps on its way.
    Server.prototype.close.call(app.server);
    const deadline = Date.now() + graceMs;
    while (Date.now() < deadline && (await openConnections(app.server)) > 0) await sleep(CHECK_MS);
    await app.close();
  });
  return () => draining;
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}

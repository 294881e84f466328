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

export function enableDraining(app: FastifyInstance): void {
  let draining = false;
  app.addHook("onRequest", (_request, reply, done) => {
    if (draining) reply.header("connection", "close");
    done();
  });
  app.decorate("drain", async (graceMs: number) => {
    draining = true;
    // The HTTP server's own close would cut idle connections at once, with a request perhaps on its way.
    Server.prototype.close.call(app.server);
    const deadline = Date.now() + graceMs;
    while (Date.now() < deadline && (await openConnections(app.server)) > 0) await sleep(CHECK_MS);
    await app.close();
  });
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { createKey } from "#src/access/key-file.js";
import { openKeyRing } from "#src/access/open-key-ring.js";
import { openUsageFile } from "#src/access/usage-file.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { createServer, type ServerOptions } from "#src/http/server/server.js";
import { type ApiResponse, askOver } from "./ask.js";

/** A service on a free port of the loopback address, with a key of each plan. */
export interface Service {
  readonly app: FastifyInstance;
  readonly port: number;
  readonly free: string;
  readonly pro: string;
  readonly folder: string;
  readonly keyFile: string;
  /** Sends a request and checks the response against the contract's schema for its route and status. */
  ask(path: string, headers?: Record<string, string>, method?: string): Promise<ApiResponse>;
  close(): Promise<void>;
}

export async function startService(
  artifacts: string,
  options: Partial<ServerOptions> & { now?: () => number } = {},
): Promise<Service> {
  const { now, ...rest } = options;
  const folder = mkdtempSync(join(tmpdir(), "icons-service-"));
  const keyFile = join(folder, "keys.json");
  const { key: free } = await createKey(keyFile, "free");
  const { key: pro } = await createKey(keyFile, "pro");
  const keys = openKeyRing(keyFile);
  const quota = openUsageFile(join(folder, "usage.bin"), now === undefined ? {} : { now });
  const app = await createServer({ catalog: openCatalog(artifacts), keys, quota, ...rest });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as { port: number };
  return {
    app,
    port,
    free,
    pro,
    folder,
    keyFile,
    ask: (path, headers = {}, method = "GET") => askOver(port, path, headers, method),
    async close() {
      await app.close();
      keys.close();
      quota.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

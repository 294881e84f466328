import { openKeyRing } from "../../src/access/key-ring.js";
import { openUsageFile } from "../../src/access/usage-file.js";
import { followCatalog } from "../../src/catalog/live.js";
import { createServer } from "../../src/http/server.js";
import { createLogger } from "./logger.js";
import type { ServeFlags } from "./serve-options.js";
import { closeOnSignal } from "./shutdown.js";

/** How long a silent connection may stay open when the server is told to stop. */
const DRAIN_MS = 3000;

/** A server that listens. */
export interface RunningServer {
  /** Where it is reached, such as http://127.0.0.1:3000. */
  readonly address: string;
  /** Looks for a new generation at once. */
  refresh(): Promise<void>;
  /** Adds something that is closed when the server is told to stop. */
  onClose(close: () => Promise<void>): void;
}

/** Serves an artifacts folder from this process until it is told to stop; then answers what is under way and ends. */
export async function runServer(artifacts: string, flags: ServeFlags): Promise<RunningServer> {
  const { host, port, anonymous, publicUrl, trustProxy } = flags;
  const logger = await createLogger(flags.logLevel);
  const catalog = followCatalog(artifacts, {
    onLive: ({ generation, size }) => logger.info({ generation, icons: size }, "generation is live"),
    onRefused: (error) => logger.error({ err: error }, "generation refused; the one before serves on"),
  });
  if (catalog.current() === undefined)
    logger.warn({ artifacts }, "no dataset yet; answering 503 until one is built or fetched");
  const keys = openKeyRing(flags.keys, (error) =>
    logger.error({ err: error }, "key file refused; the keys from before count on"),
  );
  const quota = openUsageFile(flags.usage);
  const app = await createServer({
    catalog: catalog.current,
    keys,
    quota,
    anonymous,
    logger,
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(trustProxy === undefined ? {} : { trustProxy }),
  });
  const others: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(others.map((other) => other()));
    await app.drain(DRAIN_MS);
    catalog.close();
    keys.close();
    quota.close();
  };
  closeOnSignal(close, (error) => logger.error({ err: error }, "ending with an error"));
  const address = await app.listen({ host, port });
  return { address, refresh: catalog.refresh, onClose: (close) => others.push(close) };
}

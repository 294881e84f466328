import type { Logger } from "pino";
import { openKeyRing } from "../../src/access/open-key-ring.js";
import { followCatalog } from "../../src/catalog/live.js";
import { createServer } from "../../src/http/server/server.js";
import { availableCores } from "../../src/platform/cores.js";
import type { Polled, PollStatus } from "../../src/platform/poller.js";
import { hideSecrets } from "../configuration/settings.js";
import { plansOf } from "../options/plan-options.js";
import { readPackageFacts } from "../process/package-facts.js";
import { toPortError } from "../process/port-in-use.js";
import { closeOnSignal } from "../process/signals.js";
import type { RunningMetrics } from "./metrics/start-metrics.js";
import { openQuota } from "./open-quota.js";
import type { ServeFlags } from "./serve-options.js";
import { openSharedRefusedKeys } from "./shared-refused-keys.js";
import { warnIfKeyless } from "./warn-keyless.js";
import { isWorker, reportServing, serveHandedConnections } from "./workers/worker-channel.js";

/** How long an idle connection may stay open when the server stops. */
const DRAIN_MS = 3000;

/** A server that listens, or a worker that serves the connections of its supervisor. */
export interface RunningServer {
  /** The URL of the server, such as http://127.0.0.1:3000; undefined in a worker. */
  readonly address: string | undefined;
  /** Checks for a new generation immediately. */
  refresh(): Promise<void>;
  /** Adds a poller to readiness details and metrics. */
  follow(polled: Polled): void;
  /** Adds something to close when the server stops. */
  onClose(close: () => Promise<void>): void;
}

/**
 * Serves an artifacts folder from this process until a signal stops it; then finishes current requests and exits.
 *
 * @param isEdited whether the dataset is being edited, so that pages show new generations by themselves
 * @throws PortInUseError if another process listens on the port
 */
export async function runServer(
  artifacts: string,
  flags: ServeFlags,
  { isEdited = false, logger }: { readonly isEdited?: boolean; readonly logger: Logger },
): Promise<RunningServer> {
  const { host, port, anonymous, publicUrl, trustProxy } = flags;
  logger.info({ version: readPackageFacts().version, config: hideSecrets({ artifacts, ...flags }) }, "starting");
  const polls: Polled[] = [];
  const statuses = (): PollStatus[] => polls.map((poll) => poll.status());
  const metrics = await metricsOf(flags.metrics, logger, statuses);
  const hasBecome = reportWhen("generation", "keys", "counters");
  let hasLive = false;
  const catalog = followCatalog(artifacts, {
    onLive(live) {
      hasLive = true;
      hasBecome("generation");
      logger.info({ generation: live.generation, icons: live.size }, "generation is live");
      metrics?.generationLive(live);
    },
    onRefused(error) {
      const meanwhile = hasLive
        ? "still serving the previous one"
        : "responding with 503 until another one is built or fetched";
      logger.error({ err: error }, `generation rejected; ${meanwhile}`);
      metrics?.generationRefused();
    },
    onRecovered({ failures, since }) {
      logger.info({ failures, since: new Date(since).toISOString() }, "the generation is readable again");
    },
  });
  if (catalog.current() === undefined)
    logger.warn({ artifacts }, "no dataset yet; responding with 503 until one is built or fetched");
  const keys = openKeyRing(flags.keys, {
    // The supervisor has already read it. If a worker exited because it can't read it now, nobody would serve.
    startUnread: isWorker,
    onFault(error) {
      logger.error({ err: error }, "key file rejected; still using the previous keys");
      metrics?.keyFileRefused();
    },
    onRecovered: ({ failures }) => logger.info({ failures }, "the key file is readable again"),
  });
  void keys.ready.then(() => hasBecome("keys"));
  // The supervisor says it for all workers.
  if (!isWorker) warnIfKeyless(keys, flags, logger);
  const { quota, ready, ...counters } = await openQuota(flags, isWorker ? "worker" : "server", logger, metrics);
  void ready.then(() => hasBecome("counters"));
  polls.push(keys, catalog, ...counters.polls);
  const app = await createServer({
    catalog: catalog.current,
    keys,
    quota,
    ...(isWorker ? { refusedKeys: openSharedRefusedKeys() } : {}),
    anonymous,
    plans: plansOf(flags),
    limits: flags,
    render: flags.render,
    monogram: flags.monogram ?? false,
    ...(flags.fallbackOrigins === undefined ? {} : { fallbackOrigins: flags.fallbackOrigins }),
    isEdited,
    ...(flags.iconify
      ? {
          iconify: {
            prefix: flags.iconifyPrefix,
            path: flags.iconifyPath === "/" ? "" : flags.iconifyPath,
          },
        }
      : {}),
    layouts: flags.layout ?? [],
    layoutFallbacks: flags.layoutFallback ?? [],
    renderers: Math.max(1, Math.floor(availableCores() / (flags.workers ?? 1))),
    ...(flags.mcp ? { mcp: { version: readPackageFacts().version } } : {}),
    logger,
    polls: statuses,
    ...(metrics === undefined ? {} : { observer: metrics.observer }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(trustProxy === undefined ? {} : { trustProxy }),
  });
  const others: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    logger.info("stopping");
    await Promise.all(others.map((other) => other()));
    await leave?.();
    await app.drain(DRAIN_MS);
    catalog.close();
    keys.close();
    await quota.close();
    await metrics?.close();
    logger.info("stopped");
  };
  let leave: (() => Promise<void>) | undefined;
  closeOnSignal(close, (error) => logger.error({ err: error }, "exiting with an error"));
  let address: string | undefined;
  if (isWorker) {
    await app.ready();
    leave = serveHandedConnections(app.server);
  } else {
    address = await app.listen({ host, port }).catch((error: unknown) => {
      throw toPortError(error, { host, port });
    });
  }
  return {
    address,
    refresh: catalog.refresh,
    follow: (polled) => polls.push(polled),
    onClose: (close) => others.push(close),
  };
}

/** Reports readiness to the supervisor once all parts are ready. */
function reportWhen<Part extends string>(...parts: readonly Part[]): (part: Part) => void {
  const missing = new Set<Part>(parts);
  return (part) => {
    if (missing.delete(part) && missing.size === 0) reportServing();
  };
}

/** Loads the code for metrics only if they are enabled. */
async function metricsOf(
  address: string,
  logger: Logger,
  polls: () => readonly PollStatus[],
): Promise<RunningMetrics | undefined> {
  if (address === "off") return undefined;
  const { startMetrics } = await import("./metrics/start-metrics.js");
  return startMetrics(address, logger, polls);
}

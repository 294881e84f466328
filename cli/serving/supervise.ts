import cluster from "node:cluster";
import { reloadOnHangUp } from "./hang-up.js";
import { workerFlags } from "./worker-flags.js";
import { staffPlace } from "./worker-place.js";

/**
 * Keeps `count` worker processes running, each serving by itself on the same port. A worker that dies is replaced, later and
 * later when replacements die at once. SIGHUP replaces all, one after the other, each by a new process that serves already: what
 * has changed of the program and its configuration counts from then on. SIGTERM and SIGINT drain the workers; this resolves when
 * the last has ended.
 *
 * @throws Error when workers end before any of them has listened: what stops them would stop every other
 */
export async function supervise(count: number): Promise<void> {
  let listened = false;
  let stop: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const stopped = new Promise<void>((resolve, reject) => {
    stop = resolve;
    fail = reject;
  });
  cluster.setupPrimary({ execArgv: workerFlags() });
  cluster.on("listening", () => {
    listened = true;
  });

  const places = Array.from({ length: count }, () =>
    staffPlace((how, delayMs) => {
      if (!listened) return fail(new Error(`a worker ended before it listened (${how}); see its message above`));
      tell(`worker ended (${how}); another starts in ${delayMs} ms`);
    }),
  );
  let ending = false;
  let restarting = false;
  let again = false;
  const restart = async (): Promise<void> => {
    again = restarting;
    if (restarting) return;
    restarting = true;
    do {
      again = false;
      try {
        for (const place of places) await place.replace();
        if (!ending) tell(`restarted ${count} workers`);
      } catch (error) {
        if (!ending) tell(`restart given up: ${(error as Error).message}; the workers from before serve on`);
      }
    } while (again);
    restarting = false;
  };
  reloadOnHangUp(() => void restart());
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);

  try {
    await stopped;
  } finally {
    ending = true;
    await Promise.all(places.map((place) => place.end()));
  }
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

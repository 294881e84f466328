import cluster, { type Worker } from "node:cluster";

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5000;
/** A worker that lived this long was well; the next death starts the back-off anew. */
const HEALTHY_MS = 10_000;
/** Workers that are still there this long after they were told to stop are killed. */
const KILL_MS = 20_000;

/**
 * Keeps `count` worker processes running, each serving by itself on the same port. A worker that dies is replaced, later and
 * later when replacements die at once. SIGTERM and SIGINT drain the workers; this resolves when the last has ended.
 *
 * @throws Error when workers end before any of them has listened: what stops them would stop every other
 */
export async function supervise(count: number): Promise<void> {
  let delay = FIRST_DELAY_MS;
  let ending = false;
  let listened = false;
  let stop: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const stopped = new Promise<void>((resolve, reject) => {
    stop = resolve;
    fail = reject;
  });
  cluster.on("listening", () => {
    listened = true;
  });

  const fork = (): void => {
    if (ending) return;
    const started = Date.now();
    cluster.fork().once("exit", (code, signal) => {
      if (ending) return;
      const how = signal ?? `exit code ${code}`;
      if (!listened) return fail(new Error(`a worker ended before it listened (${how}); see its message above`));
      delay = Date.now() - started > HEALTHY_MS ? FIRST_DELAY_MS : Math.min(delay * 2, MAX_DELAY_MS);
      process.stderr.write(`worker ended (${how}); another starts in ${delay} ms\n`);
      setTimeout(fork, delay);
    });
  };
  for (let worker = 0; worker < count; worker++) fork();
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);

  try {
    await stopped;
  } finally {
    ending = true;
    await Promise.all(workers().map(endWorker));
  }
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

async function endWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exit = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.process.kill("SIGTERM");
  const timer = setTimeout(() => worker.process.kill("SIGKILL"), KILL_MS);
  await exit;
  clearTimeout(timer);
}

import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { closeUntaken } from "./handed-over.js";
import { isServingReport } from "./worker-report.js";

/** A worker that is not up by then does not come up. */
const START_MS = 30_000;
/** A worker that is still there this long after it was told to stop is killed. */
const KILL_MS = 20_000;

/** A process that serves, as its supervisor sees it. */
export interface WorkerProcess {
  /** Whether it has a generation to answer from. */
  serves(): boolean;
  /** Resolves when it has ended, with how: a signal or an exit code. */
  readonly ended: Promise<string>;
  /**
   * Resolves when it listens and, where that is asked, has a generation to answer from.
   *
   * @throws Error when it ends before that, or takes more than 30 s
   */
  comeUp(serving: boolean): Promise<void>;
  /** Lets it drain and end; after 20 s it is killed. */
  end(): Promise<void>;
}

/** Starts the program once more, with the same arguments, as it lies on the disk now. */
export function startWorker(): WorkerProcess {
  const worker = cluster.fork();
  closeUntaken(worker);
  const listens = new Promise<void>((resolve) => worker.once("listening", () => resolve()));
  let serves = false;
  const reported = new Promise<void>((resolve) => {
    worker.on("message", (message) => {
      if (!isServingReport(message)) return;
      serves = true;
      resolve();
    });
  });
  const ended = new Promise<string>((resolve) => {
    worker.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });

  return {
    serves: () => serves,
    ended,
    async comeUp(serving) {
      const gone = ended.then((how) => {
        throw new Error(`a new worker ended (${how})`);
      });
      const timer = new AbortController();
      const late = sleep(START_MS, undefined, { signal: timer.signal }).then(() => {
        throw new Error(`a new worker was not up after ${START_MS / 1000} s`);
      });
      try {
        await Promise.race([Promise.all([listens, serving ? reported : listens]), gone, late]);
      } finally {
        timer.abort();
      }
    },
    async end() {
      if (worker.isDead()) return;
      worker.process.kill("SIGTERM");
      const timer = setTimeout(() => worker.process.kill("SIGKILL"), KILL_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

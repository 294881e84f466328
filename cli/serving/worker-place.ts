import { startWorker, type WorkerProcess } from "./worker-process.js";

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5000;
/** A worker that lived this long was well; its death starts the back-off anew. */
const HEALTHY_MS = 10_000;

/** One of several workers: the process that is there now, and whatever takes its place. */
export interface WorkerPlace {
  /**
   * Starts another process; as soon as that is up, the one before drains and ends. One without a generation to answer from
   * replaces none that has one.
   *
   * @throws Error when the new process does not come up; the one before serves on
   */
  replace(): Promise<void>;
  /** Lets the process drain and end, and starts no other. */
  end(): Promise<void>;
}

/**
 * Starts a worker process. When it dies, another one takes its place, later and later when they die at once.
 *
 * @param onDied told how it ended, and in how many milliseconds another one starts
 */
export function staffPlace(onDied: (how: string, delayMs: number) => void): WorkerPlace {
  let delay = FIRST_DELAY_MS;
  let ending = false;
  /** A process that comes up takes the place of the present one if that dies meanwhile. */
  let coming: WorkerProcess | undefined;
  let present: WorkerProcess | undefined;

  const take = (worker: WorkerProcess): void => {
    const started = Date.now();
    present = worker;
    void worker.ended.then((how) => {
      if (present !== worker) return;
      present = undefined;
      if (ending || coming !== undefined) return;
      delay = Date.now() - started > HEALTHY_MS ? FIRST_DELAY_MS : Math.min(delay * 2, MAX_DELAY_MS);
      onDied(how, delay);
      setTimeout(staff, delay);
    });
  };
  const staff = (): void => {
    if (!ending) take(startWorker());
  };

  staff();
  return {
    async replace() {
      const before = present;
      // The successor of a dead worker is new anyway.
      if (before === undefined || ending) return;
      coming = startWorker();
      const fresh = coming;
      try {
        await fresh.comeUp(before.serves());
        take(fresh);
        await before.end();
      } catch (error) {
        await fresh.end();
        if (present === undefined) staff();
        throw error;
      } finally {
        coming = undefined;
      }
    },
    async end() {
      ending = true;
      await Promise.all([present?.end(), coming?.end()]);
    },
  };
}

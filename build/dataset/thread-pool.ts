import { Tinypool } from "tinypool";

/** Threads that run tasks. */
export interface ThreadPool {
  /**
   * @returns what the module's function returns, of whatever type the caller names
   * @throws what the task throws, or the error of a thread that could not be loaded or ended; then every other task that is under way fails,
   * too, and the next one starts new threads
   */
  run<Result>(
    task: unknown,
    options: { readonly name?: string; readonly transferList?: ArrayBuffer[] },
  ): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Tinypool, for processes that outlive its failures: alone, it ends the process when an idle thread fails, as by a file that can't be opened for a
 * moment, starts no thread in its place, and lets tasks wait for ever that are queued.
 *
 * @param module that exports the tasks
 * @param workerData what each thread is started with
 */
export function createThreadPool(module: URL, threads: number, workerData?: unknown): ThreadPool {
  let pool: Tinypool | undefined;
  const waiting = new Set<(error: Error) => void>();

  // Its own way throws where no one catches it when a thread fails meanwhile.
  const end = async ({ threads }: Tinypool): Promise<void> => {
    await Promise.all(threads.map((thread) => thread.terminate()));
  };
  const discard = (failed: Tinypool, error: Error): void => {
    if (pool !== failed) return;
    pool = undefined;
    for (const reject of waiting) reject(error);
    waiting.clear();
    void end(failed);
  };
  const open = (): Tinypool => {
    const opened = new Tinypool({ filename: module.href, minThreads: threads, maxThreads: threads, workerData });
    opened.on("error", (error: Error) => discard(opened, error));
    return opened;
  };
  return {
    run: (task, options) =>
      new Promise((resolve, reject) => {
        pool ??= open();
        const used = pool;
        waiting.add(reject);
        used.run(task, options).then(
          (result) => {
            waiting.delete(reject);
            resolve(result);
          },
          (error: Error) => {
            reject(error);
            discard(used, error);
          },
        );
      }),
    async close() {
      const last = pool;
      pool = undefined;
      if (last !== undefined) await end(last);
    },
  };
}

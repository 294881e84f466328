import { Tinypool } from "tinypool";

/** Threads that run tasks. */
export interface ThreadPool {
  /**
   * @returns the result of the module's function, typed by the caller
   * @throws the error of the task, or of a thread that could not be loaded or has ended; all other running tasks then
   * fail, too, and the next task starts new threads
   */
  run<Result>(
    task: unknown,
    options: { readonly name?: string; readonly transferList?: ArrayBuffer[] },
  ): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Tinypool for long-running processes: by itself, it ends the process if an idle thread fails, for example because a
 * file can't be opened for a moment, does not replace that thread, and leaves queued tasks waiting forever.
 *
 * @param module that exports the tasks
 * @param workerData initial data of each thread
 */
export function createThreadPool(module: URL, threads: number, workerData?: unknown): ThreadPool {
  let pool: Tinypool | undefined;
  const waiting = new Set<(error: Error) => void>();

  // Tinypool's own method throws an uncatchable error if a thread fails meanwhile.
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

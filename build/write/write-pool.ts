import { createThreadPool } from "../dataset/thread-pool.js";
import { type WriteTasks, writeTasks } from "./write-tasks.js";

/** Write tasks in threads. */
export interface WritePool extends WriteTasks {
  /** Useful number of concurrent tasks. */
  readonly concurrency: number;
  close(): Promise<void>;
}

/** @param threads 1: the work runs in this thread */
export function createWritePool(threads: number): WritePool {
  if (threads === 1) return { ...writeTasks, concurrency: 1, close: async () => undefined };
  const pool = createThreadPool(new URL("./write-worker.js", import.meta.url), threads);
  return {
    concurrency: threads + 1,
    encode: (task) =>
      pool.run(task, {
        name: "encode",
        transferList: [task.json, task.measured].flatMap(
          ({ bytes, ends }) => [bytes.buffer, ends.buffer] as ArrayBuffer[],
        ),
      }),
    merge: (task) => pool.run(task, { name: "merge" }),
    close: pool.close,
  };
}

import type { CooperativeTask } from "../catalog/execution/cooperative-task.js";
import { ApiError } from "./api-error.js";

/** Length of a time slice: far below the 50 ms for which nothing may block the event loop. */
const SLICE_MS = 5;
/** Tasks that may wait; the last of more would wait for many seconds. */
const MAX_WAITING = 100;
const RETRY_SECONDS = 2;

/**
 * Runs long tasks in time slices of some milliseconds, between which the event loop serves everything else. Tasks run one at a time, in the
 * order of their arrival. A task that needs only one slice completes at once if no other is waiting.
 *
 * Own code: Node has no scheduler for generators, and a thread would map the generation a second time and compete with the other workers for cores.
 * A search by color over a million icons takes 20 to 60 ms; with the scheduler, `/healthz` takes at most 11 ms beside it.
 */
export interface TaskScheduler {
  /**
   * @param isWanted checked before each slice; once it returns false, the task is dropped
   * @returns undefined if the task was dropped
   * @throws ApiError unavailable when too many tasks are waiting
   */
  run<Result>(task: CooperativeTask<Result>, isWanted: () => boolean): Promise<Result | undefined>;
}

export function createTaskScheduler(): TaskScheduler {
  const waiting: RunSlice[] = [];
  const continueFirst = (): void => {
    if (waiting[0]!() === "done") waiting.shift();
    if (waiting.length > 0) setImmediate(continueFirst);
  };
  return {
    run: (task, isWanted) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= MAX_WAITING) return reject(tooManyWaiting());
        const runSlice: RunSlice = () => {
          try {
            if (!isWanted()) {
              resolve(undefined);
              return "done";
            }
            const step = runFor(SLICE_MS, task);
            if (!step.done) return "paused";
            resolve(step.value);
          } catch (error) {
            reject(error);
          }
          return "done";
        };
        if (waiting.length === 0) {
          if (runSlice() === "done") return;
          setImmediate(continueFirst);
        }
        waiting.push(runSlice);
      }),
  };
}

type RunSlice = () => "done" | "paused";

function runFor<Result>(milliseconds: number, task: CooperativeTask<Result>): IteratorResult<void, Result> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const step = task.next();
    if (step.done || performance.now() >= end) return step;
  }
}

function tooManyWaiting(): ApiError {
  return new ApiError("unavailable", "too many searches are waiting; try again in a moment", {
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
}

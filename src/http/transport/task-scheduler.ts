import type { CooperativeTask } from "../../catalog/execution/cooperative-task.js";
import { ApiError } from "../contract/error-codes.js";

/** Length of a time slice: far below 50 ms, the limit for blocking the event loop. */
const SLICE_MS = 5;
/** Maximum number of waiting tasks; with more, the last would wait for many seconds. */
const MAX_WAITING = 100;
const RETRY_SECONDS = 2;

/**
 * Runs long tasks in time slices of a few milliseconds, between which the event loop serves everything else. Tasks run
 * one at a time, in order of arrival. A task that needs only one slice completes at once if no other is waiting.
 *
 * Own code: Node has no scheduler for generators, and a thread would map the generation a second time and compete with
 * the other workers for cores. A search by color over a million icons takes 20 to 60 ms; with the scheduler, `/healthz`
 * takes at most 11 ms meanwhile.
 */
export interface TaskScheduler {
  /**
   * @param isWanted checked before each slice; once it returns false, the task is dropped
   * @returns undefined if the task was dropped
   * @throws ApiError unavailable if too many tasks are waiting
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
  return new ApiError("unavailable", "too many requests are waiting; try again in a moment", {
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
}

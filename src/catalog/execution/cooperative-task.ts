/**
 * A long computation as a generator that yields about every millisecond, so that its scheduler can serve requests or
 * run other tasks in between.
 */
export type CooperativeTask<Result> = Generator<void, Result, void>;

/** Ordinals per step. Processing one ordinal takes between a few nanoseconds and a microsecond. */
const STEP = 4096;

/** Runs a task to completion without a pause. */
export function runToEnd<Result>(task: CooperativeTask<Result>): Result {
  for (;;) {
    const step = task.next();
    if (step.done) return step.value;
  }
}

/** Processes 0 to `length` − 1 in steps. @param work receives the first index of a step and the index after its last */
export function* inSteps(length: number, work: (from: number, until: number) => void): CooperativeTask<void> {
  for (let from = 0; from < length; from += STEP) {
    work(from, Math.min(from + STEP, length));
    yield;
  }
}

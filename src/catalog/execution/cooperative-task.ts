/**
 * A long computation as a generator that yields about every millisecond, so that its scheduler can do other work in between: answer requests, or
 * run another task.
 */
export type CooperativeTask<Result> = Generator<void, Result, void>;

/** Ordinals per step. The work on one ordinal takes from some nanoseconds to a microsecond. */
const STEP = 4096;

/** Runs a task to its end without a pause. */
export function runToEnd<Result>(task: CooperativeTask<Result>): Result {
  for (;;) {
    const step = task.next();
    if (step.done) return step.value;
  }
}

/** Works through 0 to `length` − 1 in steps. @param work gets the first index of a step and the one after its last */
export function* inSteps(length: number, work: (from: number, until: number) => void): CooperativeTask<void> {
  for (let from = 0; from < length; from += STEP) {
    work(from, Math.min(from + STEP, length));
    yield;
  }
}

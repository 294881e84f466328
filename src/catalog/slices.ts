/** Long work in slices, each of about a millisecond at most: who carries it out may do something else between two of them. */
export type Sliced<Result> = Generator<void, Result, void>;

/** Ordinals in a slice: what is done for one of them takes from some nanoseconds to a microsecond. */
const SLICE = 4096;

/** Carries sliced work out without a pause. */
export function finish<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Works through 0 to `length` − 1 a slice at a time. @param work gets the first of a slice, and the one after its last */
export function* inSlices(length: number, work: (from: number, until: number) => void): Sliced<void> {
  for (let from = 0; from < length; from += SLICE) {
    work(from, Math.min(from + SLICE, length));
    yield;
  }
}

import type { Sliced } from "../catalog/slices.js";
import { ApiError } from "./api-error.js";

/** After which others are answered before work goes on: far below the 50 ms for which nothing may hold up the event loop. */
const TURN_MS = 5;
/** Pieces of work that wait at most; the last of more would wait for many seconds. */
const MAX_WAITING = 100;
const RETRY_SECONDS = 2;

/**
 * Carries long work out in turns of some milliseconds, between which everything else is answered. One piece at a time, first come, first
 * served; what one turn is enough for is done at once where nothing waits.
 */
export interface Turns {
  /**
   * @param isWanted whether somebody still waits for the result, asked before each turn; if not, the work is dropped
   * @returns undefined when the work was dropped @throws ApiError unavailable when too much waits already
   */
  take<Result>(work: Sliced<Result>, isWanted: () => boolean): Promise<Result | undefined>;
}

export function createTurns(): Turns {
  const waiting: Turn[] = [];
  const goOn = (): void => {
    if (waiting[0]!() === "over") waiting.shift();
    if (waiting.length > 0) setImmediate(goOn);
  };
  return {
    take: (work, isWanted) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= MAX_WAITING) return reject(tooMuchWaits());
        const turn: Turn = () => {
          try {
            if (!isWanted()) {
              resolve(undefined);
              return "over";
            }
            const step = workFor(TURN_MS, work);
            if (!step.done) return "not over";
            resolve(step.value);
          } catch (error) {
            reject(error);
          }
          return "over";
        };
        if (waiting.length === 0) {
          if (turn() === "over") return;
          setImmediate(goOn);
        }
        waiting.push(turn);
      }),
  };
}

type Turn = () => "over" | "not over";

function workFor<Result>(milliseconds: number, work: Sliced<Result>): IteratorResult<void, Result> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const step = work.next();
    if (step.done || performance.now() >= end) return step;
  }
}

function tooMuchWaits(): ApiError {
  return new ApiError("unavailable", "too many long searches are waiting; try again in a moment", {
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
}

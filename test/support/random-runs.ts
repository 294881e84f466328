/** Share of the full counts that `npm test` draws; `npm run test:long` draws them in full. */
const SHARE = Number(process.env.RANDOM_SHARE ?? 0.25);
/** Full counts up to this one are never reduced. */
const FEWEST = 8;

/** Runs of a random test, by its full count. Every run draws other cases, so many runs of a share see as much. */
export function randomRuns(full: number): { readonly numRuns: number } {
  return { numRuns: Math.max(Math.min(full, FEWEST), Math.round(full * SHARE)) };
}

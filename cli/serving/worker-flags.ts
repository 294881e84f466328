/**
 * Holds the young generation of the heap, where a request's objects are made, at the 16 MiB (three times, as there are three halves)
 * to which load takes it on Node 20 and 22. Left alone it grows in steps whenever much survives a collection, so that the memory of a
 * worker rises hours after its start; on Node 24 and a large machine it goes to 64.
 */
export const YOUNG_GENERATION: readonly string[] = ["--min-semi-space-size=16", "--max-semi-space-size=16"];

/** What Node is told when it starts a worker: as this process, and `YOUNG_GENERATION` unless that is settled by who started this one. */
export function workerFlags(): string[] {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ""];
  return given.some((flags) => flags.includes("semi-space-size"))
    ? process.execArgv
    : [...process.execArgv, ...YOUNG_GENERATION];
}

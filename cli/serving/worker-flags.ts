/**
 * Holds the young generation of the heap, where a request's objects are made, at three areas of 16 MiB each: what load takes it to on
 * Node 20 and 22. Left alone it grows in steps, whenever much survives a collection, so that a worker's memory may rise hours after
 * its start; on Node 24 and a large machine an area goes to 64 MiB.
 */
export const YOUNG_GENERATION: readonly string[] = ["--min-semi-space-size=16", "--max-semi-space-size=16"];

/** What Node is told when it starts a worker: as this process, and `YOUNG_GENERATION` unless that is settled by who started this one. */
export function workerFlags(): string[] {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ""];
  return given.some((flags) => /semi[-_]space[-_]size/.test(flags))
    ? process.execArgv
    : [...process.execArgv, ...YOUNG_GENERATION];
}

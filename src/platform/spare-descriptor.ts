import { closeSync, openSync } from "node:fs";

/** A reserved file descriptor for when the process has no other left. */
export interface SpareDescriptor {
  /**
   * Runs `work`, which opens one file at a time. If there is no free descriptor, runs it again with the reserved one.
   */
  use<T>(work: () => T): T;
  close(): void;
}

/** Reserves a descriptor, so that clients who use up all others can't keep the process from reading a file. */
export function keepSpareDescriptor(): SpareDescriptor {
  const take = (): number | undefined => {
    try {
      return openSync("/dev/null", "r");
    } catch {
      // Without a reserved descriptor, `work` runs as usual.
      return undefined;
    }
  };
  let spare = take();
  const release = (): void => {
    if (spare !== undefined) closeSync(spare);
    spare = undefined;
  };
  return {
    use(work) {
      spare ??= take();
      try {
        return work();
      } catch (error) {
        if (spare === undefined || !isOutOfDescriptors(error)) throw error;
      }
      // No other code of this process runs in between.
      release();
      try {
        return work();
      } finally {
        spare = take();
      }
    },
    close: release,
  };
}

function isOutOfDescriptors(error: unknown): boolean {
  return ["EMFILE", "ENFILE"].includes((error as NodeJS.ErrnoException).code ?? "");
}

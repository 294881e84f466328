import { closeSync, openSync } from "node:fs";

/** A file descriptor that is kept for when the process has no other left. */
export interface SpareDescriptor {
  /** Does work that opens one file at a time. When it finds no free descriptor, it is done once more with the spare one. */
  use<T>(work: () => T): T;
  close(): void;
}

/** Keeps a descriptor in reserve, so that clients who hold all others can't keep the process from reading a file. */
export function keepSpareDescriptor(): SpareDescriptor {
  const take = (): number | undefined => {
    try {
      return openSync("/dev/null", "r");
    } catch {
      // Without a spare one, work is done as it would be anyway.
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
      // Nothing else of this process runs in between.
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

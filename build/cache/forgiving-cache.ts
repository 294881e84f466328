import { toStorageError } from "#src/platform/storage-error.js";
import type { AnalysisCache } from "./analysis-cache.js";
import { noteUse } from "./uses.js";

/** A cache that a build can go on without. */
export interface ForgivingCache extends AnalysisCache {
  /** Notes that the live generation of an artifacts folder was made with what was loaded and stored here. */
  noteUse(artifacts: string): void;
  /** Why it stopped storing; undefined while it stores. */
  failure(): string | undefined;
}

/**
 * A cache saves time, and no build is worth less without it: the first analysis that can't be stored is the last one that is tried to
 * be, since the next ones would fail alike. What is stored already is still found.
 *
 * @param folder of the cache
 * @param writes whether anything is written; otherwise it is only read
 */
export function forgiveFailures(cache: AnalysisCache, folder: string, writes: boolean): ForgivingCache {
  let failure: string | undefined;
  const tryTo = (write: () => void): void => {
    if (!writes || failure !== undefined) return;
    try {
      write();
    } catch (error) {
      failure = (toStorageError(error) as Error).message;
    }
  };
  return {
    load: (key) => cache.load(key),
    store: (key, analysis) => tryTo(() => cache.store(key, analysis)),
    use: (key) => cache.use(key),
    used: () => cache.used(),
    noteUse: (artifacts) => tryTo(() => noteUse(folder, artifacts, cache.used())),
    failure: () => failure,
  };
}

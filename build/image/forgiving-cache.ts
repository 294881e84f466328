import { toStorageError } from "#src/platform/storage-error.js";
import type { AnalysisCache } from "./analysis-cache.js";

/** A cache that a build can go on without. */
export interface ForgivingCache extends AnalysisCache {
  /** Why it stopped storing; undefined while it stores. */
  failure(): string | undefined;
}

/**
 * A cache saves time, and no build is worth less without it: the first analysis that can't be stored is the last one that is tried to
 * be, since the next ones would fail alike. What is stored already is still found.
 */
export function forgiveFailures(cache: AnalysisCache): ForgivingCache {
  let failure: string | undefined;
  return {
    load: (key) => cache.load(key),
    async store(key, analysis) {
      if (failure !== undefined) return;
      try {
        await cache.store(key, analysis);
      } catch (error) {
        failure = (toStorageError(error) as Error).message;
      }
    },
    failure: () => failure,
  };
}

import type { Analysis } from "../analysis/analyse.js";
import type { BuildMemory } from "../build-memory.js";
import type { ForgivingCache } from "./forgiving-cache.js";

/** A cache of which builds of one process keep in memory what they use. What can't be stored is remembered all the same. */
export function rememberAnalyses(cache: ForgivingCache, memory: BuildMemory<Analysis>): ForgivingCache {
  return {
    ...cache,
    load(key) {
      const remembered = memory.get(key);
      if (remembered === undefined) {
        const loaded = cache.load(key);
        if (loaded !== undefined) memory.set(key, loaded);
        return loaded;
      }
      cache.use(key);
      return remembered;
    },
    store(key, analysis) {
      memory.set(key, analysis);
      cache.store(key, analysis);
    },
  };
}

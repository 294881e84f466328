import { rmSync } from "node:fs";
import type { Amount } from "./cache-stats.js";
import { type CacheFile, cacheFiles } from "./entries.js";
import { readUses } from "./uses.js";

/** Which entries go; without a choice, all. */
export interface ClearOptions {
  /** Those that no build used since. */
  readonly before?: Date;
  /** Those that no live generation was made with. */
  readonly unused?: boolean;
}

/**
 * Removes entries of a cache; with two choices, what both name. Builds may go on meanwhile: they analyse anew what is gone.
 *
 * @returns what was removed
 * @throws the system's error
 */
export function clearCache(cache: string, { before, unused = false }: ClearOptions): Amount {
  const kept = new Set(unused ? readUses(cache).flatMap(({ keys }) => keys) : []);
  const goes = ({ key, usedAt }: CacheFile): boolean =>
    (before === undefined || usedAt < before) && !(key !== undefined && kept.has(key));
  let files = 0;
  let bytes = 0;
  for (const file of cacheFiles(cache)) {
    if (!goes(file)) continue;
    rmSync(file.path, { force: true });
    files++;
    bytes += file.bytes;
  }
  return { files, bytes };
}

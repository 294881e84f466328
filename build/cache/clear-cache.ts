import { rmSync } from "node:fs";
import type { Amount } from "./cache-stats.js";
import { cacheFiles } from "./entries.js";
import { type CacheUse, forgetUses, isLive, readUses } from "./uses.js";

/** Which entries go; without a choice, all. */
export interface ClearOptions {
  /** Those that no build used since. */
  readonly before?: Date;
  /** Those that no live generation was made with. */
  readonly unused?: boolean;
}

/**
 * Removes entries of a cache; with two choices, what both name. What was noted of generations goes with them. Builds may go on meanwhile: they
 * analyse anew what is gone.
 *
 * @returns what was removed
 * @throws the system's error
 */
export function clearCache(cache: string, { before, unused = false }: ClearOptions): Amount {
  const isOld = (usedAt: Date): boolean => before === undefined || usedAt < before;
  const goes = (use: CacheUse): boolean => isOld(use.usedAt) && !(unused && isLive(use));
  const uses = readUses(cache);
  const kept = new Set(uses.filter((use) => !goes(use)).flatMap(({ keys }) => [...keys()]));
  let files = 0;
  let bytes = 0;
  for (const { path, key, bytes: size, usedAt } of cacheFiles(cache)) {
    if (!isOld(usedAt) || (key !== undefined && kept.has(key))) continue;
    rmSync(path, { force: true });
    files++;
    bytes += size;
  }
  if (before === undefined && !unused) forgetUses(cache);
  else for (const { path } of uses.filter(goes)) rmSync(path, { force: true });
  return { files, bytes };
}

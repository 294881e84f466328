import { closeSync, openSync, readdirSync, readSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ENTRY_HEAD_BYTES, entryVersion } from "./analysis-cache.js";
import { type GenerationReuse, isLive, readAllReuse, removeReuseFiles } from "./reuse-files.js";

const FOLDER = /^[0-9a-f]{2}$/;
/** Earlier versions of this program kept plain MessagePack. */
const FILE = /^([0-9a-f]{62})\.(?:analysis|msgpack)(\.[0-9a-f]{12}\.tmp)?$/;

/** Number of files and their total size in bytes. */
export interface Amount {
  readonly files: number;
  readonly bytes: number;
}

/** Statistics of an analysis cache. */
export interface CacheStats {
  readonly all: Amount;
  /** By version of the image analysis, newest first; undefined: of another layout, damaged, or half-written. */
  readonly byVersion: readonly (Amount & { readonly version: number | undefined })[];
  /** Last use of the least recently used entry, and of any entry; accurate to a day. Undefined for an empty cache. */
  readonly leastRecentUse: Date | undefined;
  readonly lastUse: Date | undefined;
  /** Existing entries that the live generation of each artifacts folder was built with. */
  readonly inUse: readonly (Amount & { readonly artifacts: string })[];
  /** Entries that none of them was built with. */
  readonly unused: Amount;
}

/** Scans a cache. Cost: reads the head of every file, about 30 µs each. @throws the system's error */
export function cacheStats(cache: string): CacheStats {
  const uses = readAllReuse(cache)
    .filter(isLive)
    .map(({ artifacts, usedAt, keys }) => ({ artifacts, usedAt, keys: keys(), ...createAmount() }));
  const all = createAmount();
  const unused = createAmount();
  const versions = new Map<number | undefined, ReturnType<typeof createAmount>>();
  let least = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const file of cacheFiles(cache)) {
    const { key, bytes } = file;
    const version = versionOf(file);
    const users = uses.filter(({ keys }) => key !== undefined && keys.has(key));
    const known = versions.get(version) ?? createAmount();
    versions.set(version, known);
    for (const { add } of [all, known, ...(users.length > 0 ? users : [unused])]) add(bytes);
    const usedAt = Math.max(file.usedAt.getTime(), ...users.map((use) => use.usedAt.getTime()));
    least = Math.min(least, usedAt);
    last = Math.max(last, usedAt);
  }
  const empty = least > last;
  return {
    all: all.sum(),
    byVersion: [...versions]
      .map(([version, { sum }]) => ({ version, ...sum() }))
      .sort((a, b) => (b.version ?? -1) - (a.version ?? -1)),
    leastRecentUse: empty ? undefined : new Date(least),
    lastUse: empty ? undefined : new Date(last),
    inUse: uses.map(({ artifacts, sum }) => ({ artifacts, ...sum() })),
    unused: unused.sum(),
  };
}

function createAmount(): { add(size: number): void; sum(): Amount } {
  let files = 0;
  let bytes = 0;
  return {
    add(size) {
      files++;
      bytes += size;
    },
    sum: () => ({ files, bytes }),
  };
}

/** The entries to remove; default: all. */
export interface ClearOptions {
  /** Entries that no build has used since. */
  readonly before?: Date;
  /** Entries that no live generation was built with. */
  readonly unused?: boolean;
}

/**
 * Removes entries of a cache; with both options, only those that match both. Removing all entries also removes the
 * reuse records. Builds may continue meanwhile: they redo the removed analyses.
 *
 * @returns what was removed
 * @throws the system's error
 */
export function clearCache(cache: string, { before, unused = false }: ClearOptions): Amount {
  const isOld = (usedAt: Date): boolean => before === undefined || usedAt < before;
  const isRemoved = (use: GenerationReuse): boolean => isOld(use.usedAt) && !(unused && isLive(use));
  const uses = readAllReuse(cache);
  const kept = new Set(uses.filter((use) => !isRemoved(use)).flatMap(({ keys }) => [...keys()]));
  let files = 0;
  let bytes = 0;
  for (const { path, key, bytes: size, usedAt } of cacheFiles(cache)) {
    if (!isOld(usedAt) || (key !== undefined && kept.has(key))) continue;
    rmSync(path, { force: true });
    files++;
    bytes += size;
  }
  if (before === undefined && !unused) removeReuseFiles(cache);
  else for (const { path } of uses.filter(isRemoved)) rmSync(path, { force: true });
  return { files, bytes };
}

/** A file of a cache that contains, or contained, an analysis. */
export interface CacheFile {
  readonly path: string;
  /** The key of the entry; undefined for a half-written file of a killed build. */
  readonly key: string | undefined;
  readonly bytes: number;
  /** When a build last used it, accurate to a day. */
  readonly usedAt: Date;
}

/** The files of a cache, in no particular order. Other files in its folder are skipped. Empty if there is no folder. */
function* cacheFiles(cache: string): Generator<CacheFile> {
  for (const folder of namesOf(cache).filter((name) => FOLDER.test(name))) {
    for (const name of namesOf(join(cache, folder))) {
      const [, rest, temporary] = FILE.exec(name) ?? [];
      const path = join(cache, folder, name);
      // A build may have renamed it, or another process may have removed it.
      const info = rest === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
      if (info === undefined) continue;
      yield { path, key: temporary === undefined ? folder + rest : undefined, bytes: info.size, usedAt: info.mtime };
    }
  }
}

/** The version of the image analysis in a file of a cache; undefined if the file has another layout or is gone. */
function versionOf({ path }: CacheFile): number | undefined {
  const head = Buffer.alloc(ENTRY_HEAD_BYTES);
  try {
    const fd = openSync(path, "r");
    try {
      return entryVersion(head.subarray(0, readSync(fd, head)));
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

function namesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

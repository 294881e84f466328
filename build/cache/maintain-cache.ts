import { closeSync, openSync, readdirSync, readSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ENTRY_HEAD_BYTES, entryVersion } from "./analysis-cache.js";
import { type GenerationReuse, isLive, readAllReuse, removeReuseFiles } from "./reuse-files.js";

const FOLDER = /^[0-9a-f]{2}$/;
/** Earlier versions of this program kept plain MessagePack. */
const FILE = /^([0-9a-f]{62})\.(?:analysis|msgpack)(\.[0-9a-f]{12}\.tmp)?$/;

/** Files and their bytes. */
export interface Amount {
  readonly files: number;
  readonly bytes: number;
}

/** What lies in a cache of analyses. */
export interface CacheStats {
  readonly all: Amount;
  /** By the version of the measurements, the newest first; undefined: of another layout, damaged, or half-written. */
  readonly byVersion: readonly (Amount & { readonly version: number | undefined })[];
  /** When the entry that was left alone longest was used last, and when any was; exact to a day. Undefined for an empty cache. */
  readonly leastRecentUse: Date | undefined;
  readonly lastUse: Date | undefined;
  /** What the live generation of each artifacts folder was made with, as far as it is still there. */
  readonly inUse: readonly (Amount & { readonly artifacts: string })[];
  /** What none of them was made with. */
  readonly unused: Amount;
}

/** Looks through a cache. Cost: reads the head of every file, about 30 µs each. @throws the system's error */
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

/** Which entries go; without a choice, all. */
export interface ClearOptions {
  /** Those that no build used since. */
  readonly before?: Date;
  /** Those that no live generation was made with. */
  readonly unused?: boolean;
}

/**
 * Removes entries of a cache; with two choices, what both name. What was noted of generations isRemoved with them. Builds may go on meanwhile: they
 * redo the removed analyses.
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

/** A file of a cache that holds, or held, an analysis. */
export interface CacheFile {
  readonly path: string;
  /** The key of the entry; undefined for what a killed build left half-written. */
  readonly key: string | undefined;
  readonly bytes: number;
  /** When a build used it last, exact to a day. */
  readonly usedAt: Date;
}

/** The files of a cache, in no certain order; whatever else lies in its folder is passed over. None where there is no folder. */
function* cacheFiles(cache: string): Generator<CacheFile> {
  for (const folder of namesOf(cache).filter((name) => FOLDER.test(name))) {
    for (const name of namesOf(join(cache, folder))) {
      const [, rest, temporary] = FILE.exec(name) ?? [];
      const path = join(cache, folder, name);
      // A build may have renamed it, or somebody may be clearing, too.
      const info = rest === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
      if (info === undefined) continue;
      yield { path, key: temporary === undefined ? folder + rest : undefined, bytes: info.size, usedAt: info.mtime };
    }
  }
}

/** The version of the measurements in a file of a cache; undefined where it is of another layout, or gone. */
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

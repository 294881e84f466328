import { cacheFiles, versionOf } from "./entries.js";
import { isLive, readUses } from "./uses.js";

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
  const uses = readUses(cache)
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

import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { ENTRY_HEAD_BYTES, entryVersion } from "./cache-entry.js";

/** A file of a cache that holds, or held, an analysis. */
export interface CacheFile {
  readonly path: string;
  /** The key of the entry; undefined for what a killed build left half-written. */
  readonly key: string | undefined;
  readonly bytes: number;
  /** When a build used it last, exact to a day. */
  readonly usedAt: Date;
}

const FOLDER = /^[0-9a-f]{2}$/;
/** Earlier versions of this program kept plain MessagePack. */
const FILE = /^([0-9a-f]{62})\.(?:analysis|msgpack)(\.[0-9a-f]{12}\.tmp)?$/;

/** The files of a cache, in no certain order; whatever else lies in its folder is passed over. None where there is no folder. */
export function* cacheFiles(cache: string): Generator<CacheFile> {
  for (const folder of namesOf(cache).filter((name) => FOLDER.test(name))) {
    for (const name of namesOf(join(cache, folder))) {
      const [, rest, aside] = FILE.exec(name) ?? [];
      const path = join(cache, folder, name);
      // A build may have renamed it, or somebody may be clearing, too.
      const info = rest === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
      if (info === undefined) continue;
      yield { path, key: aside === undefined ? folder + rest : undefined, bytes: info.size, usedAt: info.mtime };
    }
  }
}

/** The version of the measurements in a file of a cache; undefined where it is of another layout, or gone. */
export function versionOf({ path }: CacheFile): number | undefined {
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

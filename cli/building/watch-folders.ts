import { type FSWatcher, type Stats, watch } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { StorageError } from "../../src/platform/storage-error.js";

/** The system drops events when too many are queued; after this many, folders are scanned again. */
const BURST = 1000;
const REMEDIES: Readonly<Record<string, string>> = {
  EMFILE: "Too many programs watch folders: raise `fs.inotify.max_user_instances`, or `ulimit -n`, then try again.",
  ENOSPC: "Too many folders are watched: raise `fs.inotify.max_user_watches`, then try again.",
};

/** Watches a folder and all folders below it. */
export interface FolderWatch {
  /**
   * Adds missing watches and removes those of deleted folders. No-op while everything is watched.
   *
   * @throws StorageError or the system's error if a folder can't be watched; existing watches stay
   */
  complete(): Promise<void>;
  close(): void;
}

interface Watched {
  readonly watcher: FSWatcher;
  /** Distinguishes the folder from another one with the same path. */
  readonly identity: string;
}

/**
 * Watches folders one by one, since the system can't watch trees. Costs one watch per folder, regardless of its number
 * of files, and reads each folder's entries once. Links are not followed. The next `complete` retries what has failed.
 *
 * @param root may not exist yet
 * @param isIgnored whether to ignore a file or folder
 * @param onChange called with each changed path; undefined if the path is unknown
 */
export function watchFolders(
  root: string,
  isIgnored: (path: string) => boolean,
  onChange: (path: string | undefined) => void,
): FolderWatch {
  const watched = new Map<string, Watched>();
  let events = 0;
  let isComplete = false;
  let closed = false;
  /** Serializes scans. */
  let looking: Promise<void> = Promise.resolve();

  const forget = (folder: string): void => {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  };
  const forgetTree = (folder: string): void => {
    for (const path of [...watched.keys()]) if (path === folder || path.startsWith(folder + sep)) forget(path);
  };
  const startWatching = (folder: string, identity: string): void => {
    const watcher = watchOne(folder);
    watched.set(folder, { watcher, identity });
    watcher.on("change", (type, name) => take(folder, type, name === null ? undefined : String(name)));
    watcher.on("error", () => {
      isComplete = false;
      if (watched.get(folder)?.watcher === watcher) forget(folder);
      onChange(undefined);
    });
  };
  /** Watches a folder and those below it. @param seen receives the existing ones */
  const add = async (folder: string, seen?: Set<string>): Promise<void> => {
    const info = await unlessGone(lstat(folder));
    if (closed || !info?.isDirectory()) return forgetTree(folder);
    const identity = identityOf(info);
    if (watched.get(folder)?.identity !== identity) {
      forgetTree(folder);
      startWatching(folder, identity);
    }
    seen?.add(folder);
    // Read after starting the watch: later entries cause an event.
    for (const entry of (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? []) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !isIgnored(path)) await add(path, seen);
    }
  };
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = looking.then(work);
    looking = done.catch(() => undefined);
    return done;
  };
  const take = (folder: string, type: string, name: string | undefined): void => {
    const path = name === undefined ? undefined : join(folder, name);
    if (path !== undefined && isIgnored(path)) return;
    if (path === undefined || ++events > BURST) isComplete = false;
    onChange(path);
    if (path === undefined || type !== "rename") return;
    inTurn(async () => {
      const info = await unlessGone(lstat(path));
      if (!info?.isDirectory()) return forgetTree(path);
      await add(path);
      // Entries created before the watch started caused no event.
      onChange(path);
    }).catch(() => {
      isComplete = false;
      onChange(undefined);
    });
  };

  return {
    complete: () =>
      inTurn(async () => {
        if (isComplete || closed) return;
        isComplete = true;
        events = 0;
        const seen = new Set<string>();
        try {
          await add(root, seen);
        } catch (error) {
          isComplete = false;
          throw error;
        }
        for (const path of [...watched.keys()]) if (!seen.has(path)) forget(path);
      }),
    close() {
      closed = true;
      forgetTree(root);
    },
  };
}

/** Distinguishes a folder from another one with the same path and possibly the same inode. */
export function identityOf({ dev, ino, birthtimeMs }: Stats): string {
  return `${dev} ${ino} ${birthtimeMs}`;
}

/** @returns undefined if the path does not exist or is not a folder any more */
export async function unlessGone<T>(look: Promise<T>): Promise<T | undefined> {
  try {
    return await look;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

function watchOne(folder: string): FSWatcher {
  try {
    return watch(folder);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    const remedy = REMEDIES[code];
    throw remedy === undefined ? error : new StorageError(`${message}. ${remedy}`, code, error);
  }
}

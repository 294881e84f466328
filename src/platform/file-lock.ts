import { closeSync, constants, fstatSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FileOwner, giveToFolderOwner } from "./folder-owner.js";
import { libc } from "./libc.js";
import { toStorageError } from "./storage-error.js";

const RETRY_MS = 50;
const MODE = 0o644;
/** Longer than it takes to import or merge a large dataset. */
const PATH_WAIT_MS = 10 * 60_000;

/**
 * Runs `work` with an exclusive lock on `path` (created if missing). The lock is released when the process ends, so a
 * killed process leaves nothing to clean up. On platforms without `flock`, the existence of the file is the lock.
 *
 * @param waitMs how long to wait for the lock
 * @param owner the owner of a new lock file if this process is root; default: that of its folder
 * @throws Error if the lock is still taken after `waitMs`
 */
export async function withFileLock<T>(
  path: string,
  waitMs: number,
  work: () => Promise<T> | T,
  owner?: FileOwner,
): Promise<T> {
  const release = await waitForLock(path, waitMs, () => tryLock(path, owner));
  try {
    return await work();
  } finally {
    release();
  }
}

/** A lock on a file or folder itself. */
export interface PathLock {
  /** Whether the folder was created for the lock. */
  readonly made: boolean;
  /** Also locks a file or folder that is going to replace the locked one. */
  include(path: string): void;
}

/**
 * Runs `work` with an exclusive lock on a file or folder itself, which needs neither a lock file nor write access.
 * Processes that wait for it lock what has the path afterwards. Waits up to ten minutes. Where the system can't lock a
 * folder (NFS, Windows), a file `.NAME.lock` beside it is locked.
 *
 * @param make whether to create a missing folder
 * @throws Error if the lock is still taken after ten minutes, StorageError or the system's error if it can't be opened
 */
export async function withPathLock<T>(path: string, make: boolean, work: (lock: PathLock) => Promise<T>): Promise<T> {
  let made = false;
  const releases: Release[] = [];
  const include = (other: string): void => {
    const lock = tryPathLock(other);
    if (typeof lock === "function") releases.push(lock);
  };
  const release = await waitForLock(path, PATH_WAIT_MS, () => {
    // Repeated, since a failed process removes the empty folder that it made.
    if (make) made = makeFolderIfMissing(path) || made;
    const lock = tryPathLock(path);
    if (lock === "unsupported") return tryLock(join(dirname(path), `.${basename(path)}.lock`), undefined);
    return lock;
  });
  releases.push(release);
  try {
    return await work({ made, include });
  } finally {
    for (const one of releases) one();
  }
}

type Release = () => void;

async function waitForLock(path: string, waitMs: number, attempt: () => Release | undefined): Promise<Release> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const release = attempt();
    if (release !== undefined) return release;
    if (Date.now() >= deadline)
      throw new Error(`${path} is locked by another process; wait for that process, or stop it`);
    await sleep(RETRY_MS);
  }
}

function makeFolderIfMissing(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw toStorageError(error, path);
  }
}

/**
 * Takes the lock of a file or folder itself, as in `withPathLock`, if it is free.
 *
 * @returns a function that releases it; undefined if another process has it, or removed or replaced the path meanwhile
 * @throws StorageError or the system's error if it can't be opened
 */
export function tryPathLock(path: string): Release | "unsupported" | undefined {
  if (libc === undefined) return "unsupported";
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw toStorageError(error, path);
  }
  let locked: boolean;
  try {
    locked = libc.flock(fd);
  } catch {
    closeSync(fd);
    return "unsupported";
  }
  if (locked && isOpenAt(path, fd)) return () => closeSync(fd);
  closeSync(fd);
  return undefined;
}

/** Whether an open file or folder still has its path: another process may have replaced it before this one locked it. */
function isOpenAt(path: string, fd: number): boolean {
  const own = fstatSync(fd, { bigint: true });
  const there = statSync(path, { bigint: true, throwIfNoEntry: false });
  return there?.ino === own.ino && there.dev === own.dev;
}

function tryLock(path: string, owner: FileOwner | undefined): Release | undefined {
  if (libc !== undefined) {
    const fd = openLockFile(path, owner);
    let locked = false;
    try {
      locked = libc.flock(fd);
    } finally {
      if (!locked) closeSync(fd);
    }
    return locked ? () => closeSync(fd) : undefined;
  }
  try {
    const fd = openSync(path, "wx");
    return () => {
      closeSync(fd);
      rmSync(path);
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
}

/**
 * Opens a lock file, creating it if missing. Users without write access can lock it, too, except on NFS. If another
 * user put something in its place, it is neither followed nor chowned.
 */
function openLockFile(path: string, owner: FileOwner | undefined): number {
  const { O_RDWR, O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_CREAT, O_EXCL } = constants;
  const openExisting = (access: number): number => openSync(path, access | O_NOFOLLOW | O_NONBLOCK);
  try {
    const fd = openSync(path, O_RDWR | O_NOFOLLOW | O_CREAT | O_EXCL, MODE);
    giveToFolderOwner(path, fd, owner);
    return fd;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  try {
    return openExisting(O_RDWR);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    return openExisting(O_RDONLY);
  }
}

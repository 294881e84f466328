import { closeSync, constants, fchownSync, openSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { libc } from "./libc.js";

const RETRY_MS = 50;
const MODE = 0o644;

/** Owner of a file. */
export interface FileOwner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Runs `work` with an exclusive lock on `path` (created if missing). The lock is released when the process ends, so a
 * killed process leaves nothing to clean up. On platforms without `flock`, the existence of the file is the lock.
 *
 * @param waitMs how long to wait for the lock
 * @param owner the owner of a new lock file, if this process may change owners; default: its own user
 * @throws Error if the lock is still taken after `waitMs`
 */
export async function withFileLock<T>(
  path: string,
  waitMs: number,
  work: () => Promise<T> | T,
  owner?: FileOwner,
): Promise<T> {
  const deadline = Date.now() + waitMs;
  let release = tryLock(path, owner);
  while (release === undefined) {
    if (Date.now() >= deadline)
      throw new Error(`${path} is locked by another process; wait for that process, or stop it`);
    await sleep(RETRY_MS);
    release = tryLock(path, owner);
  }
  try {
    return await work();
  } finally {
    release();
  }
}

function tryLock(path: string, owner: FileOwner | undefined): (() => void) | undefined {
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
    if (owner !== undefined && process.geteuid?.() === 0) fchownSync(fd, owner.uid, owner.gid);
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

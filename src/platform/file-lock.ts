import { closeSync, openSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { libc } from "./libc.js";

const RETRY_MS = 50;

/**
 * Holds an exclusive lock on `path` (created when missing) while `work` runs. The lock dies with the process, so a
 * killed holder leaves nothing to clean. Where the platform has no `flock`, the file's existence is the lock.
 *
 * @param waitMs how long to wait for another holder
 * @throws Error when the lock is still held after `waitMs`
 */
export async function withFileLock<T>(path: string, waitMs: number, work: () => Promise<T> | T): Promise<T> {
  const deadline = Date.now() + waitMs;
  let release = tryLock(path);
  while (release === undefined) {
    if (Date.now() >= deadline) throw new Error(`${path} is locked by another process; wait for it or end it`);
    await sleep(RETRY_MS);
    release = tryLock(path);
  }
  try {
    return await work();
  } finally {
    release();
  }
}

function tryLock(path: string): (() => void) | undefined {
  if (libc !== undefined) {
    const fd = openSync(path, "a");
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

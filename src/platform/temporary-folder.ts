import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tryPathLock } from "./file-lock.js";
import { removeQuietly } from "./write-file.js";

/** A folder that only its process uses. */
export interface TemporaryFolder {
  readonly path: string;
  /** Removes the folder; mapped files stay readable. @throws the system's error */
  remove(): Promise<void>;
}

/**
 * Creates a folder in the system's temporary folder, and removes those with the same prefix that killed processes left
 * there. These are recognized by their locks, so they stay where the system can't lock folders.
 *
 * @throws the system's error if the folder can't be created
 */
export async function makeTemporaryFolder(prefix: string): Promise<TemporaryFolder> {
  for (const name of await readdir(tmpdir())) if (name.startsWith(prefix)) await removeAbandoned(join(tmpdir(), name));
  for (;;) {
    const path = await mkdtemp(join(tmpdir(), prefix));
    const release = tryPathLock(path);
    // Another process may have removed the folder before it was locked.
    if (release === undefined) continue;
    const remove = async (): Promise<void> => {
      await rm(path, { recursive: true, force: true });
      if (release !== "unsupported") release();
    };
    return { path, remove };
  }
}

async function removeAbandoned(path: string): Promise<void> {
  let release: ReturnType<typeof tryPathLock>;
  try {
    release = tryPathLock(path);
  } catch {
    // It belongs to another user, or is gone.
    return;
  }
  if (typeof release !== "function") return;
  await removeQuietly(path);
  release();
}

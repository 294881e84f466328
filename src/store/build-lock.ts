import { join } from "node:path";
import { withFileLock } from "../platform/file-lock.js";

const LOCK_FILE = "LOCK";
const WAIT_MS = 10 * 60_000;

/**
 * Runs a change of an artifacts folder under its exclusive lock; waits for it up to ten minutes. @throws Error on
 * timeout
 */
export function withBuildLock<T>(artifacts: string, work: () => Promise<T>): Promise<T> {
  return withFileLock(join(artifacts, LOCK_FILE), WAIT_MS, work);
}

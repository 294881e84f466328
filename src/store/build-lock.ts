import { join } from "node:path";
import { withFileLock } from "../platform/file-lock.js";

const LOCK_FILE = "LOCK";
const WAIT_MS = 10 * 60_000;

/** Runs what changes an artifacts folder while nothing else does; waits up to ten minutes. @throws Error when it waited in vain */
export function withBuildLock<T>(artifacts: string, work: () => Promise<T>): Promise<T> {
  return withFileLock(join(artifacts, LOCK_FILE), WAIT_MS, work);
}

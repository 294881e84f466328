import { randomBytes } from "node:crypto";
import { openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atFile } from "./storage-error.js";

const MODE = 0o600;

/**
 * Opens a new, empty file in the folder of temporary files, for reading and writing. It has no name, so the system frees
 * its space when the descriptor is closed or this process ends, however it ends.
 *
 * @returns the descriptor @throws StorageError
 */
export function openUnnamedFile(): number {
  const path = join(tmpdir(), `icons-${randomBytes(8).toString("hex")}.tmp`);
  return atFile(path, () => {
    const fd = openSync(path, "wx+", MODE);
    rmSync(path);
    return fd;
  });
}

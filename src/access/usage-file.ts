import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from "node:fs";
import { openShared } from "../platform/map-file.js";
import { countInTables, TABLES_BYTES, type Usage } from "./usage-tables.js";

/** Layout, little-endian: 8 bytes magic `ICONUSE1`, zeros to 32, 32 bytes secret, zeros to 4096; then the tables. */
const MAGIC = "ICONUSE1";
const SECRET_AT = 32;
const SECRET_BYTES = 32;
const HEADER_BYTES = 4096;
const FILE_BYTES = HEADER_BYTES + TABLES_BYTES;
/** Digests lie here and addresses under a secret, so the owner alone reads it. */
const MODE = 0o600;

/**
 * Counts in a file that every worker process maps, creating it when missing: the counts survive a restart and a kill.
 *
 * @param now the clock, in milliseconds
 * @throws Error when the file is something else
 */
export function openUsageFile(path: string, now: () => number = Date.now): Usage {
  if (!existsSync(path)) createFile(path);
  const file = openShared(path);
  const { buffer } = file;
  const header = Buffer.from(buffer, 0, Math.min(HEADER_BYTES, buffer.byteLength));
  if (buffer.byteLength !== FILE_BYTES || header.toString("latin1", 0, MAGIC.length) !== MAGIC) {
    throw new Error(`${path} is no usage file; name another one, or remove it to start counting anew`);
  }
  const secret = Buffer.from(header.subarray(SECRET_AT, SECRET_AT + SECRET_BYTES));
  return { ...countInTables(buffer, HEADER_BYTES, secret, now), close: () => file.close() };
}

/** Counts in this process only, until it ends. */
export function countInMemory(now: () => number = Date.now): Usage {
  const tables = countInTables(new ArrayBuffer(TABLES_BYTES), 0, randomBytes(SECRET_BYTES), now);
  return { ...tables, close: () => undefined };
}

/**
 * Written in full, not left sparse: an increment in a hole of a full disk would kill the process. Linked into place, so
 * that of several processes that start at once one wins and all share its file.
 */
function createFile(path: string): void {
  const aside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const bytes = Buffer.alloc(FILE_BYTES);
  bytes.write(MAGIC, 0, "latin1");
  bytes.set(randomBytes(SECRET_BYTES), SECRET_AT);
  const fd = openSync(aside, "wx", MODE);
  try {
    // Unlike writeSync, this goes on after a short write, and so meets the error of a full disk.
    writeFileSync(fd, bytes);
    fsyncSync(fd);
    linkSync(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    closeSync(fd);
    rmSync(aside, { force: true });
  }
}

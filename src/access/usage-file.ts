import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  type StatSyncOptions,
  statSync,
  writeFileSync,
} from "node:fs";
import { giveToFolderOwner } from "../platform/folder-owner.js";
import { canShare, openShared, type SharedFile } from "../platform/map-file.js";
import { createPoller, type PollFault, type PollStatus } from "../platform/poller.js";
import { atFile, StorageError } from "../platform/storage-error.js";
import { type Allowance, QuotaAwayError } from "./quota.js";
import { secondsToEndOf, windowOf } from "./quota-window.js";
import { countInTables, SECRET_BYTES, TABLES_BYTES, type Usage } from "./usage-tables.js";

/** Layout, little-endian: 8 bytes magic `ICONUSE1`, zeros to 32, 32 bytes secret, zeros to 4096; then the tables. */
const MAGIC = "ICONUSE1";
const SECRET_AT = 32;
const SECRET_END = SECRET_AT + SECRET_BYTES;
const HEADER_BYTES = 4096;
const FILE_BYTES = HEADER_BYTES + TABLES_BYTES;
/** The file contains digests and hidden addresses, so only the owner can read it. */
const MODE = 0o600;
const POLL_MS = 1000;
const RETRY_SECONDS = 2;
const MAX_REPAIRS = 3;
const NAME = "usage file";

/**
 * How a process handles a damaged or missing usage file. A reader rejects it and changes nothing. A server creates a
 * missing one, rejects a damaged one at the start, and repairs it while running. A worker also repairs it at the start,
 * and starts without it if that fails, since its supervisor has already checked it.
 */
export type UsageRole = "reader" | "server" | "worker";

export interface UsageFileOptions {
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number;
  /** Default: `server`. */
  readonly role?: UsageRole;
  /** Called for the first failure to open or repair the file, for each new reason, and every minute. */
  readonly onFault?: (error: Error, fault: PollFault) => void;
  readonly onRecovered?: (fault: PollFault) => void;
  /**
   * Called after the file was repaired. @param what describes the damage, and where the damaged file was moved to, if
   * it was
   */
  readonly onRepaired?: (what: string) => void;
}

/** Counters stored in a file. */
export interface UsageFile extends Usage {
  /** Resolves when the file has been opened once. */
  readonly ready: Promise<void>;
  status(): PollStatus;
}

/** A usage file that is missing or damaged. */
export class UsageFileError extends Error {
  override readonly name = "UsageFileError";
  readonly code = "DAMAGED";
}

/** An open usage file. */
interface Mapping {
  readonly file: SharedFile;
  /** A copy that outlives the mapped one. */
  readonly secret: Buffer;
  readonly tables: Omit<Usage, "close">;
}

/**
 * Counts in a file that every worker process maps, creating it if missing. The counts survive restarts and crashes.
 *
 * The file's length is checked before each access, at most once a millisecond, since accessing a truncated mapping
 * would kill the process. Every second, the file at the path is compared with the open one. A truncated file is
 * extended in place, so that the other processes can continue; a deleted one is written again with this process's
 * counts; a replaced one is opened instead, unless it is not a usage file, in which case it is renamed. While nothing
 * can be counted, limited plans are refused and unlimited plans are served.
 *
 * @throws UsageFileError, StorageError if the file can't be used at the start, unless as a worker
 */
export function openUsageFile(path: string, options: UsageFileOptions = {}): UsageFile {
  const { now = Date.now, role = "server", onFault, onRecovered, onRepaired } = options;
  let repairs = false;
  let mapping: Mapping | undefined;
  let comparedAt = -1;
  let markReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });

  const content = (): Buffer =>
    mapping !== undefined && mapping.file.size() >= FILE_BYTES
      ? Buffer.from(new Uint8Array(mapping.file.buffer))
      : blankFile(mapping?.secret);
  const open = (): Mapping => {
    for (let attempt = 0; ; attempt++) {
      const file = atFile(path, () => openShared(path));
      try {
        const fault = faultIn(file);
        if (fault === undefined) return toMapping(file, now);
        // Another process may replace the file meanwhile, but not forever.
        if (!repairs || attempt === MAX_REPAIRS) throw new UsageFileError(`${path} ${fault.text}. ${fault.remedy}`);
        repair(file, fault);
      } catch (error) {
        file.close();
        throw error;
      }
      file.close();
    }
  };
  const repair = (file: SharedFile, { text, isOurs }: Fault): void => {
    // The counts were overwritten, so they are not reused.
    const isOpen = file.identity === mapping?.file.identity;
    if (isOurs) makeWhole(file, mapping?.secret);
    else setAside(path, file.identity, isOpen ? blankFile(mapping?.secret) : content());
    onRepaired?.(
      `${path} ${text}; ${isOurs ? "extended to its full length" : `kept as ${asideName(path, file.identity)}`}`,
    );
  };
  const switchTo = (next: Mapping): void => {
    mapping?.file.close();
    mapping = next;
    markReady();
  };
  const lookAgain = (): void => {
    const identity = identityOf(path);
    if (mapping !== undefined && identity === mapping.file.identity && isWhole(mapping)) return;
    if (identity === undefined) {
      if (role === "reader") throw new UsageFileError(`${path} does not exist`);
      createFile(path, content());
      if (mapping !== undefined) onRepaired?.(`${path} was deleted; restored with the counts of this process`);
    }
    switchTo(open());
  };

  if (role !== "worker") lookAgain();
  repairs = role !== "reader";
  const poller = createPoller({
    name: NAME,
    intervalMs: POLL_MS,
    // Without mmap, the file belongs to this process alone, which overwrites it.
    attempt: () => (canShare || mapping === undefined ? lookAgain() : undefined),
    ...(onFault === undefined ? {} : { onFault: (fault) => onFault(fault.error, fault) }),
    ...(onRecovered === undefined ? {} : { onRecovered }),
  });
  // The attempt has finished when `poll` returns.
  if (mapping === undefined) void poller.poll();

  /** The mapping, if it can be accessed safely now. */
  const usable = (): Mapping | undefined => {
    const time = Math.floor(performance.now());
    if (mapping === undefined || time === comparedAt) return mapping;
    if (!canBeTouched(mapping)) {
      if (repairs) void poller.poll();
      if (!canBeTouched(mapping)) return undefined;
    }
    comparedAt = time;
    return mapping;
  };
  const tables = (): Mapping["tables"] => {
    const found = usable();
    if (found === undefined) throw new UsageFileError(`${path} can't be used; restart to see the reason`);
    return found.tables;
  };
  return {
    take: (subject, perDay) => usable()?.tables.take(subject, perDay) ?? takeUncounted(perDay, now()),
    usageOf: (digest) => tables().usageOf(digest),
    usedToday: (digest) => tables().usedToday(digest),
    tallyOf: (digest) => tables().tallyOf(digest),
    reset: (digest) => tables().reset(digest),
    ready,
    status: poller.status,
    close() {
      poller.close();
      mapping?.file.close();
      mapping = undefined;
    },
  };
}

/** @throws QuotaAwayError for limited plans */
function takeUncounted(perDay: number | undefined, time: number): Allowance {
  if (perDay !== undefined) throw new QuotaAwayError(RETRY_SECONDS);
  return { allowed: true, limit: -1, remaining: -1, resetSeconds: secondsToEndOf(windowOf(time), time) };
}

/** A fault of a usage file. */
interface Fault {
  readonly text: string;
  readonly remedy: string;
  /** Whether it is an incomplete usage file, as opposed to some other file. */
  readonly isOurs: boolean;
}

const ANEW = "Remove it to reset today's usage, or restore it from a backup.";

function faultIn({ buffer }: SharedFile): Fault | undefined {
  const bytes = buffer.byteLength;
  if (bytes === 0) return { text: "is empty", remedy: ANEW, isOurs: true };
  if (Buffer.from(buffer, 0, Math.min(MAGIC.length, bytes)).toString("latin1") !== MAGIC)
    return {
      text: `is not a usage file: it does not begin with ${MAGIC}`,
      remedy: "Name another file with --usage, or remove this one if nothing else needs it.",
      isOurs: false,
    };
  if (bytes === FILE_BYTES) return undefined;
  const text = bytes < FILE_BYTES ? "is cut off" : "is too long";
  return { text: `${text}: it has ${bytes} bytes and should have ${FILE_BYTES}`, remedy: ANEW, isOurs: true };
}

function toMapping(file: SharedFile, now: () => number): Mapping {
  const secret = secretOf(file);
  return { file, secret, tables: countInTables(file.buffer, HEADER_BYTES, secret, now) };
}

function secretOf({ buffer }: SharedFile): Buffer {
  return Buffer.from(Buffer.from(buffer, SECRET_AT, SECRET_BYTES));
}

/** Whether an open file is unchanged: same length, header and secret. */
function isWhole({ file, secret }: Mapping): boolean {
  if (!canShare) return true;
  return file.size() === FILE_BYTES && faultIn(file) === undefined && secretOf(file).equals(secret);
}

/** Whether a file still has its length. False if the system can't report it. */
function canBeTouched({ file }: Mapping): boolean {
  try {
    return file.size() >= FILE_BYTES;
  } catch {
    return false;
  }
}

function identityOf(path: string): string | undefined {
  const options: StatSyncOptions & { bigint: true; throwIfNoEntry: false } = { bigint: true, throwIfNoEntry: false };
  const info = atFile(path, () => statSync(path, options));
  if (info === undefined) return undefined;
  if (!info.isFile()) throw new StorageError(`${path} is not a file. Choose another one with --usage.`, "ENOTFILE");
  return canShare ? `${info.dev} ${info.ino}` : path;
}

function blankFile(secret: Buffer = randomBytes(SECRET_BYTES)): Buffer {
  const bytes = Buffer.alloc(FILE_BYTES);
  bytes.write(MAGIC, 0, "latin1");
  bytes.set(secret, SECRET_AT);
  return bytes;
}

/**
 * Restores the length of a file. Several processes may do this at once with the same result, except for the counts of
 * that moment.
 */
function makeWhole(file: SharedFile, secret: Buffer | undefined): void {
  const bytes = file.size();
  if (bytes > FILE_BYTES) {
    file.truncate(FILE_BYTES);
    return;
  }
  const blank = blankFile(secret);
  // The header is written first: once the file has its full length, it is in use.
  const from = bytes < SECRET_END ? 0 : bytes;
  file.write(blank.subarray(from), from);
}

/** Renames the damaged file and puts a usage file in its place. Does nothing if another process has already done so. */
function setAside(path: string, identity: string, content: Buffer): void {
  const aside = writeAside(path, content);
  try {
    unlessExists(() => linkSync(path, asideName(path, identity)));
    if (identityOf(path) === identity) renameSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** New name of a damaged file. All processes that find it choose the same. */
function asideName(path: string, identity: string): string {
  return `${path}.damaged-${identity.split(" ").at(-1)}`;
}

/** Links the file into place: of several processes that start at once, one wins and all share its file. */
function createFile(path: string, content: Buffer): void {
  const aside = writeAside(path, content);
  try {
    atFile(path, () => unlessExists(() => linkSync(aside, path)));
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Writes the temporary file in full rather than sparse: incrementing a counter in a hole on a full disk would kill the
 * process. @returns its path
 */
function writeAside(path: string, content: Buffer): string {
  const aside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const fd = atFile(aside, () => openSync(aside, "wx", MODE));
  try {
    giveToFolderOwner(aside, fd);
    // Unlike writeSync, writeFileSync continues after a short write and so reports a full disk.
    writeFileSync(fd, content);
    fsyncSync(fd);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  return aside;
}

function unlessExists(work: () => void): void {
  try {
    work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

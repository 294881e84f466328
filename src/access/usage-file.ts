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
import { canShare, openShared, type SharedFile } from "../platform/map-file.js";
import { createPoller, type PollFault, type PollStatus } from "../platform/poller.js";
import { atFile, StorageError } from "../platform/storage-error.js";
import { dayOf, secondsToEndOf } from "./day.js";
import type { Tier } from "./key.js";
import { PLANS } from "./plan.js";
import { type Allowance, QuotaAwayError } from "./quota.js";
import { countInTables, TABLES_BYTES, type Usage } from "./usage-tables.js";

/** Layout, little-endian: 8 bytes magic `ICONUSE1`, zeros to 32, 32 bytes secret, zeros to 4096; then the tables. */
const MAGIC = "ICONUSE1";
const SECRET_AT = 32;
const SECRET_BYTES = 32;
const SECRET_END = SECRET_AT + SECRET_BYTES;
const HEADER_BYTES = 4096;
const FILE_BYTES = HEADER_BYTES + TABLES_BYTES;
/** Digests lie here and addresses under a secret, so the owner alone reads it. */
const MODE = 0o600;
const POLL_MS = 1000;
const RETRY_SECONDS = 2;
const MAX_REPAIRS = 3;
const NAME = "usage file";

/**
 * What a process does about a usage file that is damaged or missing. A reader refuses it and changes nothing. A server creates a missing one,
 * refuses a damaged one when it starts, and repairs it while it runs. A worker repairs it when it starts, too, and starts without it when
 * that fails, since its supervisor has checked it before.
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
  /** Called when the file was repaired. @param what happened to the file, and where the damaged one is now, if it was set aside */
  readonly onRepaired?: (what: string) => void;
}

/** The counters of a file. */
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

/** A usage file that is open. */
interface Mapping {
  readonly file: SharedFile;
  /** A copy, which outlives the file's own. */
  readonly secret: Buffer;
  readonly tables: Omit<Usage, "close">;
}

/**
 * Counts in a file that every worker process maps, creating it when missing: the counts survive a restart and a kill.
 *
 * The file's length is compared before it is touched, at most once a millisecond, since touching what was cut off would end the process; and
 * every second the file at the path is compared with the one that is open. One that is cut off is extended in place, so that the other
 * processes can go on as well; one that is removed is written again with the counts of this process; one that is replaced is followed, unless
 * it is something else: that is set aside. While nothing can be counted, limited plans are refused and unlimited ones are served.
 *
 * @throws UsageFileError, StorageError when the file can't be used at the start, unless as a worker
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
        // Another process may put something else there meanwhile, but not for ever.
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
    // What was written over the counts is none of them.
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
  // An attempt is over before `poll` returns.
  if (mapping === undefined) void poller.poll();

  /** What may be touched now. */
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
    take: (subject, tier) => usable()?.tables.take(subject, tier) ?? takeUncounted(tier, now()),
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

/** Counts in this process only, until it ends. */
export function countInMemory(now: () => number = Date.now): Usage {
  const tables = countInTables(new ArrayBuffer(TABLES_BYTES), 0, randomBytes(SECRET_BYTES), now);
  return { ...tables, close: () => undefined };
}

/** @throws QuotaAwayError for limited plans */
function takeUncounted(tier: Tier, time: number): Allowance {
  if (PLANS[tier].perDay !== undefined) throw new QuotaAwayError(RETRY_SECONDS);
  return { allowed: true, limit: -1, remaining: -1, resetSeconds: secondsToEndOf(dayOf(time), time) };
}

/** What is wrong with a usage file. */
interface Fault {
  readonly text: string;
  readonly remedy: string;
  /** Whether it is one of ours that lacks a part, not another file. */
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

/** Whether an open file is as it was opened: of its length, with its beginning and its secret. */
function isWhole({ file, secret }: Mapping): boolean {
  if (!canShare) return true;
  return file.size() === FILE_BYTES && faultIn(file) === undefined && secretOf(file).equals(secret);
}

/** Whether a file still has its length; not when the system can't say. */
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

/** Gives a file its length again. What several processes do at once comes to the same, but for the counts of that moment. */
function makeWhole(file: SharedFile, secret: Buffer | undefined): void {
  const bytes = file.size();
  if (bytes > FILE_BYTES) {
    file.truncate(FILE_BYTES);
    return;
  }
  const blank = blankFile(secret);
  // The beginning comes first: from its full length on, the file is in use.
  const from = bytes < SECRET_END ? 0 : bytes;
  file.write(blank.subarray(from), from);
}

/** Puts a usage file in the place of something else, which keeps another name. Does nothing when that has been done meanwhile. */
function setAside(path: string, identity: string, content: Buffer): void {
  const aside = writeAside(path, content);
  try {
    unlessExists(() => linkSync(path, asideName(path, identity)));
    if (identityOf(path) === identity) renameSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Where a damaged file is kept: the same name for all processes that find it. */
function asideName(path: string, identity: string): string {
  return `${path}.damaged-${identity.split(" ").at(-1)}`;
}

/** Linked into place, so that of several processes that start at once one wins and all share its file. */
function createFile(path: string, content: Buffer): void {
  const aside = writeAside(path, content);
  try {
    atFile(path, () => unlessExists(() => linkSync(aside, path)));
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Written in full, not left sparse: an increment in a hole of a full disk would kill the process. @returns its path */
function writeAside(path: string, content: Buffer): string {
  const aside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const fd = atFile(aside, () => openSync(aside, "wx", MODE));
  try {
    // Unlike writeSync, this goes on after a short write, and so meets the error of a full disk.
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

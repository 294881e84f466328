import { type Stats, statSync } from "node:fs";
import { constants, userInfo } from "node:os";
import { dirname, resolve } from "node:path";

/** Remedies by error code of the system. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full: free some space or enlarge it, then try again.",
  EDQUOT: "The disk quota of this user is exceeded: free some space or raise the quota, then try again.",
  EFBIG: "The file is larger than the limit: raise it (`ulimit -f`), then try again.",
  EIO: "The disk has errors: check the system log (`dmesg`), repair or replace it, then try again.",
  EROFS: "The disk is read-only: mount it writable, then try again.",
  UNKNOWN:
    "Node.js has no name for this system error. It may be an exceeded disk quota: free some space or raise the quota, then try again.",
  EMFILE: "Too many files are open: raise the limit (`ulimit -n`), then try again.",
  ENFILE: "The whole system has too many files open: raise `fs.file-max`, then try again.",
  ENOMEM: "The system is out of memory: end other programs or add memory, then try again.",
  EISDIR: "This is a folder: give a file.",
  ELOOP: "The path contains a loop of symbolic links: correct them.",
  ENAMETOOLONG: "The path is too long: use a shorter one.",
};
/** Their remedy depends on the owner of the file. */
const PERMISSION_CODES = ["EACCES", "EPERM"];
/** Calls that use the same error codes for other causes. */
const OTHER_CALLS = /^(watch|spawn|listen|bind|connect|kill|uv_)/;

const UNNAMED = /^Unknown system error -\d+: Unknown system error -\d+/;

/** The system failed an operation on a file. The message names the file and the remedy. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  /** Error code of the system, such as `ENOSPC`; `ENOTFILE` if it is not a regular file. */
  readonly code: string;

  constructor(message: string, code: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Converts a system error with a known remedy to a `StorageError`; returns any other error unchanged. The message
 * contains everything, since other properties are lost between threads. For a missing permission, looks up the owner of
 * the file.
 *
 * @param path the file; errors of an open file don't name it
 */
export function toStorageError(error: unknown, path?: string): unknown {
  if (!(error instanceof Error) || error instanceof StorageError) return error;
  const { syscall, path: named } = error as NodeJS.ErrnoException;
  const code = codeOf(error);
  if (OTHER_CALLS.test(syscall ?? "")) return error;
  const at = named ?? path;
  const remedy = PERMISSION_CODES.includes(code) && at !== undefined ? permissionRemedy(at) : REMEDIES[code];
  if (remedy === undefined) return error;
  const where = named === undefined && path !== undefined ? `${path}: ` : "";
  return new StorageError(`${where}${error.message.replace(UNNAMED, code)}. ${remedy}`, code, error);
}

/** Node.js has no name for some errors of the system, such as EDQUOT. */
function codeOf({ code = "", errno = 0 }: NodeJS.ErrnoException): string {
  if (!code.startsWith("Unknown")) return code;
  return Object.entries(constants.errno).find(([, number]) => number === -errno)?.[0] ?? code;
}

/** Runs `work` on a file. @throws StorageError naming the file, or the error of `work` */
export function atFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toStorageError(error, path);
  }
}

/**
 * Describes the owner of the file or folder, the user of this process, and how to get access. Undefined on platforms
 * without user ids.
 */
function permissionRemedy(path: string): string | undefined {
  const uid = process.geteuid?.();
  const gid = process.getegid?.();
  if (uid === undefined || gid === undefined) return undefined;
  const { at, info } = nearestVisible(resolve(path));
  const self = `This process runs as ${userName(uid)}, gid ${gid}`;
  if (info === undefined) return `${self}. Allow it to enter the folders above.`;
  const what = info.isDirectory() ? `The folder ${at}` : at === resolve(path) ? "The file" : at;
  const mode = (info.mode & 0o7777).toString(8).padStart(4, "0");
  const owned = `${what} belongs to uid ${info.uid}, gid ${info.gid}, mode ${mode}`;
  if (uid === 0)
    return `${owned}. ${self}, which file modes don't restrict: look for an immutable flag (\`lsattr\`), a security module (\`ls -Z\`), a read-only mount or dropped capabilities.`;
  if (info.uid === uid)
    return `${owned}. ${self}: run \`chmod u+rw${info.isDirectory() ? "x" : ""} ${quoteForShell(at)}\`.`;
  // A folder may be shared or belong to the system, so the remedy never suggests changing its owner.
  if (info.isDirectory())
    return `${owned}. ${self}: run it as uid ${info.uid}, use another folder, or let that user in by the group and mode of this one.`;
  return `${owned}. ${self}. If that is the user who needs the file, run \`chown ${uid}:${gid} ${quoteForShell(at)}\` as root, or allow its group with \`chgrp\` and \`chmod g+r\`; otherwise run this as uid ${info.uid}.`;
}

/** The file, or the nearest accessible folder above it, which either denies access or lacks the next component. */
function nearestVisible(path: string): { readonly at: string; readonly info: Stats | undefined } {
  for (let at = path; ; at = dirname(at)) {
    try {
      return { at, info: statSync(at) };
    } catch {
      if (at === dirname(at)) return { at, info: undefined };
    }
  }
}

function userName(uid: number): string {
  try {
    return `uid ${uid} (${userInfo().username})`;
  } catch {
    // In containers, users often have no name.
    return `uid ${uid}`;
  }
}

/** A path or another argument, quoted for a POSIX shell if it needs to be. */
export function quoteForShell(path: string): string {
  return /^[\w./@%+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

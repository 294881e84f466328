import { constants } from "node:os";

/** What helps, by the code of the system's error. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full: free some space or enlarge it, then do it again.",
  EDQUOT: "This user's share of the disk is used up: free some space or raise it, then do it again.",
  EFBIG: "Files may not be as large as that: raise the limit (`ulimit -f`), then do it again.",
  EIO: "The disk fails: look into the system's log (`dmesg`), mend or replace it, then do it again.",
  EROFS: "The disk can only be read: mount it so that it can be written to, then do it again.",
  UNKNOWN:
    "Node.js has no name for what the system said; a used-up share of the disk is one such thing: free some space or raise it, then do it again.",
  EMFILE: "Too many files are open: raise the limit (`ulimit -n`), then do it again.",
  ENFILE: "The whole system has too many files open: raise `fs.file-max`, then do it again.",
};

const UNNAMED = /^Unknown system error -\d+: Unknown system error -\d+/;

/** The system did not do what was asked of a file; the message names it and says what helps. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  /** The system's, such as `ENOSPC`. */
  readonly code: string;

  constructor(message: string, code: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * An error of the system as a `StorageError`, where we know what helps; every other error as it is. All is in the message, since
 * nothing else of an error reaches another thread.
 *
 * @param path the file; errors of an open file don't name it
 */
export function toStorageError(error: unknown, path?: string): unknown {
  if (!(error instanceof Error) || error instanceof StorageError) return error;
  const { syscall, path: named } = error as NodeJS.ErrnoException;
  const code = codeOf(error);
  const remedy = REMEDIES[code];
  // What watches files has limits of its own under the same codes.
  if (remedy === undefined || syscall === "watch") return error;
  const where = named === undefined && path !== undefined ? `${path}: ` : "";
  return new StorageError(`${where}${error.message.replace(UNNAMED, code)}. ${remedy}`, code, error);
}

/** Node.js has no name for some errors, such as EDQUOT; the system's header files have. */
function codeOf({ code = "", errno = 0 }: NodeJS.ErrnoException): string {
  if (!code.startsWith("Unknown")) return code;
  return Object.entries(constants.errno).find(([, number]) => number === -errno)?.[0] ?? code;
}

/** Does what it is given with a file. @throws StorageError naming the file, or what it throws */
export function atFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toStorageError(error, path);
  }
}

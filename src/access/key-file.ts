import { randomBytes } from "node:crypto";
import { realpathSync, type Stats, statSync } from "node:fs";
import { withFileLock } from "../platform/file-lock.js";
import { fileStamp, readFileVersion } from "../platform/file-version.js";
import { atFile, toStorageError } from "../platform/storage-error.js";
import { replaceFile } from "../platform/write-file.js";
import { digestOf, generateKey, type Tier } from "./key.js";
import { countedDigest, earlierOf, isExpired, type KeyEntry } from "./key-entry.js";
import { KeyFileError, parseKeys } from "./parse-keys.js";

const LOCK_WAIT_MS = 10_000;
/** Mode of a new file: readable by the owner only, although it contains only digests. */
const MODE = 0o600;
/** More than 200,000 keys. */
const MAX_BYTES = 2 ** 26;

export type { KeyEntry };
export { KeyFileError };

/** Restrictions of a key in addition to its plan. */
export interface KeyLimits {
  readonly expires?: Date;
  /** Normalized by `normalOrigin`. */
  readonly origins?: readonly string[];
}

/**
 * Reads the keys of a file. Empty if the file does not exist. @throws KeyFileError, StorageError if it can't be read
 */
export function readKeyFile(path: string): KeyEntry[] {
  return readKeys(path)?.keys ?? [];
}

/**
 * Reads the keys of a file and its stamp (see `readFileVersion`). Undefined if there is no file. @throws KeyFileError,
 * StorageError
 */
export function readKeys(path: string): { readonly keys: KeyEntry[]; readonly stamp: string | undefined } | undefined {
  if (fileStamp(path) === undefined) return undefined;
  const { bytes, stamp } = readFileVersion(path, MAX_BYTES);
  return { keys: parseKeys(path, bytes), stamp };
}

/** Adds a key. @returns its entry, and the key itself, which is not stored. @throws KeyFileError */
export async function createKey(
  path: string,
  tier: Tier,
  name?: string,
  { expires, origins }: KeyLimits = {},
): Promise<{ readonly entry: KeyEntry; readonly key: string }> {
  const key = generateKey();
  const entry: KeyEntry = {
    id: `k_${randomBytes(5).toString("hex")}`,
    tier,
    digest: digestOf(key),
    ...(name === undefined ? {} : { name }),
    created: new Date().toISOString(),
    ...(expires === undefined ? {} : { expires: expires.toISOString() }),
    ...(origins === undefined ? {} : { origins }),
  };
  await updateKeyFile(path, (keys) => [...keys, entry]);
  return { entry, key };
}

/** Revokes a key by its id. Revoking a revoked key is not an error. @throws KeyFileError if there is no such key */
export async function revokeKey(path: string, id: string): Promise<KeyEntry> {
  return updateKey(path, id, (entry) => ({ ...entry, revoked: entry.revoked ?? new Date().toISOString() }));
}

/**
 * Gives an entry a new key. The old key, and earlier ones that have not expired, are accepted until `graceMs` from now
 * at the latest. All of them share one quota.
 *
 * @returns the entry, and the new key, which is not stored
 * @throws KeyFileError if there is no such key, or it is revoked or expired
 */
export async function rotateKey(
  path: string,
  id: string,
  graceMs: number,
): Promise<{ readonly entry: KeyEntry; readonly key: string }> {
  const key = generateKey();
  const until = new Date(Date.now() + graceMs).toISOString();
  const entry = await updateKey(path, id, (old) => {
    if (old.revoked !== undefined || isExpired(old))
      throw new KeyFileError(
        `${path}: the key ${id} is ${old.revoked === undefined ? "expired" : "revoked"}; create a new one with \`icons keys create\``,
      );
    const replaced = [...(old.previous ?? []), { digest: old.digest, expires: until }];
    const previous = replaced
      .map(({ digest, expires }) => ({ digest, expires: earlierOf(expires, until) }))
      .filter((one) => !isExpired(one));
    return { ...old, digest: digestOf(key), previous, countedUnder: countedDigest(old) };
  });
  return { entry, key };
}

/** Finds a key by its id. @throws KeyFileError if there is none */
export function findKey(path: string, keys: readonly KeyEntry[], id: string): KeyEntry {
  const entry = keys.find((key) => key.id === id);
  if (entry !== undefined) return entry;
  throw new KeyFileError(`${path} has no key with the id ${JSON.stringify(id)}; \`icons keys list\` shows them`);
}

async function updateKey(path: string, id: string, change: (entry: KeyEntry) => KeyEntry): Promise<KeyEntry> {
  let changed: KeyEntry | undefined;
  await updateKeyFile(path, (keys) => {
    const old = findKey(path, keys, id);
    changed = change(old);
    return keys.map((entry) => (entry === old ? changed! : entry));
  });
  return changed!;
}

/**
 * Replaces the file under a lock. The new file keeps the owner, group and mode of the old one, since the service may
 * run as a different user than the command. A first file gets the owner of its folder. If the path is a symbolic link,
 * its target is replaced.
 */
async function updateKeyFile(path: string, change: (keys: KeyEntry[]) => KeyEntry[]): Promise<void> {
  const target = realPathOf(path);
  const owner = statOf(target);
  await withFileLock(
    `${target}.lock`,
    LOCK_WAIT_MS,
    async () => {
      const text = `${JSON.stringify({ version: 1, keys: change(readKeyFile(target)) }, null, 2)}\n`;
      // The server must be able to read the file that is written.
      parseKeys(path, Buffer.from(text));
      await replaceFile(target, text, MODE, true);
    },
    owner,
  );
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return path;
    throw toStorageError(error, path);
  }
}

function statOf(path: string): Stats | undefined {
  return atFile(path, () => statSync(path, { throwIfNoEntry: false }));
}

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { withFileLock } from "../platform/file-lock.js";
import { replaceFile } from "../platform/write-file.js";
import { digestOf, generateKey, type Tier } from "./key.js";
import { countedDigest, earlierOf, faultIn, isExpired, type KeyEntry } from "./key-entry.js";

const LOCK_WAIT_MS = 10_000;
/** Only the owner reads it, though it holds digests only. */
const MODE = 0o600;

export type { KeyEntry };

/** What a key is good for beside its plan. */
export interface KeyLimits {
  readonly expires?: Date;
  /** As `normalOrigin` gives them. */
  readonly origins?: readonly string[];
}

/** A key file that is not what it should be. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
}

/** The keys of a file, none when it does not exist. @throws KeyFileError */
export function readKeyFile(path: string): KeyEntry[] {
  if (!existsSync(path)) return [];
  let content: { version?: unknown; keys?: unknown } | null;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new KeyFileError(
      `${path} is no JSON: ${(error as Error).message}. Restore it from a backup, or remove it and create new keys.`,
    );
  }
  if (content?.version !== 1 || !Array.isArray(content.keys)) {
    throw new KeyFileError(`${path} is no key file of version 1. Name the file that \`icons keys create\` wrote.`);
  }
  for (const [index, key] of content.keys.entries()) {
    const fault = faultIn(key);
    if (fault !== undefined) throw new KeyFileError(`${path}: keys[${index}] ${fault}`);
  }
  return content.keys;
}

/** Adds a key. @returns its entry, and the key itself, which is stored nowhere. @throws KeyFileError */
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

/** Revokes a key by its id. @throws KeyFileError when there is no such key; revoking twice is no error */
export async function revokeKey(path: string, id: string): Promise<KeyEntry> {
  return updateKey(path, id, (entry) => ({ ...entry, revoked: entry.revoked ?? new Date().toISOString() }));
}

/**
 * Gives an entry a new key. The old one, and those before it whose time is not over, are accepted until `graceMs` from now at the latest;
 * all of them share one allowance.
 *
 * @returns the entry, and the new key, which is stored nowhere
 * @throws KeyFileError when there is no such key, or it is revoked or expired
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

/** The key with an id. @throws KeyFileError when there is none */
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

async function updateKeyFile(path: string, change: (keys: KeyEntry[]) => KeyEntry[]): Promise<void> {
  await withFileLock(`${path}.lock`, LOCK_WAIT_MS, async () => {
    const keys = change(readKeyFile(path));
    await replaceFile(path, `${JSON.stringify({ version: 1, keys }, null, 2)}\n`, MODE);
  });
}

/** The key file's identity: changes whenever it is replaced. Undefined when it does not exist. */
export function keyFileStamp(path: string): string | undefined {
  const info = statSync(path, { throwIfNoEntry: false, bigint: true });
  return info && `${info.ino} ${info.mtimeNs} ${info.size}`;
}

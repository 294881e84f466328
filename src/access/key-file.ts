import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { withFileLock } from "../platform/file-lock.js";
import { replaceFile } from "../platform/write-file.js";
import { digestOf, generateKey, TIERS, type Tier } from "./key.js";

const LOCK_WAIT_MS = 10_000;
/** Only the owner reads it, though it holds digests only. */
const MODE = 0o600;

/** What is stored of a key. */
export interface KeyEntry {
  /** Public name of the key, in lists and logs. */
  readonly id: string;
  readonly tier: Tier;
  /** SHA-256 of the key, hex. */
  readonly digest: string;
  /** Whom or what the key is for. */
  readonly name?: string;
  /** ISO 8601. */
  readonly created: string;
  /** ISO 8601; a revoked key is refused. */
  readonly revoked?: string;
  /** ISO 8601; refused from then on. */
  readonly expires?: string;
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
    if (typeof key?.id !== "string" || !TIERS.includes(key.tier) || !/^[0-9a-f]{64}$/.test(key.digest)) {
      throw new KeyFileError(
        `${path}: keys[${index}] lacks an id, a tier (${TIERS.join(", ")}) or a digest of 64 hex digits`,
      );
    }
  }
  return content.keys;
}

/** Adds a key. @returns its entry, and the key itself, which is stored nowhere. @throws KeyFileError */
export async function createKey(
  path: string,
  tier: Tier,
  name?: string,
): Promise<{ readonly entry: KeyEntry; readonly key: string }> {
  const key = generateKey();
  const entry: KeyEntry = {
    id: `k_${randomBytes(5).toString("hex")}`,
    tier,
    digest: digestOf(key),
    ...(name === undefined ? {} : { name }),
    created: new Date().toISOString(),
  };
  await updateKeyFile(path, (keys) => [...keys, entry]);
  return { entry, key };
}

/** Revokes a key by its id. @throws KeyFileError when there is no such key; revoking twice is no error */
export async function revokeKey(path: string, id: string): Promise<KeyEntry> {
  let revoked: KeyEntry | undefined;
  await updateKeyFile(path, (keys) =>
    keys.map((entry) => {
      if (entry.id !== id) return entry;
      revoked = { ...entry, revoked: entry.revoked ?? new Date().toISOString() };
      return revoked;
    }),
  );
  if (revoked === undefined)
    throw new KeyFileError(`${path} has no key with the id ${JSON.stringify(id)}; \`icons keys list\` shows them`);
  return revoked;
}

async function updateKeyFile(path: string, change: (keys: KeyEntry[]) => KeyEntry[]): Promise<void> {
  await withFileLock(`${path}.lock`, LOCK_WAIT_MS, async () => {
    const keys = change(readKeyFile(path));
    await replaceFile(path, `${JSON.stringify({ version: 1, keys }, null, 2)}\n`, MODE);
  });
}

/** Whether a key's time is over; a date that can't be read counts as past. */
export function isExpired({ expires }: Pick<KeyEntry, "expires">): boolean {
  return expires !== undefined && !(Date.parse(expires) > Date.now());
}

/** The key file's identity: changes whenever it is replaced. Undefined when it does not exist. */
export function keyFileStamp(path: string): string | undefined {
  const info = statSync(path, { throwIfNoEntry: false, bigint: true });
  return info && `${info.ino} ${info.mtimeNs} ${info.size}`;
}

import { digestOf, isWellFormed } from "./key.js";
import { countedDigest, earlierOf, isExpired, type KeyEntry } from "./key-entry.js";
import { keyFileStamp, readKeyFile } from "./key-file.js";

/** A revoked key must stop within two seconds. */
const POLL_MS = 500;

/** Looks keys up, following the key file as it changes. */
export interface KeyRing {
  /** The entry of a valid key; undefined for one that is malformed, unknown, revoked or expired. */
  find(key: string): KeyEntry | undefined;
  close(): void;
}

/**
 * @param onRefused called when a changed file can't be used; the keys from before go on counting
 * @throws KeyFileError when the file can't be used at the start
 */
export function openKeyRing(path: string, onRefused?: (error: Error) => void): KeyRing {
  let stamp = keyFileStamp(path);
  let byDigest = indexByDigest(readKeyFile(path));
  /** Keys that were found, by their text: no more than the file has, since what is unknown is never kept. */
  let known = new Map<string, KeyEntry>();
  let told: string | undefined;
  const timer = setInterval(() => {
    try {
      const now = keyFileStamp(path);
      if (now === stamp) return;
      stamp = now;
      byDigest = indexByDigest(readKeyFile(path));
      known = new Map();
    } catch (error) {
      const { message } = error as Error;
      if (message !== told) onRefused?.(error as Error);
      told = message;
    }
  }, POLL_MS);
  timer.unref();

  const lookUp = (key: string): KeyEntry | undefined => (isWellFormed(key) ? byDigest.get(digestOf(key)) : undefined);

  return {
    find(key) {
      let entry = known.get(key);
      if (entry === undefined) {
        entry = lookUp(key);
        if (entry === undefined || entry.revoked !== undefined) return undefined;
        known.set(key, entry);
      }
      return isExpired(entry) ? undefined : entry;
    },
    close: () => clearInterval(timer),
  };
}

/** A key that was replaced is one like its successor, with a time of its own. */
function indexByDigest(keys: readonly KeyEntry[]): Map<string, KeyEntry> {
  const entries = keys.flatMap((entry) => [
    entry,
    ...(entry.previous ?? []).map(({ digest, expires }) => ({
      ...entry,
      digest,
      expires: earlierOf(expires, entry.expires),
      countedUnder: countedDigest(entry),
    })),
  ]);
  return new Map(entries.map((entry) => [entry.digest, entry]));
}

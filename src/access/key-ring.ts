import { fileStamp } from "../platform/file-version.js";
import { createPoller, type PollFault, type PollStatus } from "../platform/poller.js";
import { keepSpareDescriptor } from "../platform/spare-descriptor.js";
import { digestOf, isWellFormed } from "./key.js";
import { countedDigest, earlierOf, isExpired, type KeyEntry } from "./key-entry.js";
import { readKeys } from "./key-file.js";

/** A revoked key must stop within two seconds. */
const POLL_MS = 500;
const NAME = "key file";

/** Looks keys up, following the key file as it changes. */
export interface KeyRing {
  /**
   * The entry of a valid key; undefined for one that is malformed, unknown, revoked or expired.
   *
   * @throws KeysUnavailableError while the file has not been read once
   */
  find(key: string): KeyEntry | undefined;
  /** Resolves when the file has been read once. */
  readonly ready: Promise<void>;
  status(): PollStatus;
  close(): void;
}

export interface KeyRingOptions {
  /** Called for the first failure to read the file, for each new reason, and every minute; the keys from before count on. */
  readonly onFault?: (error: Error, fault: PollFault) => void;
  /** Called when the file is read again. */
  readonly onRecovered?: (fault: PollFault) => void;
  /** Whether to start without keys when the file can't be read, and read it as soon as it can be. Default: throw. */
  readonly startUnread?: boolean;
}

/** The key file could not be read yet, so nobody knows whether a key is valid. */
export class KeysUnavailableError extends Error {
  override readonly name = "KeysUnavailableError";
}

/** What the key file held when it was read last. */
interface Keys {
  /** Undefined where there was no file. */
  readonly byDigest: ReadonlyMap<string, KeyEntry> | undefined;
  /** Undefined when the file must be read again at the next poll. */
  readonly stamp: string | undefined;
  /** Keys that were found, by their text: no more than the file has, since what is unknown is never kept. */
  readonly known: Map<string, KeyEntry>;
}

/**
 * Reads a key file and looks every half second whether it has changed. What can't be read is tried again at every look; meanwhile the
 * keys from before count on. A file that is removed has no keys from the second look on: one look without it may fall between the steps of
 * a program that replaces it. A process that has used up its descriptors reads with a spare one.
 *
 * @throws KeyFileError, StorageError when the file can't be used at the start, unless `startUnread`
 */
export function openKeyRing(path: string, options: KeyRingOptions = {}): KeyRing {
  const { onFault, onRecovered, startUnread = false } = options;
  const spare = keepSpareDescriptor();
  let keys: Keys | undefined;
  let wasMissing = false;
  let markReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });

  const take = (byDigest: Keys["byDigest"], stamp: string | undefined): void => {
    keys = { byDigest, stamp, known: new Map() };
    markReady();
  };
  const lookAgain = (): void => {
    const stamp = fileStamp(path);
    if (stamp !== undefined && stamp === keys?.stamp) return;
    const read = stamp === undefined ? undefined : spare.use(() => readKeys(path));
    if (read === undefined) takeMissing();
    else {
      wasMissing = false;
      take(indexByDigest(read.keys), read.stamp);
    }
  };
  /** @throws Error unless there has never been a file */
  const takeMissing = (): void => {
    const hadFile = keys?.byDigest !== undefined;
    if (hadFile === wasMissing) take(undefined, undefined);
    if (!hadFile && !wasMissing) return;
    wasMissing = true;
    throw Object.assign(
      new Error(
        `${path} is missing, so every key is rejected. Restore it from a backup, or create keys with \`icons keys create\`.`,
      ),
      { code: "ENOENT" },
    );
  };

  if (!startUnread) lookAgain();
  const poller = createPoller({
    name: NAME,
    intervalMs: POLL_MS,
    attempt: lookAgain,
    ...(onFault === undefined ? {} : { onFault: (fault) => onFault(fault.error, fault) }),
    ...(onRecovered === undefined ? {} : { onRecovered }),
  });
  if (startUnread) void poller.poll();

  const lookUp = (key: string): KeyEntry | undefined => {
    if (!isWellFormed(key)) return undefined;
    if (keys === undefined) throw new KeysUnavailableError(`${path} could not be read yet`);
    return keys.byDigest?.get(digestOf(key));
  };
  return {
    find(key) {
      let entry = keys?.known.get(key);
      if (entry === undefined) {
        entry = lookUp(key);
        if (entry === undefined || entry.revoked !== undefined) return undefined;
        keys?.known.set(key, entry);
      }
      return isExpired(entry) ? undefined : entry;
    },
    ready,
    status: poller.status,
    close() {
      poller.close();
      spare.close();
    },
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

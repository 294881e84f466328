import { fileStamp } from "../platform/file-version.js";
import { createPoller, type PollFault } from "../platform/poller.js";
import { keepSpareDescriptor } from "../platform/spare-descriptor.js";
import { digestOf, isWellFormed } from "./key.js";
import { countedDigest, earlierOf, isExpired, type KeyEntry } from "./key-entry.js";
import { readKeys } from "./key-file.js";
import { type KeyRing, KeysUnavailableError } from "./key-ring.js";

/** A revoked key must stop working within two seconds. */
const POLL_MS = 500;
const NAME = "key file";

export interface KeyRingOptions {
  /**
   * Called for the first failure to read the file, for each new reason, and once a minute. The previous keys stay
   * valid.
   */
  readonly onFault?: (error: Error, fault: PollFault) => void;
  /** Called when the file can be read again. */
  readonly onRecovered?: (fault: PollFault) => void;
  /** Whether to start without keys if the file can't be read, and load it once it can be. Default: throw. */
  readonly startUnread?: boolean;
}

/** Content of the key file when it was last read. */
interface Keys {
  /** Undefined if there was no file. */
  readonly byDigest: ReadonlyMap<string, KeyEntry> | undefined;
  /** Undefined if the next poll must read the file again. */
  readonly stamp: string | undefined;
  /**
   * Keys found so far, by their text. Unknown keys are never cached, so it has at most as many entries as the file has
   * keys.
   */
  readonly known: Map<string, KeyEntry>;
}

/**
 * Reads a key file and polls it for changes every half second. A failed read is retried at every poll; meanwhile the
 * previous keys stay valid. If the file is missing, its keys are dropped at the second poll, since the first may fall
 * between the steps of a program that replaces the file. A process that is out of file descriptors uses a reserved one.
 *
 * @throws KeyFileError, StorageError if the file can't be used at the start, unless `startUnread`
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
  /** @throws Error if there was a file before */
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

  if (!startUnread) {
    try {
      lookAgain();
    } catch (error) {
      spare.close();
      throw error;
    }
  }
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
    hasValidKey() {
      const entries = [...(keys?.byDigest?.values() ?? [])];
      return entries.some((entry) => entry.revoked === undefined && !isExpired(entry));
    },
    ready,
    status: poller.status,
    close() {
      poller.close();
      spare.close();
    },
  };
}

/** A replaced key gets the entry of its successor with its own expiry. */
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

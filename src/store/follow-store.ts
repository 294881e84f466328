import { statSync } from "node:fs";
import { join } from "node:path";
import { openManifest, readCurrent } from "../catalog/generation/generation.js";
import { FormatError } from "../format/format-error.js";
import { MANIFEST_FILE } from "../format/manifest.js";
import { createPoller, type PollFault, type PollStatus } from "../platform/poller.js";
import type { StoreAddress } from "./address.js";
import type { StoreDeadlines } from "./deadlines.js";
import { type Fetched, fetchGeneration, readStoreCurrent, type StoreCurrent } from "./fetch-generation.js";
import { isWhole } from "./go-live.js";
import { openRemoteStore } from "./remote-store.js";

/** Delay after a failure, doubled by each further one. */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 5 * 60_000;
/** Delays vary by this share, so that servers started together don't poll together. */
const JITTER = 0.1;

export interface FollowStoreOptions {
  readonly address: StoreAddress;
  readonly artifacts: string;
  /** Milliseconds between polls of the store. */
  readonly pollMs: number;
  /** Number of generations to keep, including the live one. */
  readonly keep: number;
  /** Default: `STORE_DEADLINES`. */
  readonly deadlines?: StoreDeadlines;
  /** A generation was fetched, or already present, and is now live. */
  onFetched?(fetched: Fetched): void;
  /**
   * The store or its content failed; the live generation stays. Called for the first error, with every new message, and
   * once a minute while it lasts.
   *
   * @param retryMs until the next attempt
   */
  onFailed?(error: Error, retryMs: number): void;
  /** The store works again after failures. */
  onRecovered?(fault: PollFault): void;
}

/** A store that is polled until closed. */
export interface StoreFollower {
  /** Whether the latest poll of the store succeeded, for readiness details. */
  status(): PollStatus;
  /** Aborts a running fetch; the next one reuses what has been fetched so far. */
  close(): void;
}

/**
 * Fetches the generation in the store's `CURRENT` into an artifacts folder, now and whenever it changes; servers of the
 * folder follow by themselves. A generation that was made live by hand stays until the store has another one.
 *
 * Every poll also checks the files of the live generation: if they are missing, or were changed and are damaged, the
 * store's generation is fetched again. This costs one `stat` per file, and a verification of all checksums after each
 * change.
 */
export function followStore({
  address,
  artifacts,
  pollMs,
  keep,
  deadlines,
  onFetched,
  onFailed,
  onRecovered,
}: FollowStoreOptions): StoreFollower {
  const ending = new AbortController();
  const store = openRemoteStore(address, { signal: ending.signal, ...(deadlines === undefined ? {} : { deadlines }) });
  const local = watchLiveFiles(artifacts);
  let known: StoreCurrent | undefined;

  const look = async (): Promise<void> => {
    const isSound = known !== undefined && (await local.isSound());
    const current = await readStoreCurrent(store, isSound ? known?.etag : undefined);
    if (isSound && (current === undefined || current.generation === known?.generation)) return;
    const fetched = await fetchGeneration(store, current!.generation, artifacts, keep);
    known = current;
    local.note();
    if (!fetched.unchanged) onFetched?.(fetched);
  };

  // The same factor for all delays of this process.
  const share = 1 + JITTER * (2 * Math.random() - 1);
  const poller = createPoller({
    name: "store",
    intervalMs: pollMs * share,
    attempt: look,
    retryMs: (failures) => Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS) * share,
    onFault: ({ error }, retryMs) => onFailed?.(error, retryMs),
    ...(onRecovered === undefined ? {} : { onRecovered }),
  });
  void poller.poll();
  return {
    status: poller.status,
    close() {
      poller.close();
      ending.abort();
    },
  };
}

/** Checks whether the files of an artifacts folder's live generation are unchanged. */
interface LiveFiles {
  /** Whether the live generation, whichever it is, exists and was valid when its files last changed. */
  isSound(): Promise<boolean>;
  /** Records the current files as valid. */
  note(): void;
}

function watchLiveFiles(artifacts: string): LiveFiles {
  let whole: string | undefined;
  return {
    async isSound() {
      const stamp = stampOfLive(artifacts);
      if (stamp === undefined) return false;
      if (stamp === whole) return true;
      if (!(await isWhole(artifacts, readCurrent(artifacts)!))) return false;
      whole = stamp;
      return true;
    },
    note() {
      whole = stampOfLive(artifacts);
    },
  };
}

/**
 * A text that changes with any file of the live generation. About 5 µs per file.
 *
 * @returns undefined if a file is missing or of another size @throws the system's error if that can't be checked now
 */
function stampOfLive(artifacts: string): string | undefined {
  try {
    const name = readCurrent(artifacts);
    if (name === undefined) return undefined;
    const { files } = openManifest(artifacts, name);
    const parts = [name];
    for (const { name: file, size } of [...files, { name: MANIFEST_FILE, size: undefined }]) {
      const info = statSync(join(artifacts, name, file), { throwIfNoEntry: false });
      if (info === undefined || !info.isFile() || (size ?? info.size) !== info.size) return undefined;
      parts.push(`${info.ino} ${info.mtimeMs} ${info.ctimeMs}`);
    }
    return parts.join(" ");
  } catch (error) {
    const isLoop = (error as NodeJS.ErrnoException).code === "ELOOP";
    if (isLoop || error instanceof FormatError) return undefined;
    throw error;
  }
}

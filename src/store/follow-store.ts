import type { StoreAddress } from "./address.js";
import { type Fetched, fetchGeneration, readStoreCurrent, type StoreCurrent } from "./fetch-generation.js";
import { openRemoteStore } from "./remote-store.js";

/** After a failure; doubled by each further one. */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 5 * 60_000;
/** Servers that were started together don't ask together: delays vary by this share. */
const JITTER = 0.1;

export interface FollowStoreOptions {
  readonly address: StoreAddress;
  readonly artifacts: string;
  /** Milliseconds between looks at the store. */
  readonly pollMs: number;
  /** Generations that stay, the live one among them. */
  readonly keep: number;
  /** A generation was fetched, or was there and is live now. */
  onFetched?(fetched: Fetched): void;
  /** The store or what it holds failed; what is live stays. Told every time. @param retryMs until the next attempt */
  onFailed?(error: Error, retryMs: number): void;
}

/** A store that is followed until closed. */
export interface StoreFollower {
  /** Ends what is under way; what was fetched so far is used the next time. */
  close(): void;
}

/**
 * Brings what a store has in `CURRENT` into an artifacts folder, now and whenever it changes; who serves the folder notices by
 * itself. A generation that was made live by hand stays until the store has another one.
 */
export function followStore({
  address,
  artifacts,
  pollMs,
  keep,
  onFetched,
  onFailed,
}: FollowStoreOptions): StoreFollower {
  const ending = new AbortController();
  const store = openRemoteStore(address, ending.signal);
  let known: StoreCurrent | undefined;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    const current = await readStoreCurrent(store, known?.etag);
    if (current === undefined || current.generation === known?.generation) return;
    const fetched = await fetchGeneration(store, current.generation, artifacts, keep);
    known = current;
    if (!fetched.unchanged) onFetched?.(fetched);
  };
  const run = async (): Promise<void> => {
    let delay = pollMs;
    try {
      await look();
      failures = 0;
    } catch (error) {
      if (ending.signal.aborted) return;
      delay = Math.min(FIRST_RETRY_MS * 2 ** failures++, MAX_RETRY_MS);
      onFailed?.(error as Error, delay);
    }
    if (!ending.signal.aborted) timer = setTimeout(() => void run(), vary(delay));
  };

  void run();
  return {
    close() {
      ending.abort();
      clearTimeout(timer);
    },
  };
}

function vary(delay: number): number {
  return delay * (1 + JITTER * (2 * Math.random() - 1));
}

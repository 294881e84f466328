import type { PollStatus } from "../platform/poller.js";
import type { KeyEntry } from "./key-entry.js";

/** Looks up keys and follows changes of the key file. */
export interface KeyRing {
  /**
   * The entry of a valid key. Undefined if the key is malformed, unknown, revoked or expired.
   *
   * @throws KeysUnavailableError until the file has been read once
   */
  find(key: string): KeyEntry | undefined;
  /** Whether `find` would find any key: false if there is no file, and if all keys are revoked or expired. */
  hasValidKey(): boolean;
  /** Resolves when the file has been read once. */
  readonly ready: Promise<void>;
  status(): PollStatus;
  close(): void;
}

/** The key file has not been read yet, so keys can't be checked. */
export class KeysUnavailableError extends Error {
  override readonly name = "KeysUnavailableError";
}

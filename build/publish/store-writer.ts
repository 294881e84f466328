import { createHash } from "node:crypto";
import { Readable } from "node:stream";

/** An object to write to a store. */
export interface NewObject {
  /** Bytes. */
  readonly size: number;
  /** 64 hex digits. */
  readonly sha256: string;
  /** When its content was created, for stores that keep modification times. */
  readonly modified: Date;
  open(): Readable;
}

/** A writable store. An object exists as a whole or not at all. */
export interface StoreWriter {
  /** Display name. */
  readonly name: string;
  /** Runs `work` while excluding other publishers, if they could interfere. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Whether an object of that size exists. */
  has(path: string, size: number): Promise<boolean>;
  /** Writes an object that never changes again. */
  put(path: string, object: NewObject): Promise<void>;
  /** Makes a generation, all of whose objects exist, the one to serve. */
  setCurrent(generation: string): Promise<void>;
  /** Removes objects that only older generations need, if the store can be listed. @returns the removed generations */
  clean?(keep: number, current: string): Promise<readonly string[]>;
}

/** A small in-memory object. */
export function bytesObject(bytes: Buffer, modified: Date): NewObject {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { size: bytes.length, sha256, modified, open: () => Readable.from([bytes]) };
}

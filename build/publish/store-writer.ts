import { createHash } from "node:crypto";
import { Readable } from "node:stream";

/** What becomes an object of a store. */
export interface NewObject {
  /** Bytes. */
  readonly size: number;
  /** 64 hex digits. */
  readonly sha256: string;
  /** When its content was made, where a store can remember that. */
  readonly modified: Date;
  open(): Readable;
}

/** A store that is written to. An object is there as a whole or not at all. */
export interface StoreWriter {
  /** How people know it. */
  readonly name: string;
  /** Keeps other publishers out while `work` runs, where they could do harm. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Whether an object of that size is there. */
  has(path: string, size: number): Promise<boolean>;
  /** Writes an object that never changes again. */
  put(path: string, object: NewObject): Promise<void>;
  /** Makes a generation, all of whose objects are there, the one that is served. */
  setCurrent(generation: string): Promise<void>;
  /** Removes what only older generations need, where the store can be listed. @returns the generations that went */
  clean?(keep: number, current: string): Promise<readonly string[]>;
}

/** A small object from memory. */
export function bytesObject(bytes: Buffer, modified: Date): NewObject {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { size: bytes.length, sha256, modified, open: () => Readable.from([bytes]) };
}

import { expect } from "vitest";
import { FormatError } from "#src/format/format-error.js";

/** A modifiable copy that starts on an 8-byte boundary. */
export function copyOf(bytes: Uint8Array): Buffer {
  return Buffer.from(new Uint8Array(bytes).buffer);
}

/** A copy with one change. */
export function altered(bytes: Uint8Array, change: (copy: Buffer) => void): Buffer {
  const copy = copyOf(bytes);
  change(copy);
  return copy;
}

/** Offset and length of section `index` of a table. */
export function sectionAt(bytes: Uint8Array, index: number): { offset: number; length: number } {
  const copy = copyOf(bytes);
  const at = 24 + 16 * index;
  return { offset: Number(copy.readBigUInt64LE(at)), length: Number(copy.readBigUInt64LE(at + 8)) };
}

/** A copy with another u32 at `position` of section `index`. */
export function withU32(bytes: Uint8Array, index: number, position: number, value: number): Buffer {
  return altered(bytes, (copy) => copy.writeUInt32LE(value, sectionAt(bytes, index).offset + 4 * position));
}

/** Expects `read` to return or to throw a FormatError; any other error is a crash. */
export function expectNoCrash(read: () => void): void {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
  }
}

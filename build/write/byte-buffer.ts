/** Bytes passed on in pieces of up to a mebibyte. */
export const MAX_PIECE = 1 << 20;
const FIRST_SIZE = 1 << 12;

/** Collects bytes, so that many small pieces become few. */
export interface ByteBuffer {
  /** Passes on what it holds if the bytes would exceed `MAX_PIECE`. */
  append(bytes: Uint8Array): void;
  /** What it holds, valid until the next call. */
  held(): Uint8Array;
  /** Passes on what it holds, also if that is nothing. */
  flush(): void;
}

/**
 * @param pass receives a piece, which it must not keep
 * Memory: up to twice what it holds. A build has hundreds of buffers, most of them for little.
 */
export function createByteBuffer(pass: (piece: Uint8Array) => void): ByteBuffer {
  let buffer = Buffer.allocUnsafe(FIRST_SIZE);
  let length = 0;
  const held = (): Uint8Array => buffer.subarray(0, length);
  const flush = (): void => {
    pass(held());
    length = 0;
  };
  return {
    append(bytes) {
      if (length + bytes.length > MAX_PIECE) flush();
      if (bytes.length > MAX_PIECE) return pass(bytes);
      if (length + bytes.length > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.min(MAX_PIECE, Math.max(2 * buffer.length, length + bytes.length)));
        larger.set(held());
        buffer = larger;
      }
      buffer.set(bytes, length);
      length += bytes.length;
    },
    held,
    flush,
  };
}

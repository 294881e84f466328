/** Typed arrays up to this size are made without a call of the allocator. */
const SHORT = 64;

/** A key as dictionaries hold it: UTF-8. A short one of ASCII, as most are, takes a fraction of the time of `Buffer.from`. */
export function keyBytes(key: string): Uint8Array {
  if (key.length > SHORT) return Buffer.from(key);
  const bytes = new Uint8Array(key.length);
  for (let at = 0; at < key.length; at++) {
    const unit = key.charCodeAt(at);
    if (unit > 0x7f) return Buffer.from(key);
    bytes[at] = unit;
  }
  return bytes;
}

/**
 * Compares texts by their bytes, as `Buffer.compare` does; for keys of a few bytes, a call into native code takes five times
 * as long. O(length).
 *
 * @returns below, at or above 0
 */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shorter = a.length < b.length ? a.length : b.length;
  for (let at = 0; at < shorter; at++) {
    const difference = a[at]! - b[at]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

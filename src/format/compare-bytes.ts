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

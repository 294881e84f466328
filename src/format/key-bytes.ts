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

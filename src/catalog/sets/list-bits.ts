/**
 * Lists the ordinals of a bitset, or of a piece of one that begins with ordinal `base`, until the list is full.
 *
 * @param skip how many of the first ones to leave out
 * @param list the ordinals are put behind the first `size`
 * @returns the new size of the list
 */
export function listBits(bits: Uint32Array, base: number, skip: number, list: Uint32Array, size: number): number {
  let left = skip;
  let end = size;
  for (let at = 0; at < bits.length && end < list.length; at++) {
    const word = bits[at]!;
    if (word === 0) continue;
    const ones = popcount(word);
    if (left >= ones) {
      left -= ones;
      continue;
    }
    for (let rest = word; rest !== 0 && end < list.length; rest &= rest - 1) {
      if (left > 0) left--;
      else list[end++] = base + at * 32 + 31 - Math.clz32(rest & -rest);
    }
  }
  return end;
}

/** Ones in a 32-bit word. Source: Hacker's Delight, figure 5-2. */
export function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

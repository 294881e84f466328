/**
 * Appends the ordinals of a bitset, or of a piece of one that begins with ordinal `base`, until the list is full.
 *
 * @param skip number of ones to skip first
 * @param list the ordinals are appended after the first `size`
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

/** Number of ones in a 32-bit word. Source: Hacker's Delight, figure 5-2. */
export function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * The sorted union of sorted lists, without duplicates. Returns one of the lists if the others are empty. O(n · log
 * lists).
 */
export function mergeLists(lists: readonly Uint32Array[]): Uint32Array {
  let left = lists.filter(({ length }) => length > 0);
  while (left.length > 1) left = mergePairs(left);
  return left[0] ?? new Uint32Array(0);
}

function mergePairs(lists: readonly Uint32Array[]): Uint32Array[] {
  const merged: Uint32Array[] = [];
  for (let at = 0; at < lists.length; at += 2)
    merged.push(at + 1 < lists.length ? mergeTwo(lists[at]!, lists[at + 1]!) : lists[at]!);
  return merged;
}

function mergeTwo(a: Uint32Array, b: Uint32Array): Uint32Array {
  const result = new Uint32Array(a.length + b.length);
  let size = 0;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a[i]!;
    const y = b[j]!;
    result[size++] = x < y ? x : y;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  while (i < a.length) result[size++] = a[i++]!;
  while (j < b.length) result[size++] = b[j++]!;
  return result.subarray(0, size);
}

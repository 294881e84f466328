/** The sorted union of sorted lists, without repeats: one of them where the others are empty. O(n · log lists). */
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

/** The sorted union of sorted lists, without repeats: one of them where the others are empty. O(n · lists). */
export function mergeLists(lists: readonly Uint32Array[]): Uint32Array {
  const filled = lists.filter(({ length }) => length > 0);
  return filled.length === 0 ? new Uint32Array(0) : filled.reduce(mergeTwo);
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

/** Part of a text: UTF-16 code units from `start` to before `end`, as `slice` takes them. */
export type Range = readonly [start: number, end: number];

/** Sorts ranges and unites those that overlap or touch. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    else merged.push([start, end]);
  }
  return merged;
}

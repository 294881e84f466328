import type { PixelRuns } from "#src/phash/pixels.js";

/**
 * Joins the runs of an image that touch, side by side or one above the other, and are of the same kind.
 *
 * Cost: some steps for each pair of runs that touch (union-find).
 *
 * @param kinds the kind of each run
 * @returns for each run, the number of one run of its area, the same for all of them
 */
export function joinRuns(width: number, { starts, rows }: PixelRuns, kinds: Uint8Array): Int32Array {
  const parents = new Int32Array(starts.length);
  for (let run = 0; run < parents.length; run++) parents[run] = run;
  for (let y = 0; y + 1 < rows.length; y++) {
    const first = rows[y]!;
    let above = y === 0 ? first : rows[y - 1]!;
    for (let run = first; run < rows[y + 1]!; run++) {
      const kind = kinds[run]!;
      const end = run + 1 < rows[y + 1]! ? starts[run + 1]! : (y + 1) * width;
      if (run > first && kinds[run - 1] === kind) parents[rootOf(parents, run)] = rootOf(parents, run - 1);
      // Each run above that touches this one; the last of them may touch the next one, too.
      while (above < first) {
        if (kinds[above] === kind) parents[rootOf(parents, run)] = rootOf(parents, above);
        const aboveEnd = (above + 1 < first ? starts[above + 1]! : y * width) + width;
        if (aboveEnd <= end) above++;
        if (aboveEnd >= end) break;
      }
    }
  }
  for (let run = 0; run < parents.length; run++) parents[run] = rootOf(parents, run);
  return parents;
}

/** Halves the way to the root for the next time. */
function rootOf(parents: Int32Array, run: number): number {
  let root = run;
  while (parents[root] !== root) {
    parents[root] = parents[parents[root]!]!;
    root = parents[root]!;
  }
  return root;
}

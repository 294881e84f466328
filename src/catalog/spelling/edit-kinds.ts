/**
 * How two words differ: by two swapped neighbors or a letter that only one of them doubles; by another missing letter;
 * by a wrong letter; by more than one of these.
 */
export type Edit = "none" | "swap" | "length" | "letter" | "several";

/** O(length). */
export function editBetween(word: string, other: string): Edit {
  if (word === other) return "none";
  const [a, b] = [[...word], [...other]];
  if (a.length > b.length) return editBetween(other, word);
  let at = 0;
  while (a[at] === b[at]) at++;
  if (a.length === b.length) {
    if (a[at] === b[at + 1] && a[at + 1] === b[at] && endsAlike(a, at + 2, b, at + 2)) return "swap";
    return endsAlike(a, at + 1, b, at + 1) ? "letter" : "several";
  }
  if (!endsAlike(a, at, b, at + 1)) return "several";
  return b[at] === b[at - 1] || b[at] === b[at + 1] ? "swap" : "length";
}

function endsAlike(a: readonly string[], from: number, b: readonly string[], start: number): boolean {
  if (a.length - from !== b.length - start) return false;
  for (let at = from; at < a.length; at++) if (a[at] !== b[at - from + start]) return false;
  return true;
}

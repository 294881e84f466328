/**
 * How two words differ: by two swapped neighbors or a letter that only one of them doubles; by another missing letter;
 * by a wrong letter that sounds alike or is near on the keyboard, by another wrong letter; by the order of the same
 * letters; by more than one of these.
 */
export type Edit = "none" | "swap" | "length" | "slip" | "letter" | "order" | "several";

const KEYS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const SOUNDS = ["aeiouy", "ckq", "csz", "bp", "dt", "fvw", "gj", "mn"];

/** O(length · log length). */
export function editBetween(word: string, other: string): Edit {
  if (word === other) return "none";
  const [a, b] = [[...word], [...other]];
  if (a.length > b.length) return editBetween(other, word);
  let at = 0;
  while (a[at] === b[at]) at++;
  if (a.length === b.length) {
    if (a[at] === b[at + 1] && a[at + 1] === b[at] && endsAlike(a, at + 2, b, at + 2)) return "swap";
    if (!endsAlike(a, at + 1, b, at + 1)) return a.sort().join() === b.sort().join() ? "order" : "several";
    return isSlip(a[at]!, b[at]!) ? "slip" : "letter";
  }
  if (!endsAlike(a, at, b, at + 1)) return "several";
  return b[at] === b[at - 1] || b[at] === b[at + 1] ? "swap" : "length";
}

/** Whether people write one letter for the other. Only known of Latin letters; others are believed. */
function isSlip(letter: string, other: string): boolean {
  const [one, two] = [positionOf(letter), positionOf(other)];
  if (one === undefined || two === undefined) return true;
  const isNear = Math.abs(one.row - two.row) <= 1 && Math.abs(one.column - two.column) < 1;
  const isBeside = one.row === two.row && Math.abs(one.column - two.column) === 1;
  return isNear || isBeside || SOUNDS.some((alike) => alike.includes(letter) && alike.includes(other));
}

/** Where a letter is on a keyboard, in widths of a key; each row begins half a key to the right of the one above. */
function positionOf(letter: string): { readonly row: number; readonly column: number } | undefined {
  const row = KEYS.findIndex((keys) => keys.includes(letter));
  return row < 0 ? undefined : { row, column: KEYS[row]!.indexOf(letter) + row / 2 };
}

function endsAlike(a: readonly string[], from: number, b: readonly string[], start: number): boolean {
  if (a.length - from !== b.length - start) return false;
  for (let at = from; at < a.length; at++) if (a[at] !== b[at - from + start]) return false;
  return true;
}

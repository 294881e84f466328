import { FormatError } from "../../format/format-error.js";
import type { TermTrie } from "../../format/term-trie.js";
import { STEPS, type WorkBudget } from "../execution/work-budget.js";

/** Least number of terms per charge to the budget: charging each one would add a sixth to the time of the walk. */
const TERMS_SPENT_AT_ONCE = 256;
const ALL_LETTERS = 0xffffffff;

/** A term that is spelled like a word, or nearly so. */
export interface NearTerm {
  /** The term's index in the dictionary. */
  readonly index: number;
  /** Edits between word and term: insertions, deletions, substitutions and swaps of adjacent letters. */
  readonly distance: number;
}

/**
 * The terms within `most` edits of a word, in dictionary order. A swap of adjacent letters counts as one edit, and no
 * letter takes part in two (optimal string alignment; source: L. Boytsov, "Indexing methods for approximate dictionary
 * searching", 2011, section 2.2).
 *
 * Walks the trie with one row of the distance matrix per letter, and skips a subtree if its row is above `most`
 * throughout.
 *
 * @param most edits, 0 to 250
 * @param sameStart whether only terms with the same first letter count
 * @throws FormatError if the trie is damaged
 * Cost: some hundred terms are visited for one edit and some thousand for two, regardless of the number of icons,
 * unless the terms are crafted to resemble the word.
 */
export function nearTerms(
  { file, size, ends, letters }: TermTrie,
  word: string,
  most: number,
  budget: WorkBudget,
  sameStart = false,
): NearTerm[] {
  const query = Uint32Array.from(word, (letter) => letter.codePointAt(0)!);
  const columns = query.length + 1;
  budget.spend(columns * (most + 1));
  // Longer terms are too far away, so the walk goes at most one letter deeper. Only cells that may be within `most` are
  // ever written.
  const rows = new Uint8Array((query.length + most + 2) * columns).fill(most + 1);
  for (let column = 0; column <= Math.min(query.length, most); column++) rows[column] = column;
  for (let depth = 1; depth <= most; depth++) rows[depth * columns] = depth;
  /** For the current term at each depth: the end of its subtree, and its last letter. */
  const limits = new Uint32Array(query.length + most + 2);
  const path = new Uint32Array(limits.length);
  const leasts = new Uint8Array(limits.length);
  limits[0] = size;
  const useful = usefulLetters(query, limits.length, most);
  const found: NearTerm[] = [];
  let unspent = 0;

  for (let index = 0, depth = 0; index < size; ) {
    while (index >= limits[depth]!) depth--;
    const limit = limits[depth]!;
    const possible = leasts[depth] === most ? useful[depth + 1]! : ALL_LETTERS;
    // A long term has all its beginnings before it, so that few terms have no long one among them.
    const needed = query.length - most - depth;
    let end = index;
    // Most terms are skipped here.
    while (index < limit) {
      end = ends[index]!;
      if (end <= index || end > limit) throw new FormatError(file, `term ${index} ends outside the trie`);
      if (((possible >>> (letters[index]! & 31)) & 1) === 1 && end - index >= needed) break;
      index = end;
      unspent++;
    }
    if (index === limit) continue;
    const letter = letters[index]!;
    if (++unspent >= TERMS_SPENT_AT_ONCE) {
      budget.spend(unspent * STEPS.trieTerm);
      unspent = 0;
    }
    if (sameStart && depth === 0 && letter !== query[0]) {
      index = end;
      continue;
    }
    path[depth + 1] = letter;
    const least = fillRow(rows, columns, depth + 1, path, query, most);
    if (least > most) {
      index = end;
      continue;
    }
    depth++;
    limits[depth] = end;
    leasts[depth] = least;
    const distance = rows[depth * columns + query.length]!;
    if (distance <= most) found.push({ index, distance });
    index++;
  }
  budget.spend(unspent * STEPS.trieTerm);
  return found;
}

/**
 * Per depth, the letters with which a term can stay within `most` edits if its prefix already has that many. Bit n
 * represents all letters whose code points end in those five bits.
 */
function usefulLetters(query: Uint32Array, depths: number, most: number): Uint32Array {
  return Uint32Array.from({ length: depths }, (_, depth) => {
    // An equal letter continues a diagonal of the row, or ends a swap that began one letter before.
    const near = query.subarray(Math.max(0, depth - most - 2), depth + most);
    return near.reduce((bits, letter) => bits | (1 << (letter & 31)), 0);
  });
}

/**
 * Fills the row of the distance matrix for a term of `depth` letters, where it can be within `most`.
 *
 * @returns the minimum of the row
 */
function fillRow(
  rows: Uint8Array,
  columns: number,
  depth: number,
  path: Uint32Array,
  query: Uint32Array,
  most: number,
): number {
  const row = depth * columns;
  const above = row - columns;
  const first = Math.max(1, depth - most);
  const last = Math.min(query.length, depth + most);
  let least = rows[row + first - 1]!;
  for (let column = first; column <= last; column++) {
    const replaced = path[depth] === query[column - 1] ? 0 : 1;
    const diagonal = rows[above + column - 1]! + replaced;
    let distance = Math.min(diagonal, rows[above + column]! + 1, rows[row + column - 1]! + 1);
    if (depth > 1 && column > 1 && path[depth] === query[column - 2] && path[depth - 1] === query[column - 1])
      distance = Math.min(distance, rows[above - columns + column - 2]! + 1);
    rows[row + column] = distance;
    if (distance < least) least = distance;
  }
  return least;
}

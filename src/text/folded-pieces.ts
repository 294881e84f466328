import { fold } from "./fold.js";

const ASCII = /^\p{ASCII}*$/u;
const MARK_FIRST = /^\p{M}/u;
/**
 * What may join the character before it: marks, letters of Thai, Lao and half-width kana that begin with one, and letters of Hangul and Kirat Rai that
 * are composed. All others fold by themselves, whatever stands before them; a test goes through all of Unicode.
 */
const JOINING = /[\p{M}\u0e33\u0eb3\u1160-\u11ff\u3130-\u318f\ud7b0-\ud7ff\uff9e-\uffdc\u{16d40}-\u{16d7f}]/u;

/** The least part of a text that folds by itself. */
interface FoldedPiece {
  /** One character and the marks behind it, or the letters that make one Hangul syllable. */
  readonly text: string;
  /** May be longer than the text (ﬁ), shorter (é in two characters), or empty (marks that stand on nothing). */
  readonly folded: string;
}

/** Part of a text: UTF-16 code units from `start` to before `end`, as `slice` takes them. */
export type Range = readonly [start: number, end: number];

/**
 * Cuts a text where its folding can be cut: joined, the folded pieces are the folded text. O(length): a tenth of a microsecond a character, some
 * microseconds for a letter that is put together with others.
 *
 *     foldedPieces("ﬁÇ") → ﬁ: fi, Ç: c
 */
export function foldedPieces(text: string): FoldedPiece[] {
  const pieces: FoldedPiece[] = [];
  let piece = "";
  for (const character of text) {
    if (piece === "" || (JOINING.test(character) && joins(piece, character))) piece += character;
    else {
      pieces.push({ text: piece, folded: fold(piece) });
      piece = character;
    }
  }
  if (piece !== "") pieces.push({ text: piece, folded: fold(piece) });
  return pieces;
}

/** A mark belongs to what stands before it even where folding drops it; letters of Hangul are composed. */
function joins(piece: string, character: string): boolean {
  if (MARK_FIRST.test(character) || MARK_FIRST.test(character.normalize("NFKD"))) return true;
  return fold(piece + character) !== fold(piece) + fold(character);
}

/**
 * Where ranges of the folded text come from in the text itself: whole pieces, sorted, those that touch as one. The half of a
 * character that folds to two letters is the whole character.
 *
 *     unfoldRanges("Straße", [[0, 5]]) → [[0, 5]]: "stras" comes from "Straß"
 */
export function unfoldRanges(text: string, ranges: readonly Range[]): Range[] {
  return ASCII.test(text) ? mergeRanges(ranges) : coveredPieces(text, ranges, (piece) => piece.folded.length);
}

/** Widens ranges of a text to whole pieces, so that no character is cut from its marks; sorted, those that touch as one. */
export function widenRanges(text: string, ranges: readonly Range[]): Range[] {
  return ASCII.test(text) ? mergeRanges(ranges) : coveredPieces(text, ranges, (piece) => piece.text.length);
}

/** @param measure how much of what the ranges count a piece takes */
function coveredPieces(text: string, ranges: readonly Range[], measure: (piece: FoldedPiece) => number): Range[] {
  if (ranges.length === 0) return [];
  const apart = mergeRanges(ranges);
  const covered: Range[] = [];
  let next = 0;
  let at = 0;
  let measured = 0;
  for (const piece of foldedPieces(text)) {
    const end = measured + measure(piece);
    while (next < apart.length && apart[next]![1] <= measured) next++;
    if (next < apart.length && apart[next]![0] < end) covered.push([at, at + piece.text.length]);
    at += piece.text.length;
    measured = end;
  }
  return mergeRanges(covered);
}

/** Sorts ranges and unites those that overlap or touch. */
function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    else merged.push([start, end]);
  }
  return merged;
}

import { fold } from "./fold.js";
import { mergeRanges, type Range } from "./range.js";

const ASCII = /^\p{ASCII}*$/u;
const MARK_FIRST = /^\p{M}/u;

/** The least part of a text that folds by itself. */
export interface FoldedPiece {
  /** One character and the marks behind it, or the letters that make one Hangul syllable. */
  readonly text: string;
  /** May be longer than the text (ﬁ), shorter (é in two characters), or empty (marks that stand on nothing). */
  readonly folded: string;
}

/**
 * Cuts a text where its folding can be cut: joined, the folded pieces are the folded text. O(length · longest piece).
 *
 *     foldedPieces("ﬁÇ") → ﬁ: fi, Ç: c
 */
export function foldedPieces(text: string): FoldedPiece[] {
  const pieces: FoldedPiece[] = [];
  let piece = "";
  let folded = "";
  for (const character of text) {
    const alone = fold(character);
    const together = fold(piece + character);
    // A mark belongs to what stands before it even where folding drops it; letters of Hangul are composed.
    if (piece === "" || MARK_FIRST.test(character.normalize("NFKD")) || together !== folded + alone) {
      piece += character;
      folded = together;
    } else {
      pieces.push({ text: piece, folded });
      piece = character;
      folded = alone;
    }
  }
  if (piece !== "") pieces.push({ text: piece, folded });
  return pieces;
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
  const covered: Range[] = [];
  let at = 0;
  let measured = 0;
  for (const piece of foldedPieces(text)) {
    const end = measured + measure(piece);
    if (ranges.some((range) => range[0] < end && measured < range[1])) covered.push([at, at + piece.text.length]);
    at += piece.text.length;
    measured = end;
  }
  return mergeRanges(covered);
}

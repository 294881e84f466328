import { fold } from "#src/text/fold.js";
import type { Range } from "#src/text/folded-pieces.js";

/**
 * The positions between two characters, including the ends, at which a text can be split so that its parts fold to the
 * parts of its folded form, none of them before a mark. Each position is tested on the whole text.
 */
export function foldCuts(text: string): number[] {
  const cuts = [0];
  let at = 0;
  for (const character of text) {
    const [before, behind] = [text.slice(0, at), text.slice(at)];
    const marked = /^\p{M}/u.test(character.normalize("NFKD"));
    if (at > 0 && !marked && fold(before) + fold(behind) === fold(text)) cuts.push(at);
    at += character.length;
  }
  return text === "" ? cuts : [...cuts, at];
}

/**
 * The smallest part of a text, from split to split, whose folded form contains the given range of the whole folded
 * form.
 */
export function unfoldByTrial(text: string, [start, end]: Range): Range {
  const cuts = foldCuts(text).map((at) => ({ at, folded: fold(text.slice(0, at)).length }));
  return [cuts.findLast(({ folded }) => folded <= start)!.at, cuts.find(({ folded }) => folded >= end)!.at];
}

/** Ranges of a text as the positions that they cover, so that differently split ranges are comparable. */
export function coveredBy(ranges: readonly Range[]): number[] {
  const places = ranges.flatMap(([start, end]) => Array.from({ length: end - start }, (_, at) => start + at));
  return [...new Set(places)].sort((a, b) => a - b);
}

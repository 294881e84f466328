import { fold } from "#src/text/fold.js";
import type { Range } from "#src/text/folded-pieces.js";

/**
 * The places between two characters at which a text can be cut so that its parts fold to the parts of its folded form, none of
 * them before a mark; the ends among them. Each place is tried on the whole text.
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

/** The least part of a text, from cut to cut, whose folded form holds the given part of the whole folded form. */
export function unfoldByTrial(text: string, [start, end]: Range): Range {
  const cuts = foldCuts(text).map((at) => ({ at, folded: fold(text.slice(0, at)).length }));
  return [cuts.findLast(({ folded }) => folded <= start)!.at, cuts.find(({ folded }) => folded >= end)!.at];
}

/** Ranges of a text as the places that they cover, so that it doesn't matter how they are cut. */
export function coveredBy(ranges: readonly Range[]): number[] {
  const places = ranges.flatMap(([start, end]) => Array.from({ length: end - start }, (_, at) => start + at));
  return [...new Set(places)].sort((a, b) => a - b);
}

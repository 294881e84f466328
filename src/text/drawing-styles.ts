import { words } from "./fold.js";

const OUTLINE = words("line linear outline outlined");
const FILLED = words("fill filled solid");
const DUOTONE = words("duotone twotone");

/** The words that names of icons have for the style that a word of a query asks for; */
const NAMED: ReadonlyMap<string, readonly string[]> = new Map([
  ...words("hollow outline outlined unfilled").map((word) => [word, OUTLINE] as const),
  ...FILLED.map((word) => [word, FILLED] as const),
  ...DUOTONE.map((word) => [word, DUOTONE] as const),
]);
/** the same if one of `NOUNS` follows: a line alone is something that icons show. */
const NAMED_BEFORE_NOUNS: ReadonlyMap<string, readonly string[]> = new Map([["line", OUTLINE]]);
const NOUNS = new Set(words("art drawing icon icons style variant version"));

/**
 * The words that names of icons have for the style that a folded query word asks for; none if it is about what icons
 * show.
 *
 *     drawingStyle("solid", "heart") → "fill", "filled", "solid"
 *     drawingStyle("line", "art") → "light", "line", "linear", …
 *
 * @param next the word after it
 */
export function drawingStyle(word: string, next?: string): readonly string[] {
  return NAMED.get(word) ?? (next !== undefined && NOUNS.has(next) ? NAMED_BEFORE_NOUNS.get(word) : undefined) ?? NONE;
}

/** Whether a word only completes the style before it: `art` in "line art". */
export function isStyleNoun(word: string, previous: string | undefined): boolean {
  return previous !== undefined && NOUNS.has(word) && drawingStyle(previous, word).length > 0;
}

const NONE: readonly string[] = [];

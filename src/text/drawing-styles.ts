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

/** Words about the drawing of an icon at the beginning or end of its name, instead of what it shows. */
const IN_NAMES = new Set(
  words(`
    alt baseline bold broken bulk bx bxl bxs color colored dark duo duotone fill filled flat light line linear medium
    mini negative outline outlined regular remix round rounded semibold sharp solid thin tone two twotone`),
);
/** A size, or the number of a version. */
const NUMBER = /^\d{1,2}$/;

/**
 * The words of a name without those at its beginning and end that are about style or size. All of them if none is left.
 *
 *     withoutStyle(["bell", "ring", "24", "filled"]) → "bell", "ring"
 */
export function withoutStyle(name: readonly string[]): readonly string[] {
  const isStyle = (word: string): boolean => IN_NAMES.has(word) || NUMBER.test(word);
  const from = name.findIndex((word) => !isStyle(word));
  return from < 0 ? name : name.slice(from, name.findLastIndex((word) => !isStyle(word)) + 1);
}

const NONE: readonly string[] = [];

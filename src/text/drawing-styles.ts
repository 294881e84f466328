import { words } from "./fold.js";

/** Words of queries about how an icon is drawn, and the words that names of icons have for it. */
const STYLES: readonly (readonly [asked: string, named: string])[] = [
  ["hollow outline outlined unfilled", "light line linear outline outlined regular stroke thin"],
  ["fill filled solid", "fill filled solid"],
  ["duotone twotone", "duotone twotone"],
];

const NAMED: ReadonlyMap<string, readonly string[]> = new Map(
  STYLES.flatMap(([asked, named]) => words(asked).map((word) => [word, words(named)])),
);

/**
 * The words that names of icons have for a style that a folded query word asks for; none if it is about what icons show.
 *
 *     drawingStyle("solid") → "fill", "filled", "solid"
 */
export function drawingStyle(word: string): readonly string[] {
  return NAMED.get(word) ?? NONE;
}

const NONE: readonly string[] = [];

import type { WorkBudget } from "../execution/work-budget.js";
import { STEPS } from "../execution/work-budget.js";
import type { Generation } from "../generation/generation.js";
import type { Clause } from "../sets/clause.js";
import { NAME_FILES, postingsOfName } from "./names-in-query.js";

/** Phrases before a name that is not meant. */
const NEGATIONS = ["anything but", "but not", "except for", "except", "excluding", "besides", "other than", "not"].map(
  (phrase) => phrase.split(" "),
);
/** Longest name that a query excludes, in words. */
const LONGEST_NAME = 4;

/** A query that excludes a name. */
interface Negated {
  /** The words without the negation. If none is left, those of a query for icons like the excluded one. */
  readonly words: readonly string[];
  /** All icons but those of the excluded name. */
  readonly others: Clause;
}

/**
 * What a query means that excludes a whole name or alias: `music not spotify`. Undefined if it excludes none.
 *
 * @param words the folded words of the query
 */
export function negatedName(
  { dictionary }: Generation,
  words: readonly string[],
  budget: WorkBudget,
): Negated | undefined {
  for (const at of words.keys()) {
    const negation = NEGATIONS.find((phrase) => phrase.every((word, n) => words[at + n] === word));
    if (negation === undefined) continue;
    const from = at + negation.length;
    for (let to = Math.min(words.length, from + LONGEST_NAME); to > from; to--) {
      budget.spend(NAME_FILES.length * STEPS.lookUp);
      const name = words.slice(from, to);
      const postings = postingsOfName(dictionary, name.join(" "));
      if (postings.length === 0) continue;
      const rest = [...words.slice(0, at), ...words.slice(to)];
      return { words: rest.length > 0 ? rest : ["alternative", ...name], others: { not: true, any: postings } };
    }
    return undefined;
  }
  return undefined;
}

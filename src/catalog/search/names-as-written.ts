import { STEPS, type WorkBudget } from "../execution/work-budget.js";
import type { Generation } from "../generation/generation.js";
import type { Query } from "../list-request.js";
import type { Clause } from "../sets/clause.js";
import { allOf } from "../sets/ordinals.js";
import type { Hits } from "./hits.js";
import { namesWith } from "./query-terms.js";

/**
 * Whether names leave no doubt that a query means them: one is the query, or has all of its several words as they are.
 *
 * @param hits of the names
 */
export function isNameAsWritten(
  generation: Generation,
  { words }: Query,
  hits: Hits,
  scope: readonly Clause[],
  budget: WorkBudget,
): boolean {
  const [begun, inName] = hits.tiers.slice(-3);
  if (hits.tiers.slice(0, -3).some((exactly) => exactly.count() > 0)) return true;
  return words.length > 1 && begun!.count() + inName!.count() > 0 && haveWholeWords(generation, words, scope, budget);
}

/** Whether an icon has all words in its name and aliases, as opposed to the beginnings of longer ones. */
export function haveWholeWords(
  { dictionary, manifest }: Generation,
  words: readonly string[],
  scope: readonly Clause[],
  budget: WorkBudget,
): boolean {
  budget.spend(words.length * STEPS.lookUp);
  const texts = dictionary("texts");
  const everyWord = words.map((word): Clause => ({ any: namesWith(texts, word) }));
  return allOf([...everyWord, ...scope], manifest.icons, budget).slice(0, 1).length > 0;
}

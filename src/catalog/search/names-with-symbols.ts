import { keyBytes } from "../../format/key-bytes.js";
import { decodeListItem } from "../../format/list-item.js";
import { TEXT_LEVELS } from "../../format/text-levels.js";
import { fold } from "../../text/fold.js";
import { literalsOf } from "../../text/text-terms.js";
import { STEPS, type WorkBudget } from "../execution/work-budget.js";
import type { Generation } from "../generation/generation.js";
import type { Clause } from "../sets/clause.js";
import { allOf } from "../sets/ordinals.js";

const WHOLE_NAME = TEXT_LEVELS.indexOf("form-of-whole-name");
/** Where names of several words have those with symbols, but so do other texts. */
const LONGER_NAMES = (["often", "twice", "phrase"] as const).map((level) => TEXT_LEVELS.indexOf(level));
/** So many icons are looked at to find one that has a word in its name. */
const MOST_READ = 64;

/** The icons among some whose names have these words as they are written, such as `c++`. O(icons). */
export function namesWithSymbols(
  { blob }: Generation,
  ordinals: Uint32Array,
  literals: readonly string[],
  budget: WorkBudget,
): Uint32Array {
  budget.spend(ordinals.length * STEPS.itemName);
  const cards = blob("cards");
  return ordinals.filter((ordinal) => {
    const own = literalsOf(fold(decodeListItem(cards.view(ordinal), ordinal).name));
    return literals.every((literal) => own.includes(literal));
  });
}

/**
 * Whether an icon has a word as it is written, such as `c++`, in its name or as an alias. Of many icons with the word in
 * several texts, only the first ones are looked at.
 */
export function isWrittenInNames(
  generation: Generation,
  literal: string,
  scope: readonly Clause[],
  budget: WorkBudget,
): boolean {
  const { dictionary, manifest } = generation;
  budget.spend(STEPS.lookUp);
  const texts = dictionary("texts");
  const index = texts.find(keyBytes(literal));
  if (index < 0) return false;
  const first = (levels: readonly number[]): Uint32Array => {
    const lists = levels.map((level) => texts.postings(index, level));
    return allOf([{ any: lists }, ...scope], manifest.icons, budget).slice(0, MOST_READ);
  };
  return (
    first([WHOLE_NAME]).length > 0 || namesWithSymbols(generation, first(LONGER_NAMES), [literal], budget).length > 0
  );
}

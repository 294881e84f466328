import { keyBytes } from "../../format/key-bytes.js";
import type { PostingList } from "../../format/posting-list.js";
import { WORD_SLOTS } from "../../format/text-levels.js";
import type { Fillers } from "../../text/fillers.js";
import type { TextWord } from "../../text/text-terms.js";
import { STEPS, type WorkBudget } from "../execution/work-budget.js";
import type { Generation } from "../generation/generation.js";

/** Longest name to find in a query, in words. */
const LONGEST_NAME = 4;
/** Shorter words are parts of other things, such as "letter x". */
const MIN_LETTERS = 4;
/** The dictionaries of whole names. */
export const NAME_FILES = ["names", "aliases"] as const;

/** A whole name or alias that stands in a query. */
export interface NameInQuery {
  /** Its words, adjacent. */
  readonly words: readonly TextWord[];
  /** The icons that have it, as a name or as an alias. */
  readonly postings: readonly PostingList[];
  /** Whether it hardly means anything else: one of its words is neither a filler nor has synonyms. */
  readonly isMeaningful: boolean;
}

/** The whole names and aliases in a query that are not within a longer one: in `google maps app`, Google Maps. */
export function namesInQuery(
  { synonyms, dictionary }: Generation,
  words: readonly TextWord[],
  { isFiller, isAmbiguous }: Fillers,
  budget: WorkBudget,
): NameInQuery[] {
  const hasSynonyms = (term: string): boolean => {
    const index = synonyms.find(keyBytes(term));
    return index >= 0 && WORD_SLOTS.some((slot) => synonyms.postings(index, slot).count > 0);
  };
  const isOrdinary = ({ word, terms }: TextWord): boolean =>
    word.length < MIN_LETTERS || isFiller(word) || isAmbiguous(word) || hasSynonyms(word) || terms.every(hasSynonyms);
  const found: (NameInQuery & { readonly from: number; readonly to: number })[] = [];
  for (let length = Math.min(LONGEST_NAME, words.length); length > 0; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      const to = from + length;
      if (found.some((longer) => longer.from <= from && to <= longer.to)) continue;
      const own = words.slice(from, to);
      budget.spend(NAME_FILES.length * STEPS.lookUp);
      const postings = postingsOfName(dictionary, own.map(({ word }) => word).join(" "));
      if (postings.length === 0) continue;
      budget.spend(2 * own.length * STEPS.lookUp);
      found.push({ from, to, words: own, postings, isMeaningful: !own.every(isOrdinary) });
    }
  }
  return found;
}

/** The icons with a whole name, folded, as a name or as an alias. Cost: a look-up in each of `NAME_FILES`. */
export function postingsOfName(dictionary: Generation["dictionary"], name: string): PostingList[] {
  const key = keyBytes(name);
  return NAME_FILES.map(dictionary).flatMap((file) => {
    const index = file.find(key);
    return index < 0 ? [] : [file.postings(index)];
  });
}

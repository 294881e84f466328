import { keyBytes } from "../../format/key-bytes.js";
import { ordinalsOf } from "../../format/posting-list.js";
import { TRANSLATION_SLOTS } from "../../format/text-levels.js";
import { STEPS, type WorkBudget } from "../execution/work-budget.js";
import type { Generation } from "../generation/generation.js";
import { LONGEST_PHRASE } from "./query-terms.js";
import type { TextRules } from "./text-rules.js";

/** Queries that are tried instead of one in another language. */
const MAX_TRANSLATIONS = 4;

/**
 * A query of another language in that of the dataset, the likeliest translation first: first with the likeliest meaning
 * of each word or phrase, then with another one of a single word. Words without a translation stay, unless they have no
 * meaning of their own in some language. None if more words stay than are translated: the query is in the dataset's.
 *
 * @param words the folded words of the query
 * @returns the folded words of each translation
 */
export function translationsOf(
  { synonyms }: Generation,
  words: readonly string[],
  { fillers }: TextRules,
  budget: WorkBudget,
): readonly (readonly string[])[] {
  const parts: (readonly string[])[] = [];
  let translated = 0;
  let others = 0;
  for (let from = 0; from < words.length; ) {
    const [length, meanings] = longestFrom(from);
    const word = words[from]!;
    if (length > 0) {
      parts.push(meanings);
      translated += length;
    } else if (!fillers.isFiller(word) && !fillers.isAmbiguous(word)) {
      parts.push([word]);
      others++;
    }
    from += Math.max(1, length);
  }
  if (translated === 0 || translated < others) return [];
  const likeliest = parts.map(([first]) => first!);
  const variants = parts.flatMap(([, ...rest], at) => rest.map((other) => likeliest.with(at, other)));
  return [likeliest, ...variants].slice(0, MAX_TRANSLATIONS).map((each) => each.join(" ").split(" "));

  /** The longest phrase from a place on that has translations, in words, and its meanings. */
  function longestFrom(from: number): readonly [length: number, meanings: readonly string[]] {
    for (let length = Math.min(LONGEST_PHRASE, words.length - from); length > 0; length--) {
      budget.spend(STEPS.lookUp);
      const index = synonyms.find(keyBytes(words.slice(from, from + length).join(" ")));
      if (index < 0) continue;
      const places = TRANSLATION_SLOTS.flatMap((slot) => [...ordinalsOf(synonyms.postings(index, slot))]);
      if (places.length > 0) return [length, places.map((place) => synonyms.key(place).slice(1))];
    }
    return [0, []];
  }
}

import { stemmerOf } from "#src/text/stem.js";
import type { Meaning, Synonyms } from "../synonyms/synonyms.js";
import { cached } from "./cached.js";

/** What words mean, with a number for each stem and phrase; the same for every dataset with the same synonyms. */
export interface InternedMeaning {
  /** All different stems of words that terms find, by number. */
  readonly stems: readonly string[];
  /** The names and translations that terms find, by number. */
  readonly phrases: readonly InternedPhrase[];
  /** Some may have the same key. */
  readonly terms: readonly InternedTerm[];
  /** By what `synonyms.bin` finds a term: its stems, joined by single spaces. Those of other languages stay as they are. */
  readonly keyOf: (term: InternedTerm) => string;
}

/** A name or translation. */
export interface InternedPhrase {
  /** Not stemmed. */
  readonly text: string;
  /** Of its words. */
  readonly stems: readonly number[];
}

/** What a word or phrase finds: stems; phrases, the likeliest first. */
export interface InternedTerm {
  readonly phrase: string;
  readonly strong: readonly number[];
  readonly weak: readonly number[];
  readonly names: readonly number[];
  readonly translations: readonly number[];
}

/** Most terms find one kind of things, so memory for the others would cost more than all else. */
const NOTHING: readonly never[] = [];

/** Builds in one process share the built-in synonyms. */
const known = new WeakMap<Synonyms, readonly [Meaning, InternedMeaning]>();

/**
 * Numbers the stems and phrases of what words mean.
 *
 * Cost: about 100 ms and 15 MB for the built-in synonyms the first time in a process, then nothing.
 */
export function internedMeaning(meaning: Meaning): InternedMeaning {
  const [of, before] = known.get(meaning.synonyms) ?? [];
  if (before !== undefined && of!.language === meaning.language && of!.translations === meaning.translations)
    return before;
  const interned = intern(meaning);
  known.set(meaning.synonyms, [meaning, interned]);
  return interned;
}

function intern({ language, synonyms, translations }: Meaning): InternedMeaning {
  const stems: string[] = [];
  const phrases: InternedPhrase[] = [];
  // Words recur, and stemming each time would take most of the time.
  const stemOf = cached(stemmerOf(language));
  const numberOfStem = cached((stem) => stems.push(stem) - 1);
  const numberOf = cached((word) => numberOfStem(stemOf(word)));
  const numberOfPhrase = cached((text) => phrases.push({ text, stems: text.split(" ").map(numberOf) }) - 1);
  const numbers = (texts: readonly string[], numberOf: (text: string) => number): readonly number[] =>
    texts.length === 0 ? NOTHING : texts.map(numberOf);

  const terms: InternedTerm[] = [];
  for (const [phrase, { strong, weak, names }] of synonyms)
    terms.push({
      phrase,
      strong: numbers(strong, numberOf),
      weak: numbers(weak, numberOf),
      names: numbers(names, numberOfPhrase),
      translations: NOTHING,
    });
  for (const [phrase, meanings] of translations) {
    const found = numbers(meanings, numberOfPhrase);
    terms.push({ phrase, strong: NOTHING, weak: NOTHING, names: NOTHING, translations: found });
  }
  const keyOf = ({ phrase, translations }: InternedTerm): string =>
    translations.length > 0 ? phrase : phrase.split(" ").map(stemOf).join(" ");
  return { stems, phrases, terms, keyOf };
}

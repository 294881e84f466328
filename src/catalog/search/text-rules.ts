import { keyBytes } from "../../format/key-bytes.js";
import { ordinalsOf } from "../../format/posting-list.js";
import { TEXT_LEVELS, WORD_SLOTS } from "../../format/text-levels.js";
import { type Fillers, fillersOf } from "../../text/fillers.js";
import { stemmerOf } from "../../text/stem.js";
import type { Meaning } from "../explain-text.js";
import type { Generation } from "../generation/generation.js";
import { isInAny } from "../sets/clause.js";
import { everydayWords } from "./everyday-words.js";

/** What the words of a dataset's language mean. */
export interface TextRules {
  readonly stem: (word: string) => string;
  readonly fillers: Fillers;
  /** As `everydayWords`. */
  isEveryday(words: string): boolean;
}

/** The rules of the language of a generation. Cost: loads its stemmer the first time. */
export function readTextRules(generation: Generation): TextRules {
  const { language, fillers } = generation.manifest.options as {
    readonly language?: string;
    readonly fillers?: readonly string[];
  };
  const stem = stemmerOf(language);
  return { stem, fillers: fillersOf(language, fillers), isEveryday: everydayWords(generation, stem) };
}

/** How the words of a generation compare by meaning, for the explanation of an icon. */
export function meaningOf(generation: Generation, ordinal: number): Meaning {
  const { stem, fillers } = readTextRules(generation);
  const { synonyms } = generation;
  const texts = generation.dictionary("texts");
  return {
    stem,
    isFiller: fillers.isFiller,
    synonyms(term) {
      const index = synonyms.find(keyBytes(term));
      if (index < 0) return new Set();
      const targets = WORD_SLOTS.flatMap((slot) => [...ordinalsOf(synonyms.postings(index, slot))]);
      return new Set(targets.map((target) => texts.key(target)));
    },
    isIndexed(term) {
      const index = texts.find(keyBytes(term));
      if (index < 0) return false;
      const everywhere = TEXT_LEVELS.map((_, level) => texts.postings(index, level));
      return isInAny(everywhere, ordinal);
    },
  };
}

import { fold, WORD } from "./fold.js";
import { SPACELESS } from "./inner-words.js";

/** Words with symbols that change their meaning, such as `c++`, `c#`, `.net` and `at&t`, in folded text. */
const LITERALS = /(?<![\p{L}\p{N}\p{M}])(?:[\p{L}\p{N}]+(?:\+\+?|#)|\.\p{L}+|\p{L}+&\p{L}+)(?![\p{L}\p{N}\p{M}])/gu;
/** Runs of one script in words of scripts without spaces; other letters are one run. */
const RUNS =
  /\p{Script=Han}+|[\p{Script=Katakana}ー]+|\p{Script=Hiragana}+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]+|(?:(?![\p{Script=Han}\p{Script=Katakana}ー\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]).)+/gu;
const HIRAGANA = /^\p{Script=Hiragana}+$/u;

/** ASCII in which no word is literal: a full stop follows a word, or stands alone. */
const PLAIN = /^(?:[^+#&.\x80-\uffff]|\.(?![A-Za-z]))*$/;

/** Whether the terms of a text are the stems of its folded words. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** A word of a text, and the terms by which `texts.bin` finds it. A text has the word if it has all its terms. */
export interface TextWord {
  /** Folded. */
  readonly word: string;
  readonly terms: readonly string[];
}

/**
 * The words of a text by meaning: stemmed; in scripts without spaces, pairs of adjacent letters, without particles in
 * hiragana between other letters. Words such as `c++` are literal and follow the others.
 *
 * @param isFiller tells which runs of one script to leave out of longer words
 *
 *     textWords("Photo editors", stem) → photo: photo, editors: editor
 *     textWords("音楽を聴く", stem) → 音楽を聴く: 音楽, 聴
 */
export function textWords(
  text: string,
  stem: (word: string) => string,
  isFiller: (run: string) => boolean = () => false,
): TextWord[] {
  const folded = fold(text);
  const found: TextWord[] = [];
  for (const [word] of folded.matchAll(WORD)) {
    found.push({ word, terms: SPACELESS.test(word) ? pairsOf(word, stem, isFiller) : [stem(word)] });
  }
  for (const word of literalsOf(folded)) found.push({ word, terms: [word] });
  return found;
}

/** The words of a folded text that are literal, such as `c++`. */
export function literalsOf(folded: string): string[] {
  return /[+#&.]/.test(folded) ? Array.from(folded.matchAll(LITERALS), ([word]) => word) : [];
}

/** How names write a word with symbols in letters: joined to it, and apart. */
const SPELLED_OUT: readonly (readonly [RegExp, ...string[]])[] = [
  [/^(.+)\+\+$/, "$1pp", "$1plusplus", "$1 plus plus"],
  [/^(.+)\+$/, "$1plus", "$1 plus"],
  [/^(.+)#$/, "$1sharp", "$1 sharp"],
  [/^\.(.+)$/, "dot$1", "dot $1"],
];

/**
 * Words with letters instead of the symbols of a literal word, as names have them.
 *
 *     spelledOut(["c", "file"], "c#") → ["csharp", "file"], ["c", "sharp", "file"]
 */
export function spelledOut(words: readonly string[], literal: string): string[][] {
  const [pattern, ...spellings] = SPELLED_OUT.find(([pattern]) => pattern.test(literal)) ?? [];
  const [plain] = literal.match(WORD)!;
  if (!words.includes(plain)) return [];
  return spellings.map((other) => {
    const spelled = literal.replace(pattern!, other).split(" ");
    return words.flatMap((word) => (word === plain ? spelled : [word]));
  });
}

/** All terms under which a text is indexed: those of its words, and each letter of a script without spaces. */
export function textTerms(text: string, stem: (word: string) => string): string[] {
  return textWords(text, stem).flatMap(({ word, terms }) =>
    SPACELESS.test(word) ? [...terms, ...Array.from(word).filter((letter) => SPACELESS.test(letter))] : terms,
  );
}

function pairsOf(word: string, stem: (word: string) => string, isFiller: (run: string) => boolean): string[] {
  const runs = [...word.matchAll(RUNS)].map(([run]) => run);
  const essential = runs.filter((run) => !HIRAGANA.test(run) && !isFiller(run));
  return [...new Set((essential.length > 0 ? essential : runs).flatMap((run) => pairsOfRun(run, stem)))];
}

function pairsOfRun(run: string, stem: (word: string) => string): string[] {
  if (!SPACELESS.test(run)) return [stem(run)];
  const letters = [...run];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, at) => letters[at]! + letter);
}

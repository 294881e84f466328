/** Version of these rules, stored in each generation, since an index folded by other rules would give wrong results. */
export const FOLD_VERSION = 2;

// In these scripts, marks are accents and points that people leave out. In others they are the vowel (Thai, Devanagari)
// or the voicing (kana) and are kept.
const DROPPED_MARKS =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu;
// A mark without a base, such as the variation selector of an emoji, must not become a word of its own.
const LOOSE_MARKS = /(^|[^\p{L}\p{N}\p{M}])\p{M}+/gu;
const LETTERS = /[ςøłđæœßı]/g;
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ς: "σ",
  ø: "o",
  ł: "l",
  đ: "d",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ı: "i",
};

const HANGUL = /[\u1100-\u1112\u1161-\u1175\u11a8-\u11c2\uac00-\ud7a3]+/g;
/** The letters of Hangul in the order of Unicode's jamo; consonants and vowels of two keys are two letters. */
const INITIALS = [..."ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"];
const VOWELS = "ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ".split(" ");
const FINALS =
  "ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ".split(" ");
const JAMO: ReadonlyMap<string, string> = new Map(
  [[0x1100, INITIALS] as const, [0x1161, VOWELS] as const, [0x11a8, FINALS] as const].flatMap(([first, letters]) =>
    letters.map((letter, at) => [String.fromCodePoint(first + at), letter] as const),
  ),
);

/** Word separators: everything but letters, digits and the marks that folding keeps. */
export const WORD_SEPARATOR = /[^\p{L}\p{N}\p{M}]+/u;

const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+/g;

/** A word of a folded text, between separators. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Normalizes text for comparison: without case and diacritics, one code point per letter. Hangul becomes the letters that
 * are typed, so that an incomplete syllable is the beginning of the complete one.
 *
 *     fold("Ærøskøbing Café") === "aeroskobing cafe"
 *     fold("카톡") === "ㅋㅏㅌㅗㄱ"
 */
export function fold(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(DROPPED_MARKS, "$1")
    .replace(LOOSE_MARKS, "$1")
    .normalize("NFC")
    .toLowerCase()
    .replace(LETTERS, (letter) => REPLACEMENTS[letter] as string)
    .replace(HANGUL, (syllables) => Array.from(syllables.normalize("NFD"), (jamo) => JAMO.get(jamo)!).join(""));
}

/** The folded words of a text, in order, including duplicates. */
export function words(text: string): string[] {
  // Most texts are ASCII, and these expressions take a third of the time.
  if (ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  return fold(text)
    .split(WORD_SEPARATOR)
    .filter((word) => word !== "");
}

/** A syllable in letters; a consonant before a vowel begins the next one. */
const SYLLABLE = new RegExp(`(${oneOf(INITIALS)})(${oneOf(VOWELS)})(?:(${oneOf(FINALS)})(?![ㅏ-ㅣ]))?`, "g");

/** An expression for the longest of some texts. */
function oneOf(texts: readonly string[]): string {
  return texts.toSorted((a, b) => b.length - a.length).join("|");
}

/**
 * A folded text with its Hangul in syllables, for people to read.
 *
 *     composeHangul("ㅋㅏㅌㅗㄱ") === "카톡"
 */
export function composeHangul(folded: string): string {
  return folded.replace(SYLLABLE, (_, initial: string, vowel: string, final: string | undefined) => {
    const [first, second] = [INITIALS.indexOf(initial), VOWELS.indexOf(vowel)];
    const third = final === undefined ? 0 : FINALS.indexOf(final) + 1;
    return String.fromCodePoint(0xac00 + (first * VOWELS.length + second) * (FINALS.length + 1) + third);
  });
}

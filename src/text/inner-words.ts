import { words } from "./fold.js";

/** Scripts that are written without spaces between words. */
export const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const MARK = /\p{M}/u;
/** Letters whose words have more than one searchable word. */
const INNER = new RegExp(`${SPACELESS.source}|[ㅏ-ㅣ]`, "u");

/** Letters of Hangul that begin a syllable, in folded text. */
const INITIALS = /[ㄱ-ㅎ](?=[ㅏ-ㅣ])/g;

/**
 * The words that find a text: its folded words and, for a script without spaces, every suffix of a run, since a word
 * may begin at any letter; for Hangul, also the first letters of the syllables of a word.
 *
 *     searchableWords("微信支付 App") → 微信支付, 信支付, 支付, 付, app
 *     searchableWords("카톡") → ㅋㅏㅌㅗㄱ, ㅋㅌ
 */
export function searchableWords(text: string): string[] {
  const spaced = words(text);
  if (!INNER.test(spaced.join(" "))) return spaced;
  return spaced.flatMap((word) => [...searchableStarts(word).map((at) => word.slice(at)), ...initialsOf(word)]);
}

/** The first letters of the syllables of a folded word in Hangul, as one word; none for a single syllable. */
export function initialsOf(word: string): string[] {
  const initials = word.match(INITIALS) ?? [];
  return initials.length < 2 ? [] : [initials.join("")];
}

/** Offsets in a folded word at which searchable words begin, ascending; the first is 0. */
export function searchableStarts(word: string): number[] {
  if (!SPACELESS.test(word)) return [0];
  const starts = [0];
  let at = 0;
  for (const letter of word) {
    if (at > 0 && SPACELESS.test(letter) && !MARK.test(letter)) starts.push(at);
    at += letter.length;
  }
  return starts;
}

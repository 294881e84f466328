// Translations by Unicode's annotations of emoji (CLDR): a word of another language means the English word that the same
// emoji have, and an emoji means its name.

import { composeHangul, words } from "../../dist/src/text/fold.js";

/** Names of these groups of emoji are not what icons show. */
const OTHER_NAMES = /^flag: |^keycap: |skin tone|^regional indicator|^(?:input|Japanese) |button$/;
const EMOJI = /\p{Extended_Pictographic}/u;
const MAX_WORDS = 3;
const MAX_MEANINGS = 4;
/** The share of the emoji of two words that have both, from which on one translates the other. */
const LEAST_COMMON = 0.6;
/** Emoji that share two words by chance are fewer. */
const LEAST_EMOJI = 2;

/** The emoji of a language with their names and keywords, without those that icons do not show. */
function annotationsOf(language, english) {
  return Object.entries(language).filter(([emoji]) => {
    const [name] = english[emoji]?.tts ?? [];
    return name !== undefined && EMOJI.test(emoji) && words(emoji).length === 0 && !OTHER_NAMES.test(name);
  });
}

/** The folded words of a short text; undefined if it is longer. */
function shortText(text) {
  const all = words(text);
  return all.length > MAX_WORDS || /^\d*$/.test(all.join("")) ? undefined : all.join(" ");
}

/**
 * The list of translations of one language: lines of `english: word, …`, sorted.
 *
 * @param own annotations of the language, by emoji: `default` has keywords, `tts` the name
 * @param english annotations in English
 */
export function toList(own, english) {
  const terms = new Map();
  const meanings = emojiByWord(english, english);
  const add = (english, text) => {
    const meaning = shortText(english);
    if (meaning === shortText(text)) return;
    // Words that English has, too, are not translated.
    if (meaning === undefined || shortText(text) === undefined || meanings.has(shortText(text)) || /[,:]/.test(text))
      return;
    terms.set(meaning, (terms.get(meaning) ?? new Set()).add(composeHangul(shortText(text))));
  };
  for (const [emoji, { tts = [] }] of annotationsOf(own, english))
    for (const name of tts) add(english[emoji].tts[0], name.toLowerCase());
  for (const [word, emoji] of emojiByWord(own, english)) {
    const [best] = [
      ...new Set([...emoji].flatMap((each) => english[each].default.flatMap((text) => shortText(text) ?? []))),
    ]
      .map((meaning) => ({ meaning, share: overlap(emoji, meanings.get(meaning)) }))
      .sort((a, b) => b.share - a.share);
    if (emoji.size >= LEAST_EMOJI && best !== undefined && best.share >= LEAST_COMMON) add(best.meaning, word);
  }
  return toLines(terms);
}

/** The list of what emoji mean in English: the name, its last word, and keywords. */
export function toEmojiList(english) {
  const terms = new Map();
  for (const [emoji, { tts, default: keywords = [] }] of annotationsOf(english, english)) {
    const [, last, ...others] = words(tts[0]);
    const meanings = [tts[0], ...(others.length === 0 ? [last ?? ""] : []), ...keywords].flatMap(
      (text) => shortText(text) ?? [],
    );
    for (const [place, meaning] of [...new Set(meanings)].slice(0, MAX_MEANINGS).entries())
      terms.set(meaning, [...(terms.get(meaning) ?? []), { emoji, place }]);
  }
  return toLines(
    new Map(
      [...terms].map(([meaning, of]) => [
        meaning,
        new Set(of.toSorted((a, b) => a.place - b.place).map(({ emoji }) => emoji)),
      ]),
    ),
  );
}

/** The emoji of each keyword, which is folded. */
function emojiByWord(language, english) {
  const emojiOf = new Map();
  for (const [emoji, { default: keywords = [] }] of annotationsOf(language, english))
    for (const keyword of keywords.flatMap((text) => shortText(text) ?? []))
      emojiOf.set(keyword, (emojiOf.get(keyword) ?? new Set()).add(emoji));
  return emojiOf;
}

function overlap(one, other) {
  const both = [...one].filter((each) => other.has(each)).length;
  return both / (one.size + other.size - both);
}

function toLines(terms) {
  return [...terms]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([meaning, of]) => `${meaning}: ${[...of].join(", ")}\n`)
    .join("");
}

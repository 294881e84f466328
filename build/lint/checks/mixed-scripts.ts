import type { Check } from "../check.js";
import { textsOf } from "../record-texts.js";

/** Cyrillic and Greek letters that look like Latin ones. Source: Unicode's confusables.txt. */
const LOOK_ALIKE = /[асеіјорѕухһԁԛԝѵАВЕЅІЈКМНОРСТХУԌԚԜαικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/u;
const LATIN = /\p{Script=Latin}/u;
const LETTERS = /[\p{L}\p{M}]+/gu;

export const mixedScripts: Check = {
  severity: "warning",
  about: "a word of Latin letters with Cyrillic or Greek ones among them that look the same: no search finds it",
  remedy: "Type the word anew on one keyboard.",
  begin: ({ report }) => ({
    record({ ordinal, source }) {
      for (const { path, text } of textsOf(source)) {
        if (/^\p{ASCII}*$/u.test(text)) continue;
        const [word] = text.match(LETTERS)?.filter((each) => LATIN.test(each) && LOOK_ALIKE.test(each)) ?? [];
        if (word === undefined) continue;
        const strange = [...word].map((letter) => (LOOK_ALIKE.test(letter) ? `[${letter}]` : letter)).join("");
        report(ordinal, { path, value: text, message: `mixes scripts in a word: ${strange}` });
      }
    },
  }),
};

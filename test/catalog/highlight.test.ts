import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHighlighter, type Highlight } from "#src/catalog/highlight.js";
import { readQuery } from "#src/catalog/list-request.js";
import { fold, words } from "#src/text/fold.js";
import type { Range } from "#src/text/folded-pieces.js";
import { searchableWords } from "#src/text/inner-words.js";
import { coveredBy, unfoldByTrial } from "../support/fold-cuts.js";
import { randomRuns } from "../support/random-runs.js";
import { allOrdinals, BUILDING, manyTexts, openTexts, query, type Texts, texts } from "../support/random-texts.js";

const highlight = (q: string | undefined, { name, developer, aliases }: Texts): Highlight =>
  createHighlighter(readQuery(q))({ name, developer }, () => aliases);
const named = (name: string, developer = "-", ...aliases: string[]): Texts => ({ name, developer, aliases });

/** The positions in a text that match query words, found by trying every position. */
function placesByTrial(text: string, asked: readonly string[]): number[] {
  const folded = fold(text);
  const spaceless =
    /^(?!\p{M})[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u;
  const ranges = asked.flatMap((word) =>
    Array.from({ length: folded.length }, (_, at): Range => [at, at + word.length]).filter(
      ([at, end]) =>
        folded.slice(at, end) === word &&
        (!/[\p{L}\p{N}\p{M}]$/u.test(folded.slice(0, at)) || spaceless.test(folded.slice(at))),
    ),
  );
  const initialed = Array.from(folded.matchAll(/[\p{L}\p{N}\p{M}]+/gu)).filter(([word]) => {
    const initials = initialsByTrial(word);
    return [...initials].length > 1 && asked.some((each) => initials.startsWith(each));
  });
  const whole = initialed.map(({ 0: word, index }): Range => [index, index + word.length]);
  return coveredBy([...ranges, ...whole].map((range) => unfoldByTrial(text, range)));
}

/** The first letters of the syllables of a word in Hangul. */
function initialsByTrial(word: string): string {
  return [...word]
    .filter((letter, at, all) => letter < "ㅏ" && letter >= "ㄱ" && /[ㅏ-ㅣ]/.test(all[at + 1] ?? ""))
    .join("");
}

describe("search highlights", () => {
  it.each<[string, string | undefined, Texts, Highlight]>([
    [
      "the beginnings of words",
      "goo ma",
      named("Google Maps", "Google"),
      {
        name: [
          [0, 3],
          [7, 9],
        ],
        developer: [[0, 3]],
      },
    ],
    [
      "every place of a word",
      "ba",
      named("Ba ba-ba black"),
      {
        name: [
          [0, 2],
          [3, 5],
          [6, 8],
        ],
      },
    ],
    ["no inside of a word", "oogle", named("Google"), {}],
    ["ranges that touch as one", "微 信", named("微信支付"), { name: [[0, 2]] }],
    ["the inside of a run without spaces", "支付", named("微信支付"), { name: [[2, 4]] }],
    [
      "letters in any case, with their accents",
      "ubER",
      named("Über ÜBER", "U\u0308ber"),
      {
        name: [
          [0, 4],
          [5, 9],
        ],
        developer: [[0, 5]],
      },
    ],
    ["a character whose half is asked for", "stras", named("Straße"), { name: [[0, 5]] }],
    [
      "what stands for other letters",
      "file 2",
      named("ﬁle x ²"),
      {
        name: [
          [0, 3],
          [6, 7],
        ],
      },
    ],
    ["letters of two code units", "ca", named("𝓒𝓪𝓯𝓮"), { name: [[0, 4]] }],
    [
      "signs as they stand",
      "++",
      named("C++ and +++"),
      {
        name: [
          [1, 3],
          [8, 11],
        ],
      },
    ],
    ["a sign with its selector", "❤", named("I ❤\ufe0f NY"), { name: [[2, 4]] }],
    ["signs in the name only", "++", named("C", "C++"), {}],
    [
      "an alias that has what is missing",
      "fb",
      named("Facebook", "Meta", "the fb", "fb"),
      { alias: { text: "the fb", ranges: [[4, 6]] } },
    ],
    [
      "name and alias together",
      "face fb",
      named("Facebook", "Meta", "face", "FB face"),
      {
        name: [[0, 4]],
        alias: {
          text: "FB face",
          ranges: [
            [0, 2],
            [3, 7],
          ],
        },
      },
    ],
    ["no alias where nothing is missing", "face", named("Facebook", "Meta", "face"), { name: [[0, 4]] }],
    ["nothing without a query", undefined, named("Google"), {}],
    ["nothing of an empty query", "", named("Google"), {}],
  ])("highlights in a result: %s", (_, q, given, expected) => {
    expect(highlight(q, given)).toEqual(expected);
  });

  it("reads the aliases only if the name and the developer lack a query word", () => {
    const readAliases = (): never => {
      throw new Error("asked");
    };
    expect(createHighlighter(readQuery("goo maps"))({ name: "Maps", developer: "Google" }, readAliases)).toEqual({
      name: [[0, 4]],
      developer: [[0, 3]],
    });
    expect(() => createHighlighter(readQuery("goo m"))({ name: "Goo", developer: "Goo" }, readAliases)).toThrow(
      "asked",
    );
  });

  it("highlights what an exhaustive comparison of every word at every position finds", () => {
    fc.assert(
      fc.property(query, texts, (q, given) => {
        const asked = words(q);
        fc.pre(asked.length > 0);
        const { name = [], developer = [], alias } = highlight(q, given);
        expect(coveredBy(name)).toEqual(placesByTrial(given.name, asked));
        expect(coveredBy(developer)).toEqual(placesByTrial(given.developer, asked));
        if (alias !== undefined) expect(coveredBy(alias.ranges)).toEqual(placesByTrial(alias.text, asked));
      }),
      randomRuns(3000),
    );
  });

  it("highlights the first alias with a word that the name and the developer lack", () => {
    const has = (text: string, word: string): boolean => searchableWords(text).some((own) => own.startsWith(word));
    fc.assert(
      fc.property(query, texts, (q, given) => {
        const lacking = words(q).filter((word) => !has(given.name, word) && !has(given.developer, word));
        const first = given.aliases.find((text) => lacking.some((word) => has(text, word)));
        expect(highlight(q, given).alias?.text).toBe(first);
      }),
      randomRuns(3000),
    );
  });

  it("returns sorted and separate ranges that hold the letters of the query", () => {
    fc.assert(
      fc.property(query, texts, (q, given) => {
        const asked = words(q);
        fc.pre(asked.length > 0);
        const { name = [], developer = [], alias } = highlight(q, given);
        for (const [text, ranges] of [
          [given.name, name],
          [given.developer, developer],
          [alias?.text ?? "", alias?.ranges ?? []],
        ] as const) {
          let last = -1;
          for (const [start, end] of ranges) {
            expect(start).toBeGreaterThan(last);
            const marked = fold(text.slice(start, end));
            expect(asked.some((word) => marked.includes(word) || initialsByTrial(marked).includes(word))).toBe(true);
            last = end;
          }
        }
      }),
      randomRuns(3000),
    );
  });
});

describe("highlighted list items", () => {
  it("adds the highlights of the query to each list item", async () => {
    await fc.assert(
      fc.asyncProperty(manyTexts, fc.array(query, { minLength: 20, maxLength: 20 }), async (all, queries) => {
        const { catalog, records } = await openTexts(all);
        for (const q of queries) {
          const ordinals = allOrdinals(catalog, q);
          const items = JSON.parse(catalog.renderItems(ordinals, "https://ícons.test").toString());
          const expected = ordinals.map((ordinal, at) => {
            const { name, developer, aliases = [] } = records[ordinal]!;
            return { ...items[at], _highlight: highlight(q, { name, developer, aliases }) };
          });
          expect(JSON.parse(catalog.renderHighlighted(ordinals, q, "https://ícons.test").toString())).toEqual(expected);
        }
      }),
      BUILDING,
    );
  });
});

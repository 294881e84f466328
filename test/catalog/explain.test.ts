import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Explanation, explain, type SearchedTexts } from "#src/catalog/explain.js";
import { readQuery } from "#src/catalog/list-request.js";
import { fold, words } from "#src/text/fold.js";
import { listByBruteForce } from "../support/oracle.js";
import { allOrdinals, BUILDING, manyTexts, openTexts, query } from "../support/random-texts.js";

const named = (name: string, developer = "-", ...aliases: string[]): SearchedTexts => ({ name, developer, aliases });
const explained = (q: string | undefined, texts: SearchedTexts): Explanation | undefined =>
  explain(readQuery(q), texts, 7);

describe("an explanation", () => {
  it.each<[string, string, SearchedTexts, number]>([
    ["exact name", "google maps", named("Google Maps"), 1],
    ["exact name", "STRASSE", named("Straße"), 1],
    ["exact name", "maps", named("Maps", "Maps", "Maps"), 1],
    ["exact alias", "fb", named("Facebook", "Meta", "the fb", "FB"), 2],
    ["exact alias", "goo", named("Google", "-", "goo"), 2],
    ["name begins with the query", "goo", named("Google Maps"), 3],
    ["name begins with the query", "google ma", named("Google Maps"), 3],
    ["all words in the name", "maps", named("Google Maps"), 4],
    ["all words in the name", "maps google", named("Google Maps"), 4],
    ["all words in the name", "goo ma", named("Google Maps"), 4],
    ["all words in the name", "支付", named("微信支付"), 4],
    ["words in name, aliases, developer", "maps acme", named("Maps", "Acme"), 5],
    ["words in name, aliases, developer", "acme", named("Maps", "Acme"), 5],
    ["words in name, aliases, developer", "fb", named("Facebook", "Meta", "the fb"), 5],
  ])("gives the reason %j for %j", (reason, q, texts, tier) => {
    expect(explained(q, texts)).toMatchObject({ reason, tier, ordinal: 7 });
  });

  it("says which word of which text each word of the query matches, as the dataset spells it", () => {
    expect(explained("ubER fb", named("Über Ü", "ÜBERALL", "fb", "The FB-App fb"))?.words).toEqual([
      { asked: "uber", field: "name", word: "Über" },
      { asked: "uber", field: "developer", word: "ÜBERALL" },
      { asked: "fb", field: "alias", word: "fb" },
      { asked: "fb", field: "alias", word: "FB" },
    ]);
  });

  it("of signs is that the name contains them", () => {
    expect(explained("++", named("C++"))).toEqual({
      tier: 1,
      reason: "contains the symbols",
      words: [{ asked: "++", field: "name", word: "++" }],
      ordinal: 7,
    });
    expect(explained("++", named("C", "C++"))).toBeUndefined();
  });

  it("without a query is that there is none", () => {
    expect(explained(undefined, named("C++"))).toEqual({ tier: 1, reason: "no query", words: [], ordinal: 7 });
  });

  it("is not there where a word matches nothing", () => {
    for (const q of ["oogle", "google x", "maps.google.y"])
      expect(explained(q, named("Google Maps", "Alphabet"))).toBeUndefined();
  });
});

describe("the pages of a search", () => {
  it("hold exactly the icons that are explained, by tier, then by ordinal, and every word of the query is explained", async () => {
    await fc.assert(
      fc.asyncProperty(
        manyTexts,
        fc.array(query, { minLength: 60, maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        async (all, queries, limit) => {
          const { catalog, records } = await openTexts(all);
          for (const q of queries) {
            // Where nothing is found, something else may be listed instead.
            if (listByBruteForce(records, { q }).length === 0) continue;
            const explanations = records.map((_, ordinal) => catalog.explain(q, ordinal));
            const expected = explanations
              .filter((each) => each !== undefined)
              .sort((a, b) => a.tier - b.tier || a.ordinal - b.ordinal);
            expect(allOrdinals(catalog, q, limit), q).toEqual(expected.map(({ ordinal }) => ordinal));
            for (const { words: found, ordinal } of expected) {
              expect(new Set(found.map(({ asked }) => asked))).toEqual(new Set(askedIn(q)));
              for (const { asked, field, word } of found) {
                const { name, aliases = [], developer } = records[ordinal]!;
                const texts = { name: [name], alias: aliases, developer: [developer] }[field];
                expect(texts.some((text) => text.includes(word))).toBe(true);
                expect(fold(word)).toContain(fold(asked));
              }
            }
          }
        },
      ),
      BUILDING,
    );
  });
});

/** The words that an explanation must have: the query itself where it has none. */
function askedIn(q: string): string[] {
  return words(q).length === 0 ? [q] : words(q);
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Explanation, explain, type SearchedTexts } from "#src/catalog/explain.js";
import { readQuery } from "#src/catalog/list-request.js";
import { fold, words } from "#src/text/fold.js";
import { initialsOf } from "#src/text/inner-words.js";
import { lacksSymbols, listByBruteForce } from "../support/oracle.js";
import { allOrdinals, BUILDING, manyTexts, openTexts, query } from "../support/random-texts.js";

const named = (name: string, developer = "-", ...aliases: string[]): SearchedTexts => ({ name, developer, aliases });
const explained = (q: string | undefined, texts: SearchedTexts): Explanation | undefined =>
  explain(readQuery(q), texts, 7);

describe("search explanation", () => {
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
  ])("explains %j for %j by the right reason", (reason, q, texts, tier) => {
    expect(explained(q, texts)).toMatchObject({ reason, tier, ordinal: 7 });
  });

  it("names the matched word of each query word, in the spelling of the dataset", () => {
    expect(explained("ubER fb", named("Über Ü", "ÜBERALL", "fb", "The FB-App fb"))?.words).toEqual([
      { queryWord: "uber", field: "name", word: "Über" },
      { queryWord: "uber", field: "developer", word: "ÜBERALL" },
      { queryWord: "fb", field: "alias", word: "fb" },
      { queryWord: "fb", field: "alias", word: "FB" },
    ]);
  });

  it("explains a query of symbols by the name that contains them", () => {
    expect(explained("++", named("C++"))).toEqual({
      tier: 1,
      reason: "contains the symbols",
      words: [{ queryWord: "++", field: "name", word: "++" }],
      ordinal: 7,
    });
    expect(explained("++", named("C", "C++"))).toBeUndefined();
  });

  it("explains an empty query as no query", () => {
    expect(explained(undefined, named("C++"))).toEqual({ tier: 1, reason: "no query", words: [], ordinal: 7 });
  });

  it("returns undefined if a query word matches nothing", () => {
    for (const q of ["oogle", "google x", "maps.google.y"])
      expect(explained(q, named("Google Maps", "Alphabet"))).toBeUndefined();
  });
});

describe("search pages and explanations", () => {
  it("lists exactly the icons with an explanation, by rank tier and ordinal, with every query word explained", async () => {
    await fc.assert(
      fc.asyncProperty(
        manyTexts,
        fc.array(query, { minLength: 60, maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        async (all, queries, limit) => {
          const { catalog, records } = await openTexts(all);
          for (const q of queries) {
            // If nothing matches, a corrected query may be searched instead.
            if (listByBruteForce(records, { q }).length === 0) continue;
            const explanations = records.map((_, ordinal) => catalog.explain(q, ordinal));
            // Exact names with the symbols of the query come first.
            const placeOf = ({ tier, reason, ordinal }: Explanation): number =>
              reason === "exact name" && lacksSymbols(records[ordinal]!.name, q) ? tier + 0.5 : tier;
            const expected = explanations
              .filter((each) => each !== undefined)
              .sort((a, b) => placeOf(a) - placeOf(b) || a.ordinal - b.ordinal);
            expect(allOrdinals(catalog, q, limit), q).toEqual(expected.map(({ ordinal }) => ordinal));
            for (const { words: found, ordinal } of expected) {
              expect(new Set(found.map(({ queryWord }) => fold(queryWord)))).toEqual(new Set(askedIn(q)));
              for (const { queryWord, field, word } of found) {
                const { name, aliases = [], developer } = records[ordinal]!;
                const texts = { name: [name], alias: aliases, developer: [developer] }[
                  field as "name" | "alias" | "developer"
                ];
                expect(texts.some((text) => text.includes(word))).toBe(true);
                const [initials = ""] = initialsOf(fold(word));
                expect(`${fold(word)} ${initials}`).toContain(fold(queryWord));
              }
            }
          }
        },
      ),
      BUILDING,
    );
  });
});

/** The words that an explanation must have: the query itself if it has none. */
function askedIn(q: string): string[] {
  return words(q).length === 0 ? [fold(q)] : words(q);
}

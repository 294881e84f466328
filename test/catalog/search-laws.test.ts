import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Catalog } from "#src/catalog/catalog.js";
import type { IconRecord } from "#src/format/record.js";
import { words } from "#src/text/fold.js";
import { listByBruteForce } from "../support/oracle.js";
import { allOrdinals, BUILDING, manyTexts, openTexts, query } from "../support/random-texts.js";

const LETTER = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/gu;
const ACCENTED = /([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])\p{M}+/gu;

/** Equivalent spellings of a query. */
const SPELLINGS: Readonly<Record<string, (q: string) => string>> = {
  "in upper case": (q) => q.toUpperCase(),
  "in lower case": (q) => q.toLowerCase(),
  "in NFC": (q) => q.normalize("NFC"),
  "in NFD": (q) => q.normalize("NFD"),
  "in NFKC": (q) => q.normalize("NFKC"),
  "in NFKD": (q) => q.normalize("NFKD"),
  "without accents on Latin, Greek and Cyrillic letters": (q) => q.normalize("NFD").replace(ACCENTED, "$1"),
  "with accents on Latin, Greek and Cyrillic letters": (q) => q.replace(LETTER, "$&\u0301"),
  "with more between its words": (q) => ` ${q.replaceAll(" ", " - ")}!`,
};

/** Checks a law for random catalogs and random queries that contain a word. */
async function check(law: (catalog: Catalog, records: readonly IconRecord[], q: string, more: string) => void) {
  const queryWords = query.filter((q) => words(q).length > 0);
  const queries = fc.array(fc.tuple(queryWords, query), { minLength: 80, maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(manyTexts, queries, async (all, asked) => {
      const { catalog, records } = await openTexts(all);
      for (const [q, more] of asked) law(catalog, records, q, more);
    }),
    BUILDING,
  );
}

describe("search results", () => {
  it("lists the same icons without repeats for any page size", async () => {
    await check((catalog, _records, q) => {
      const whole = allOrdinals(catalog, q);
      expect(new Set(whole).size).toBe(whole.length);
      for (const limit of [1, 2, 3, 7]) expect(allOrdinals(catalog, q, limit), q).toEqual(whole);
    });
  });

  it("lists no more icons for a query with an additional word", async () => {
    await check((catalog, records, q, more) => {
      for (const longer of [`${q} ${more}`, `${more} ${q}`]) {
        // If nothing matches, a corrected query may be searched instead.
        if (listByBruteForce(records, { q: longer }).length === 0) continue;
        const found = new Set(allOrdinals(catalog, q));
        expect(
          allOrdinals(catalog, longer).filter((ordinal) => !found.has(ordinal)),
          longer,
        ).toEqual([]);
      }
    });
  });

  it("lists the same icons for all spellings of a query that fold alike", async () => {
    await check((catalog, _records, q) => {
      const found = allOrdinals(catalog, q);
      for (const [how, spell] of Object.entries(SPELLINGS)) expect(allOrdinals(catalog, spell(q)), how).toEqual(found);
    });
  });
});

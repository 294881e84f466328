import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { readBuiltInSynonyms } from "#build/synonyms/built-in-meaning.js";
import type { Synonyms } from "#build/synonyms/synonyms.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { editBetween } from "#src/catalog/spelling/edit-kinds.js";
import type { IconRecord } from "#src/format/record.js";
import { words } from "#src/text/fold.js";
import { createLadderOracle } from "../../support/ladder-oracle.js";
import { recordNamed, searchedRecords } from "../../support/searched-records.js";
import { shippedArtifacts } from "../../support/shipped-artifacts.js";
import { shippedSynonyms } from "../../support/source-records.js";

/** Words that datasets don't have, some of them misspelled, and fillers. */
const OTHER_WORDS =
  "logo icon solid outline line art for the free online vector 2024 app spotfy zzyzx qwfp picture cheap lend c++ c# .net".split(
    " ",
  );

/** What may be a version, a technology with its tools or a negation, which `pasted-names.test.ts` and `negation.test.ts` test. */
const READ_OTHERWISE = /.\d|\b(?:react|vue|svelte|angular|flutter|not|but|except|excluding|besides|than)\b/;

/** A dataset, opened before the tests. */
interface Searched {
  catalog: Catalog;
  records: IconRecord[];
  oracle: ReturnType<typeof createLadderOracle>;
}

const commonTable: Readonly<Record<"names" | "alone" | "inPhrases", string>> = JSON.parse(
  readFileSync("build/synonyms/built-in-common-words.json", "utf8"),
);
const [commonNames, ...commonTexts] = [commonTable.names, commonTable.alone, commonTable.inPhrases].map((texts) =>
  texts.split(","),
) as [string[], string[], string[]];
const commonWords = new Map(commonNames.map((name, at) => [name, commonTexts.map((texts) => texts[at])]));
/** Every so many names with common words is that of an icon without a description, and some of them in two styles. */
const NAMES_PER_ICON = 50;
const NAMES_PER_STYLE = 2;
const undescribed = searchedRecords(
  commonNames
    .filter((_, at) => at % NAMES_PER_ICON === 0)
    .flatMap((name, at) => (at % NAMES_PER_STYLE === 0 ? [name, `${name} outline`] : [name]))
    .map((name) => recordNamed(name, { description: undefined })),
);

/** @param isIconSet whether everyday words make up its names, as opposed to brands */
function open(catalog: Catalog, synonyms: Synonyms, isIconSet: boolean): Searched {
  const records = Array.from({ length: catalog.size }, (_, ordinal) => catalog.record(ordinal));
  return { catalog, records, oracle: createLadderOracle(records, { language: undefined, synonyms }, isIconSet) };
}

/** Words of any text of any record, parts of words, and other words. */
function queries({ records }: Searched): fc.Arbitrary<string> {
  const texts = records.flatMap(({ name, aliases = [], keywords = [], aiTags = [], description }) => [
    ...[name, ...aliases, description ?? commonWords.get(name)?.join(" ") ?? ""].flatMap(words),
    ...[...keywords, ...aiTags.map(({ tag }) => tag)].flatMap(words),
  ]);
  const word = fc.nat(texts.length - 1).map((at) => texts[at]!);
  const part = fc
    .tuple(word, fc.nat(3), fc.integer({ min: 3, max: 6 }))
    .map(([text, from, length]) => text.slice(from, from + length));
  return fc
    .array(fc.oneof({ arbitrary: word, weight: 5 }, part, fc.constantFrom(...OTHER_WORDS)), {
      minLength: 1,
      maxLength: 5,
    })
    .map((chosen) => chosen.join(" "))
    .filter((q) => words(q).length > 0 && q.length <= 200 && !READ_OTHERWISE.test(q));
}

const COUNT = Number(process.env.LADDER_QUERIES ?? 200);
/** Many, since some rungs are rare. */
const RUNG_QUERIES = 3000;

describe.each([
  ["the shipped icons", () => open(openCatalog(shippedArtifacts), shippedSynonyms(), false)],
  ["icons without descriptions", () => open(undescribed.catalog(), readBuiltInSynonyms(), true)],
] as const)("search of %s by the ladder", (_, opened) => {
  let searched: Searched;
  beforeAll(() => {
    searched = opened();
  });

  it("ends on every rung for some random query", () => {
    const matched = fc.sample(queries(searched), RUNG_QUERIES).map((q) => searched.catalog.list({ q }).matched);
    const rungs = [
      ...[undefined, "few-names", "fillers", "meaning", "inside", "synonyms", "spelling", "fewer-words"],
    ] as const;
    expect(rungs.filter((rung) => !matched.includes(rung))).toEqual([]);
  });

  it("finds the same rung, icons, order and totals as a scan of all records", () => {
    const { catalog, records, oracle } = searched;
    const filters = fc.option(fc.constantFrom("music", "games", "development"), { nil: undefined, freq: 4 });
    fc.assert(
      fc.property(queries(searched), filters, fc.integer({ min: 1, max: 3 }), (q, category, page) => {
        const query = { q, ...(category === undefined ? {} : { category: [category] }) };
        const { ordinals, total, matched, didYouMean, dropped } = catalog.list({ ...query, page, limit: 7 });
        const isTranslated = matched === "translation";
        const strict = oracle.strict(query, { isTranslated });
        const respelled = didYouMean?.split(" ");
        const isRelated = matched === "related" && strict === undefined;
        const isLater = isTranslated || matched === "spelling" || matched === "fewer-words" || isRelated;
        // A swap in a single word is tried before these rungs.
        const isSwapped = matched === "spelling" && words(q).some((own) => editBetween(own, didYouMean!) === "swap");
        if (isSwapped && strict !== undefined) expect(["inside", "synonyms", "mention"], q).toContain(strict.matched);
        else if (isLater || (total === 0 && category === undefined)) expect(strict, q).toBeUndefined();
        if (matched === "fewer-words") expect(oracle.related(query), q).toBeUndefined();
        const expected = {
          spelling: () => oracle.corrected(respelled!, query),
          translation: () => oracle.strict({ ...query, q: didYouMean! }, { isTranslation: true }),
          related: () => oracle.related(query),
          "fewer-words": () => oracle.fewerWords(query, respelled),
          strict: () => strict ?? { matched: undefined, ids: [], dropped: [] },
        }[isLater ? matched : "strict"]();
        const found = { matched, total, ids: [...ordinals].map((ordinal) => records[ordinal]!.id), dropped };
        const ids = expected!.ids;
        expect(found, q).toEqual({
          matched: isTranslated ? matched : expected!.matched,
          total: ids.length,
          ids: ids.slice((page - 1) * 7, page * 7),
          dropped: expected!.dropped,
        });
      }),
      { numRuns: COUNT },
    );
  });

  it("finds nothing only if no word of several is in any text", () => {
    const { catalog, oracle } = searched;
    fc.assert(
      fc.property(queries(searched), (q) => {
        const { total } = catalog.list({ q });
        if (total > 0 || oracle.wordCount(q) === 1) return;
        expect(oracle.fewerWords({ q }).ids, q).toEqual([]);
      }),
      { numRuns: COUNT },
    );
  });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { FACETS } from "#src/format/filter-facets.js";
import type { IconRecord } from "#src/format/record.js";
import { temporaryFolder } from "../support/folder.js";
import { facetsByBruteForce, listByBruteForce } from "../support/oracle.js";
import { randomRuns } from "../support/random-runs.js";

const LABELS = {
  category: ["games", "music", "Video", "ärzte"],
  color: ["red", "blue", "green"],
  style: ["flat", "glyph"],
  mood: ["calm"],
  license: ["MIT", "CC0-1.0"],
} as const;

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const categories = fc.shuffledSubarray([...LABELS.category], { minLength: 1 });
const facts = fc.record(
  {
    categories,
    colors: fc.shuffledSubarray([...LABELS.color]),
    style: fc.constantFrom(...LABELS.style),
    mood: fc.constantFrom(...LABELS.mood),
    license: fc.constantFrom(...LABELS.license),
  },
  { requiredKeys: ["categories"] },
);
/** A record that names its categories in one of the three allowed ways. */
const record = fc.tuple(facts, fc.nat(2)).map(([{ categories, ...rest }, way]) => {
  const category = categories[0]!;
  if (way === 0) return { ...rest, categories };
  return way === 1 ? { ...rest, category, categories } : { ...rest, category };
});
const records = fc
  .array(record, { minLength: 1, maxLength: 30 })
  .map((list) => list.map((record, at) => ({ id: `icon-${at}`, name: `Icon ${at}`, developer: "x", ...record })));
const filter = (labels: readonly string[]) => optional(fc.subarray([...labels]));
const queries = fc.array(
  fc.record({
    category: filter(LABELS.category),
    color: filter(LABELS.color),
    style: filter(LABELS.style),
    mood: filter(LABELS.mood),
    license: filter(LABELS.license),
  }),
  { minLength: 5, maxLength: 10 },
);

describe("icons with several categories", () => {
  it("are listed, filtered and counted like a brute-force pass over the records, once in each category", async () => {
    const folder = temporaryFolder();
    const data = join(folder, "icons.json");
    const out = join(folder, "out");
    await fc.assert(
      fc.asyncProperty(records, queries, async (source, asked) => {
        writeFileSync(data, JSON.stringify(source));
        await compile({ data, out, jobs: 1, keep: 1, allowRemovals: true });
        const catalog = openCatalog(out);
        const expected = source.map(
          (record) =>
            ({ category: "categories" in record ? record.categories[0] : undefined, ...record }) as IconRecord,
        );
        for (const query of asked) {
          const given = Object.fromEntries(Object.entries(query).filter(([, labels]) => labels !== undefined));
          const { ordinals, total, facets } = catalog.list({ ...given, limit: 100, facets: FACETS });
          const ids = listByBruteForce(expected, given);
          expect(Array.from(ordinals, (ordinal) => catalog.item(ordinal).id)).toEqual(ids);
          expect(total).toBe(ids.length);
          expect(facets).toEqual(facetsByBruteForce(expected.filter(({ id }) => ids.includes(id))));
          const wider = catalog.list({ ...given, limit: 1, facets: FACETS, alternatives: true }).facets!;
          for (const facet of FACETS) {
            const without = listByBruteForce(expected, { ...given, [facet]: undefined });
            const counted = facetsByBruteForce(expected.filter(({ id }) => without.includes(id)));
            expect(wider[facet], facet).toEqual(counted[facet]);
          }
        }
        expect(catalog.labels("category")).toEqual(facetsByBruteForce(expected).category);
        for (const record of expected) expect(catalog.get(record.id)).toEqual(record);
      }),
      randomRuns(40),
    );
  });
});

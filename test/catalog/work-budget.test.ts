import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { createBudget, maxSteps } from "#src/catalog/execution/work-budget.js";
import { QueryTooExpensiveError } from "#src/catalog/generation/catalog-errors.js";
import { type ListRequest, readListRequest } from "#src/catalog/list-request.js";
import { fold } from "#src/text/fold.js";
import {
  composedIcons,
  createTemporaryFolder,
  markedIcons,
  nearIcons,
  signIcons,
  spacedIcons,
  type TemporaryFolder,
} from "../support/hostile-icons.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let folder: TemporaryFolder;
beforeAll(() => {
  folder = createTemporaryFolder();
});
afterAll(() => folder.remove());

interface Spent {
  readonly steps: number;
  readonly ids: readonly string[];
}

/** The cost of a request, including highlighting if it has a query. */
function spend(catalog: Catalog, request: ListRequest, limit = Number.POSITIVE_INFINITY): Spent {
  const budget = createBudget(limit);
  const query = readListRequest({ limit: 100, ...request });
  const { ordinals } = catalog.page(query, budget);
  if (request.q !== undefined) catalog.extendedText(ordinals, { highlight: query }, "", budget);
  return { steps: budget.spent(), ids: Array.from(ordinals, (ordinal) => catalog.record(ordinal).id) };
}

async function open(name: string, icons: readonly object[]): Promise<Catalog> {
  const data = folder.write(name, icons);
  const out = `${data}-out`;
  await compile({ data, out });
  return openCatalog(out);
}

/** The growth of a request's steps when the dataset becomes four times as large. */
async function growth(name: string, make: (count: number) => readonly object[], request: ListRequest): Promise<number> {
  const small = await open(`${name}-small.json`, make(500));
  const large = await open(`${name}-large.json`, make(2000));
  return spend(large, request).steps / spend(small, request).steps;
}

describe("work of a request", () => {
  it.each<[string, (count: number) => readonly object[], ListRequest]>([
    ["words that names split in all ways", spacedIcons, { q: "abcdefghijklmnopqzz abcdefghijklmnopqyy" }],
    ["a word with many near terms", nearIcons, { q: "qwertzuiopasdfghjklyxcvbxx" }],
    ["symbols that all names nearly contain", signIcons, { q: "=".repeat(41) }],
    ["counted labels", signIcons, { facets: ["category"] }],
  ])("spends work that grows at most linearly with the dataset: %s", async (name, make, request) => {
    expect(await growth(fold(name), make, request)).toBeLessThan(4.6);
  });

  it.each<[string, (count: number) => readonly object[], ListRequest]>([
    ["combining marks", markedIcons, { q: "ก zz" }],
    ["a script without spaces", composedIcons, { q: "一 一一 一一一 zz" }],
  ])("spends work on highlighting that grows at most linearly with the page: %s", async (name, make, request) => {
    const catalog = await open(`${fold(name)}.json`, make(100));
    const ten = spend(catalog, { ...request, limit: 10 }).steps;
    expect(spend(catalog, { ...request, limit: 100 }).steps / ten).toBeLessThan(11);
  });

  it("fails a request at the same step each time if it exceeds the budget, and completes it otherwise", async () => {
    const catalog = await open("limits.json", [...spacedIcons(300), ...nearIcons(300)]);
    const requests: ListRequest[] = [
      { q: "abcdefghijklmnopqzz" },
      { q: "qwertzuiopasdfghjklyxcvbxx abc" },
      { q: "a b c d" },
      { q: "qwertz", facets: ["category", "style"] },
      { category: ["c1", "c2", "c3"], facets: ["category"] },
    ];
    fc.assert(
      fc.property(fc.constantFrom(...requests), fc.double({ min: 0, max: 1.2, noNaN: true }), (request, part) => {
        const { steps, ids } = spend(catalog, request);
        const limit = Math.floor(steps * part);
        if (limit < steps) expect(() => spend(catalog, request, limit)).toThrow(QueryTooExpensiveError);
        else expect(spend(catalog, request, limit)).toEqual({ steps, ids });
      }),
    );
  });

  it("spends a small part of the budget on each judged query over the shipped icons", () => {
    const catalog = openCatalog(shippedArtifacts);
    const judged = JSON.parse(readFileSync("test/judged/shipped.json", "utf8")) as { query: string }[];
    const texts = judged.map(({ query }) => query);
    const most = Math.max(...texts.map((q) => spend(catalog, { q }).steps));
    expect(texts.length).toBeGreaterThan(50);
    expect(most).toBeLessThan(maxSteps(catalog.size) / 4);
  });
});

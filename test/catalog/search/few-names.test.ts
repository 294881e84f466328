import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";

/** Fewer names are few. */
const FEW = 20;

const icon = (name: string, category: string, keywords: readonly string[] = []) => ({
  id: name.toLowerCase().replaceAll(" ", "-"),
  name,
  developer: "Ann",
  category,
  keywords,
});

const RECORDS = [
  icon("Tea", "drinks", ["cup"]),
  icon("Kettle", "kitchen", ["tea", "cup"]),
  icon("Paper Cup Tea", "drinks"),
  icon("Cup Tea Bag", "kitchen"),
  icon("Spoon", "drinks", ["pot"]),
  ...Array.from({ length: FEW }, (_, at) => icon(`Pot ${at}`, "kitchen")),
];

const folder = mkdtempSync(join(tmpdir(), "icons-few-names-"));
let catalog: Catalog;

beforeAll(async () => {
  mkdirSync(join(folder, "icons"));
  writeFileSync(join(folder, "dataset.json"), JSON.stringify({ name: "x" }));
  writeFileSync(join(folder, "icons/a.json"), JSON.stringify(RECORDS));
  await compile({ data: folder, out: join(folder, "out"), jobs: 1, cache: false });
  catalog = openCatalog(join(folder, "out"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const found = (request: Parameters<Catalog["list"]>[0]) => {
  const { ordinals, matched, total } = catalog.list(request);
  return { ids: [...ordinals].map((ordinal) => catalog.record(ordinal).id), matched, total };
};

it("lists icons with the words in texts after the few that have them in names", () => {
  const ids = ["cup-tea-bag", "paper-cup-tea", "tea", "kettle"];
  expect(found({ q: "cup with tea" })).toEqual({ ids, matched: "fillers", total: 4 });
});

it("sorts and filters both", () => {
  const ids = ["cup-tea-bag", "kettle"];
  expect(found({ q: "cup with tea", category: ["kitchen"], sort: "name" })).toEqual({
    ids,
    matched: "fillers",
    total: 2,
  });
});

it("lists no others after many names, even if a filter leaves few", () => {
  expect(found({ q: "the pot" }).total).toBe(FEW);
  expect(found({ q: "the pot", category: ["drinks"] }).total).toBe(0);
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { readListRequest } from "#src/catalog/list-request.js";

const NAMES = "Bookmark|Book Marker|Camera|Cameraswitch|C|C Plus Plus|User|Nousresearch|Chevron Down|Up".split("|");
const RECORDS = [
  ...NAMES.map((name) => ({ id: `a:${name.toLowerCase().replaceAll(" ", "-")}`, name })),
  { id: "b:bin", name: "Bin", keywords: ["trash", "user"] },
  { id: "b:lens", name: "Lens", description: "Seen through a camera." },
];

const folder = mkdtempSync(join(tmpdir(), "icons-likely-"));
let catalog: Catalog;

beforeAll(async () => {
  const records = RECORDS.map((record) => ({ developer: "Ann", category: "all", ...record }));
  writeFileSync(join(folder, "data.json"), JSON.stringify(records));
  await compile({ data: join(folder, "data.json"), out: join(folder, "out"), jobs: 1 });
  catalog = openCatalog(join(folder, "out"));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ["bookmark", true, undefined],
  ["book mark", false, "bookmark"],
  ["chevrondown", false, "chevron down"],
  ["cameras", false, "camera"],
  ["c++", false, "c plus plus"],
  ["usre", true, "user"],
  ["usre", false, undefined],
  ["books marked up with a pen", true, undefined],
  ["c", false, undefined],
  ["+", false, undefined],
  ["zzz", true, undefined],
])("takes %s (spelling: %s) for %s", (query, respell, expected) => {
  expect(catalog.likelyName(query, respell)).toBe(expected);
});

it("searches within some ids as if no other icons existed", () => {
  const found = (q: string, within?: readonly string[]) =>
    [...catalog.page(readListRequest({ q }), undefined, within).ordinals].map((ordinal) => RECORDS[ordinal]!.id);
  expect(found("user")).toEqual(["a:user"]);
  expect(found("user", ["b:"])).toEqual(["b:bin"]);
  expect(found("camera", ["b:"])).toEqual(["b:lens"]);
  expect(found("bookmark", ["b:"])).toEqual([]);
});

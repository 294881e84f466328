import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";

const icon = (name: string, more: { readonly keywords?: readonly string[]; readonly description?: string } = {}) => ({
  id: name.toLowerCase().replaceAll(" ", "-"),
  name,
  developer: "Ann",
  category: "all",
  ...more,
});

/** In the reverse of the expected order, among so many others that one icon is a mention. */
const RECORDS = [
  icon("Seven", { description: "Makes a gadget." }),
  icon("Six", { keywords: ["gadget"] }),
  icon("Five Old Gadget"),
  icon("Four Gadget"),
  icon("Three Gadgets"),
  icon("Two", { keywords: ["gadget", "red gadget", "gadget box"] }),
  icon("Gadgets"),
  icon("Gadget"),
  icon("One", { keywords: ["frob"] }),
  icon("Revert Button"),
  icon("Arrow Back Up"),
  icon("Revert"),
  icon("Wiper", { keywords: ["undo"] }),
  icon("Zero", { description: "Turns a nozzle." }),
  ...Array.from({ length: 300 }, (_, at) => icon(`Other ${at}`)),
];

const folder = mkdtempSync(join(tmpdir(), "icons-mentions-"));
let catalog: Catalog;

beforeAll(async () => {
  mkdirSync(join(folder, "icons"));
  const write = (file: string, value: unknown) => writeFileSync(join(folder, file), JSON.stringify(value));
  write("dataset.json", { name: "x" });
  write("synonyms.json", { frob: { to: ["gadget"] }, nozzle: { to: ["gadget"] } });
  write("icons/a.json", RECORDS);
  await compile({ data: folder, out: join(folder, "out"), jobs: 1, cache: false });
  catalog = openCatalog(join(folder, "out"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const found = (q: string) => {
  const { ordinals, matched, total } = catalog.list({ q });
  return { ids: [...ordinals].map((ordinal) => catalog.record(ordinal).id), matched, total };
};
/** docs/search.md, row "the same in `mention`": 4, 4, 4, 3, 3, 2, 2; equal weights in display order. */
const BY_SYNONYM = ["two", "gadgets", "gadget", "four-gadget", "three-gadgets", "six", "five-old-gadget"];

it("lists icons with synonyms after the one that mentions a word, by the weights of the documentation", () => {
  expect(found("frob").matched).toBe("mention");
  expect(found("frob").ids).toEqual(["one", ...BY_SYNONYM]);
});

it("lists no icon that has a synonym in its description only", () => {
  expect(found("frob").total).toBe(1 + BY_SYNONYM.length);
});

it("answers with synonyms if only a description mentions the word", () => {
  const ids = ["two", "gadget", "gadgets", "four-gadget", "three-gadgets", "five-old-gadget", "six", "zero", "seven"];
  expect(found("nozzle")).toEqual({ ids, matched: "synonyms", total: ids.length });
});

it("weighs names that mean the same like whole names with a synonym", () => {
  const ids = ["wiper", "arrow-back-up", "revert", "revert-button"];
  expect(found("undo")).toEqual({ ids, matched: "mention", total: ids.length });
});

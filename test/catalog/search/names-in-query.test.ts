import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";

const icon = (name: string, description: string, more: { readonly aliases?: readonly string[] } = {}) => ({
  id: name.toLowerCase().replaceAll(" ", "-"),
  name,
  developer: "Ann",
  category: "all",
  description,
  ...more,
});

/** Among so many others that single icons are mentions. "Frobly", "zorb" and "qix" have no synonyms, "music" has. */
const RECORDS = [
  icon("Plugins", "Adds login pages and dashboards to frobly."),
  icon("Viewer", "Adds songs on the desktop to a website of frobly."),
  icon("Frobly Studio", "Draws."),
  icon("Music", "Nothing else."),
  icon("Frobly", "Paints.", { aliases: ["Zorb"] }),
  icon("Bank of Frobly", "Saves."),
  icon("Qix", "A short name."),
  icon("Grumpf Vizzle Box", "Holds things."),
  ...Array.from({ length: 400 }, (_, at) => icon(`Other ${at}`, "A desktop for vessels.")),
];

const folder = mkdtempSync(join(tmpdir(), "icons-names-in-query-"));
let catalog: Catalog;

beforeAll(async () => {
  mkdirSync(join(folder, "icons"));
  writeFileSync(join(folder, "dataset.json"), JSON.stringify({ name: "x" }));
  writeFileSync(join(folder, "icons/a.json"), JSON.stringify(RECORDS));
  await compile({ data: folder, out: join(folder, "out"), jobs: 1, cache: false });
  catalog = openCatalog(join(folder, "out"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a whole name in a longer query comes first", () => {
  it.each([
    ["please open frobly vessels", "fewer-words", ["frobly"], "a name"],
    ["please open zorb vessels", "fewer-words", ["frobly"], "an alias"],
    [
      "please open bank of frobly vessels",
      "fewer-words",
      ["bank-of-frobly"],
      "a name with a filler, not the one within",
    ],
    ["please open frobly studio vessels", "fewer-words", ["frobly-studio"], "a longer name"],
    ["frobly login pages vessels", "fewer-words", ["frobly"], "a name, before an icon with more words in its texts"],
    ["qix adds login dashboards vessels", "fewer-words", ["plugins"], "not one of three letters"],
    ["music adds login dashboards vessels", "fewer-words", ["plugins"], "not one that has synonyms"],
    ["frobly grumpf vizzle vessels", "fewer-words", ["grumpf-vizzle-box"], "not before two words in a name"],
    ["frobly adds", "meaning", ["frobly", "plugins", "viewer"], "before icons that have every word in their texts"],
    ["frobly desktop", "mention", ["viewer", "frobly"], "not before the one icon that has every word"],
    ["frobly website", "mention", ["frobly", "viewer"], "unless one of the words is an ambiguous filler"],
  ])("%s: %s, %j: %s", (q, matched, first) => {
    const page = catalog.list({ q });
    const ids = [...page.ordinals].map((ordinal) => catalog.record(ordinal).id);
    expect({ matched: page.matched, first: ids.slice(0, first.length) }).toEqual({ matched, first });
  });
});

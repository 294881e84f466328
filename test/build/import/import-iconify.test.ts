import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { createImageSource } from "#build/image/source/image-source.js";
import { type ImportOptions, type ImportResult, importIconify } from "#build/import/iconify/import-iconify.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";

interface Imported {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly category: string;
  readonly aliases?: readonly string[];
}

const TRIANGLE = '<path d="M1 1h4L1 15z" fill="#1877f2"/>';
const DOT = '<circle cx="8" cy="8" r="5" fill="currentColor"/>';

const SET = {
  prefix: "tiny",
  info: {
    name: "Tiny, really",
    author: { name: "Ann\tExample" },
    license: { title: "MIT", spdx: "MIT", url: "https://example.com" },
    category: "UI, 16px",
    tags: ["Sharp"],
    palette: true,
  },
  icons: {
    "arrow-left-bold": { body: TRIANGLE },
    dot: { body: DOT, width: 16 },
    constructor: { body: DOT },
    gone: { body: DOT, hidden: true },
    empty: { body: "" },
    bodiless: { width: 3 },
    "Bad Name": { body: DOT },
    wide: { body: DOT, width: "16" },
  },
  aliases: {
    back: { parent: "arrow-left-bold" },
    "go-back": { parent: "back" },
    "arrow-right-bold": { parent: "arrow-left-bold", hFlip: true },
    forward: { parent: "arrow-right-bold" },
    "full-turn": { parent: "dot", rotate: 4 },
    was: { parent: "gone" },
    secret: { parent: "dot", hidden: true },
    lost: { parent: "nowhere" },
    around: { parent: "and-around" },
    "and-around": { parent: "around" },
    "of-nothing": { parent: "empty" },
  },
  categories: { "Arrows, small": ["arrow-left-bold", "back", "nobody"], Pointers: ["go-back"], Odd: "dot" },
};

const read = (file: string): Imported[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

function importInto(out: string, sources: readonly string[], more: Partial<ImportOptions> = {}): Promise<ImportResult> {
  return importIconify({ sources, out, ...more });
}

/** Imports invalid sources. @returns the message of the error, which must be an expected one */
async function refusalOf(out: string, sources: readonly string[]): Promise<string> {
  const error = await importInto(out, sources).then(
    () => undefined,
    (reason: Error) => reason,
  );
  expect(["TypeError", "ReferenceError", "SyntaxError"]).not.toContain(error?.name);
  return error!.message;
}

const buildStrictly = (data: string, out: string) => compile({ data, out, jobs: 1, strict: true });

describe("icons import iconify", () => {
  it("creates a record of every icon with the set's data and the icon's aliases", async () => {
    const folder = temporaryFolder({ "tiny.json": SET });
    const out = join(folder, "out");
    const { code, stdout, stderr } = await runHere([
      "import",
      "iconify",
      join(folder, "tiny.json"),
      "--out",
      out,
      "--json",
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ dataset: "Tiny, really", sets: 1, icons: 4, aliases: 4, hidden: 1 });
    const facts = { set: "Tiny, really", tags: ["Sharp"] };
    const common = { developer: "Ann Example", category: "UI 16px" };
    const ofSet = "tiny: Tiny, really";
    expect(read(join(out, "icons/tiny.ndjson"))).toEqual([
      {
        id: "tiny:dot",
        name: "Dot",
        ...common,
        rank: 0,
        image: "iconify:tiny/dot",
        aliases: ["Full Turn", ofSet],
        attributes: facts,
      },
      {
        id: "tiny:constructor",
        name: "Constructor",
        ...common,
        rank: 0,
        image: "iconify:tiny/constructor",
        aliases: [ofSet],
        attributes: facts,
      },
      {
        id: "tiny:arrow-left-bold",
        name: "Arrow Left Bold",
        ...common,
        rank: 2,
        image: "iconify:tiny/arrow-left-bold",
        aliases: ["Back", "Go Back", ofSet],
        attributes: { ...facts, categories: ["Arrows, small", "Pointers"] },
      },
      {
        id: "tiny:arrow-right-bold",
        name: "Arrow Right Bold",
        ...common,
        rank: 2,
        image: "iconify:tiny/arrow-right-bold",
        aliases: ["Forward", ofSet],
        attributes: facts,
      },
    ]);
  });

  it("reports every skipped icon with the reason", async () => {
    const folder = temporaryFolder({ "tiny.json": SET });
    const { skipped } = await importInto(join(folder, "out"), [join(folder, "tiny.json")]);
    expect(Object.fromEntries(skipped.first.map(({ icon, reason }) => [icon, reason]))).toEqual({
      "tiny:empty": "has no body",
      "tiny:bodiless": "has no body",
      "tiny:Bad Name": expect.stringContaining("invalid name"),
      "tiny:wide": "has a width that is not a number",
      "tiny:lost": 'has a parent that does not exist: "nowhere"',
      "tiny:around": "is an alias in an endless chain of aliases",
      "tiny:and-around": "is an alias in an endless chain of aliases",
      "tiny:of-nothing": 'its parent "empty" has no body',
    });
    expect(skipped).toMatchObject({ sets: 0, icons: 8 });
  });

  it("creates a dataset that builds without warnings from any location", async () => {
    const folder = temporaryFolder({ "tiny.json": SET });
    await importInto(join(folder, "out"), [join(folder, "tiny.json")]);
    const moved = join(temporaryFolder(), "moved");
    renameSync(join(folder, "out"), moved);
    const built = await buildStrictly(moved, join(folder, "artifacts"));
    expect(built).toMatchObject({ skipped: [], stale: [] });
    const catalog = openCatalog(join(folder, "artifacts"));
    expect(catalog.list({ q: "go back" }).total).toBe(1);
    const [left, right] = ["left", "right"].map((side) => catalog.get(`tiny:arrow-${side}-bold`));
    expect(left!.colors).toEqual(["blue"]);
    expect(right!.phash).not.toBe(left!.phash);
  });

  it("imports the installed packages, with as many icons as they show", async () => {
    const out = join(temporaryFolder(), "new/out");
    const packages = ["@iconify-json/logos", "@iconify-json/simple-icons"];
    const result = await importInto(out, packages, { name: "Brands" });
    expect(result).toMatchObject({ dataset: "Brands", sets: 2, skipped: { sets: 0, icons: 0, first: [] } });
    const require = createRequire(import.meta.url);
    let total = 0;
    for (const name of packages) {
      const set = require(`${name}/icons.json`);
      const info = require(`${name}/info.json`);
      const records = read(join(out, "icons", `${set.prefix}.ndjson`));
      expect(records).toHaveLength(info.total);
      expect(new Set(records.map(({ category }) => category))).toEqual(new Set([info.category]));
      const pictures = createImageSource(out);
      for (const { image } of records) {
        const { bytes } = await pictures.read(image);
        expect(Buffer.from(bytes).toString()).toContain(set.icons[image.split("/")[1]!].body);
      }
      total += records.length;
    }
    expect(result.icons).toBe(total);
    expect(read(join(out, "icons/logos.ndjson")).find(({ id }) => id === "logos:apache-http")?.aliases).toEqual([
      "Apache",
      "logos: SVG Logos",
    ]);
  });

  it("imports the sets of a package of all sets, a package of one set, and a folder of files", async () => {
    const tiny = (prefix: string): object => ({ ...SET, prefix });
    const folder = temporaryFolder({
      "all/collections.json": { b: {}, a: {} },
      "all/package.json": { name: "@iconify/json" },
      "all/json/a.json": tiny("a"),
      "all/json/b.json": tiny("b"),
      "all/json/unlisted.json": tiny("unlisted"),
      "one/icons.json": { ...tiny("one"), info: undefined, categories: undefined },
      "one/info.json": SET.info,
      "one/metadata.json": { categories: SET.categories },
      "files/c.json": tiny("c"),
      "files/d.json": tiny("d"),
    });
    const { sets } = await importInto(
      join(folder, "out"),
      ["all", "one", "files"].map((name) => join(folder, name)),
    );
    expect(sets).toBe(5);
    const [ofPackage, ofFile] = ["one", "a"].map((prefix) =>
      readFileSync(join(folder, `out/icons/${prefix}.ndjson`), "utf8").replaceAll(/"rank":\d+,/g, ""),
    );
    expect(ofPackage).toBe(ofFile!.replaceAll('"a:', '"one:').replaceAll(":a/", ":one/"));
    expect(JSON.parse(readFileSync(join(folder, "out/iconify/one.json"), "utf8")).info).toEqual(
      JSON.parse(JSON.stringify(SET.info)),
    );
    expect(readdirSync(join(folder, "out/icons"))).toEqual(["a", "b", "c", "d", "one"].map((name) => `${name}.ndjson`));
  });

  it("makes icons searchable by their set, with plain names first and sets in package order", async () => {
    const names = ["acorn", "mobile-home", "home-line", "home", "home-line-thin", "acorn-cap"];
    const drawn = Object.fromEntries(names.map((name) => [name, { body: DOT }]));
    const set = (prefix: string, name: string): object => ({ prefix, info: { ...SET.info, name }, icons: drawn });
    const folder = temporaryFolder({
      "all/collections.json": { "zed-zed": {}, abc: {} },
      "all/json/abc.json": set("abc", "Alpha Icons"),
      "all/json/zed-zed.json": set("zed-zed", "Acorn"),
    });
    await importInto(join(folder, "out"), [join(folder, "all")]);
    await buildStrictly(join(folder, "out"), join(folder, "artifacts"));
    const catalog = openCatalog(join(folder, "artifacts"));
    const found = (q?: string): string[] =>
      [...catalog.list({ q }).ordinals].map((ordinal) => catalog.record(ordinal).id);
    const byWords = [["acorn", "home"], ["mobile-home", "home-line", "acorn-cap"], ["home-line-thin"]];
    expect(found()).toEqual(
      byWords.flatMap((alike) => ["zed-zed", "abc"].flatMap((prefix) => alike.map((name) => `${prefix}:${name}`))),
    );
    expect(found("home").slice(0, 4)).toEqual(["zed-zed:home", "abc:home", "zed-zed:home-line", "abc:home-line"]);
    for (const q of ["abc home", "abc:home", "home alpha", "Alpha Icons Home"]) expect(found(q)[0], q).toBe("abc:home");
    expect(found("abc home").every((id) => id.startsWith("abc:"))).toBe(true);
    expect(found("zed-zed:mobile-home")).toEqual(["zed-zed:mobile-home"]);
    // A set whose name matches does not come before icons whose names match.
    expect(found("acorn").slice(2, 4)).toEqual(["zed-zed:acorn-cap", "abc:acorn-cap"]);
  });

  it("skips invalid sets, reports each, and imports the others", async () => {
    const folder = temporaryFolder({
      "sets/a.json": SET,
      "sets/again.json": SET,
      "sets/cut.json": JSON.stringify(SET).slice(0, 200),
      "sets/hidden.json": { prefix: "hidden", icons: { a: { body: DOT, hidden: true } } },
      "sets/list.json": [SET],
      "sets/no-icons.json": { prefix: "none" },
      "sets/prefix.json": { ...SET, prefix: "../x" },
    });
    const { code, stdout } = await runHere(["import", "iconify", join(folder, "sets"), "--out", join(folder, "out")]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/skipped 8 icons and 6 sets/);
    expect(stdout).toMatch(/again\.json: the set tiny was already imported from .*a\.json/);
    expect(stdout).toMatch(/cut\.json: is not valid JSON/);
    expect(stdout).toMatch(/hidden\.json: the set hidden has no icon to show/);
    expect(stdout).toMatch(/list\.json: is not an Iconify set/);
    expect(stdout).toMatch(/no-icons\.json: is not an Iconify set: icons must be an object/);
    expect(stdout).toMatch(/prefix\.json: is not an Iconify set: prefix/);
    expect(readdirSync(join(folder, "out/iconify"))).toEqual(["tiny.json"]);
  });

  it("creates valid records for any metadata of a set", async () => {
    const cases: readonly (readonly [info: unknown, expected: object])[] = [
      [undefined, { developer: "s0", category: "s0", attributes: { set: "s0" } }],
      [{ name: "Mine" }, { developer: "Mine", category: "Mine", attributes: { set: "Mine" } }],
      [
        { name: 5, author: null, license: null, tags: [1, null], category: {} },
        { developer: "s2", category: "s2" },
      ],
      [
        { title: "Old", author: "Bob", license: "MIT", licenseID: "MIT" },
        { developer: "Bob", attributes: { set: "Old" } },
      ],
      [{ name: "Commas", author: { name: "A" }, category: ", ," }, { category: "Commas" }],
      [
        { name: "n".repeat(999), author: { name: "a".repeat(999) }, category: "é ".repeat(99) },
        { developer: "a".repeat(200), category: `${"é ".repeat(29)}é` },
      ],
      [
        { name: "Null", author: null },
        { developer: "s6", attributes: { set: "s6" } },
      ],
    ];
    const sets = cases.map(([info], at) => [
      `in/s${at}.json`,
      { prefix: `s${at}`, info, icons: { a: { body: DOT } }, categories: [null] },
    ]);
    const folder = temporaryFolder(Object.fromEntries(sets));
    const { skipped } = await importInto(join(folder, "out"), [join(folder, "in")]);
    expect(skipped.first).toEqual([]);
    for (const [at, [, expected]] of cases.entries()) {
      expect(read(join(folder, `out/icons/s${at}.ndjson`))).toMatchObject([expected]);
    }
    await buildStrictly(join(folder, "out"), join(folder, "artifacts"));
  });

  it("uses one spelling for a category of two sets, as builds require", async () => {
    const set = (prefix: string, category: string): object => ({ ...SET, prefix, info: { ...SET.info, category } });
    const folder = temporaryFolder({ "in/a.json": set("a", "Logos"), "in/b.json": set("b", "LOGOS") });
    await importInto(join(folder, "out"), [join(folder, "in")]);
    expect(read(join(folder, "out/icons/b.ndjson"))[0]!.category).toBe("Logos");
  });
});

describe("output folder of an import", () => {
  it("rejects an output folder that is not empty, and replaces it with --force", async () => {
    const folder = temporaryFolder({ "tiny.json": SET });
    const out = join(folder, "out");
    mkdirSync(out);
    await importInto(out, [join(folder, "tiny.json")]);
    writeFileSync(join(out, "icons/old.ndjson"), "");
    expect(await refusalOf(out, [join(folder, "tiny.json")])).toContain("Add --force");
    expect(existsSync(join(out, "icons/old.ndjson"))).toBe(true);
    await importInto(out, [join(folder, "tiny.json")], { force: true });
    expect(readdirSync(join(out, "icons"))).toEqual(["tiny.ndjson"]);
    expect(readdirSync(folder).sort()).toEqual(["out", "tiny.json"]);
  });

  it("never replaces a folder that contains anything other than an import", async () => {
    const folder = temporaryFolder({ "tiny.json": SET, "out/icons/a.json": [], "out/thesis.txt": "x" });
    const { code, stderr } = await runHere([
      ...["import", "iconify", join(folder, "tiny.json"), "--out", join(folder, "out"), "--force"],
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain("thesis.txt");
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(readFileSync(join(folder, "out/thesis.txt"), "utf8")).toBe("x");
  });

  it.each([
    ["a file that is not a set", ["broken.json"], "is not valid JSON"],
    ["sets without an icon", ["none.json"], "no icon to show"],
    ["a file that does not exist", ["tiny.json", "./nowhere.json"], "does not exist"],
    ["a package that is not installed", ["@iconify-json/nowhere"], "npm install @iconify-json/nowhere"],
    ["a bare prefix", ["no-such-prefix"], "npm install @iconify-json/no-such-prefix"],
    ["a folder without sets", ["empty"], "contains no .json file"],
  ])("rejects %s", async (_, sources, said) => {
    const folder = temporaryFolder({
      "tiny.json": SET,
      "broken.json": "{",
      "none.json": { prefix: "none", icons: {} },
      "empty/a.txt": "",
    });
    const paths = sources.map((source) => (/^(@|no-such)/.test(source) ? source : `${folder}/${source}`));
    expect(await refusalOf(join(folder, "out"), paths)).toContain(said);
    expect(readdirSync(folder).sort()).toEqual(["broken.json", "empty", "none.json", "tiny.json"]);
  });

  it("removes a killed import's leftovers, but waits for a running import", async () => {
    const folder = temporaryFolder({ "tiny.json": SET });
    const out = join(folder, "out");
    for (const pid of [999999999, process.ppid]) mkdirSync(join(folder, `.out.importing-${pid}`));
    const sources = [join(folder, "tiny.json")];
    const imports = ["A", "B", "C"].map((name) => importIconify({ sources, out, name, force: true }));
    expect((await Promise.all(imports)).map(({ dataset, icons }) => [dataset, icons])).toEqual(
      ["A", "B", "C"].map((name) => [name, 4]),
    );
    expect(readdirSync(folder).sort()).toEqual(["out", "tiny.json"]);
    expect(read(join(out, "icons/tiny.ndjson"))).toHaveLength(4);
  });
});

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify as stringifyCsv } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify as stringifyYaml } from "yaml";
import type { SourceRecord } from "#build/dataset/source-record.js";
import { importRecords, type RecordsOptions, type RecordsResult } from "#build/import/records/import-records.js";
import { readRows } from "#build/import/records/read-rows.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h6v3H1z" fill="#1877f2"/></svg>';
const KITE = { id: "kite", name: "Kite", developer: "Acme", category: "games" };

async function imported(
  files: Readonly<Record<string, unknown>>,
  options: Partial<RecordsOptions> = {},
): Promise<{ readonly result: RecordsResult; readonly records: SourceRecord[]; readonly out: string }> {
  const folder = temporaryFolder(files);
  const out = join(folder, "out");
  const result = await importRecords({ file: join(folder, Object.keys(files)[0]!), out, ...options });
  const text = readFileSync(join(out, "icons/records.ndjson"), "utf8").trimEnd();
  return { result, records: text.split("\n").map((line) => JSON.parse(line)), out };
}

describe("icons import records", () => {
  it("fails if the disk takes only a part of the records", () => {
    const rows = Array.from({ length: 9000 }, (_, n) => ({ ...KITE, id: `kite-${n}` }));
    const folder = temporaryFolder({ "many.json": rows });
    const args = ["cli/icons.mjs", "import", "records", join(folder, "many.json"), "--out", join(folder, "out")];
    // Larger than every other file. The first write reaches it; only the one after that fails.
    const line = `ulimit -f 300; exec "$0" "$@"`;
    const { status, stderr } = spawnSync("bash", ["-c", line, process.execPath, ...args], { encoding: "utf8" });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/icons\/records\.ndjson: EFBIG.*`ulimit -f`/)]);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  it("guesses the columns, shows them, copies the images, and writes a dataset that builds", async () => {
    const folder = temporaryFolder({
      "apps.csv": "Title;Vendor;Type;Logo;Tags;Stock\nKite, Pro;Acme;games;art/kite.svg;fly|wind;5\nBoat;;tools;;;\n",
      "art/kite.svg": SVG,
    });
    const out = join(folder, "apps");
    const { code, stdout } = await runHere(["import", "records", join(folder, "apps.csv"), "--out", out]);
    expect(code).toBe(0);
    expect(stdout).toContain("as CSV: name=Title, developer=Vendor, category=Type, image=Logo, keywords=Tags\n");
    expect(stdout).toContain("left out columns: Stock\n");
    const built = await runHere(["build", out, "--out", join(folder, "artifacts"), "--json"]);
    expect(JSON.parse(built.stdout)).toMatchObject({ icons: 2, analyzed: 1, skipped: [] });
    const lines = readFileSync(join(out, "icons/records.ndjson"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        id: "kite-pro",
        name: "Kite, Pro",
        developer: "Acme",
        category: "games",
        keywords: ["fly", "wind"],
        image: "images/kite-pro.svg",
      },
      { id: "boat", name: "Boat", developer: "FILL IN", category: "tools" },
    ]);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["YAML with a list", { "a.yaml": "- {id: kite, title: Kite, developer: Acme, category: games} # flies\n" }],
    ["YAML with records by id", { "a.yml": "kite:\n  name: Kite\n  developer: Acme\n  category: games\n" }],
    [
      "YAML with several documents",
      { "a.yml": "---\nid: kite\nname: Kite\ndeveloper: Acme\ncategory: games\n---\n[]\n" },
    ],
    ["a list inside an object", { "a.json": { version: 2, icons: [KITE] } }],
    ["comments and trailing commas", { "a.jsonc": `// mine\n[${JSON.stringify(KITE)},]` }],
    ["JSON lines", { "a.ndjson": `${JSON.stringify(KITE)}\n\n` }],
    ["tabs", { "a.tsv": "id\tname\tdeveloper\tcategory\nkite\tKite\tAcme\tgames\n" }],
    [
      "UTF-16, little endian",
      { "a.csv": Buffer.from("\uFEFFid,name,developer,category\nkite,Kite,Acme,games", "utf16le") },
    ],
    ["UTF-16, big endian", { "a.json": Buffer.from(`\uFEFF${JSON.stringify([KITE])}`, "utf16le").swap16() }],
    ["UTF-8 with a byte order mark", { "a.csv": "\uFEFFid,name,developer,category\r\nkite,Kite,Acme,games\r\n" }],
  ])("reads %s", async (_, files) => {
    expect((await imported(files)).records).toEqual([KITE]);
  });

  it("reads every value that a CSV or YAML writer wrote", () => {
    const folder = temporaryFolder();
    const text = fc.string({ unit: "binary", minLength: 1 }).map((value) => `x${value.replaceAll(/\p{C}/gu, "")}x`);
    fc.assert(
      fc.property(fc.array(fc.record({ name: text, developer: text }), { minLength: 1, maxLength: 5 }), (rows) => {
        for (const [name, written] of [
          ["a.csv", stringifyCsv(rows, { header: true })],
          ["a.yaml", stringifyYaml(rows)],
        ] as const) {
          writeFileSync(join(folder, name), written);
          expect(readRows(join(folder, name)).rows).toEqual(rows);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("prefers --map to guesses, and fills in nested fields", async () => {
    const { records, result } = await imported(
      { "a.csv": "name,title,cost,identifiers.domains,rank\nx,Kite,3,kite.example;k.example,2\n" },
      { map: ["name=title", "attributes.price=cost"] },
    );
    expect(records).toEqual([
      {
        id: "kite",
        name: "Kite",
        developer: "FILL IN",
        category: "FILL IN",
        rank: 2,
        identifiers: { domains: ["kite.example", "k.example"] },
        attributes: { price: "3" },
      },
    ]);
    expect(result.leftOut).toEqual(["name"]);
  });

  it("leaves out records that can't be valid, with the reason", async () => {
    const { records, result } = await imported({
      "a.json": [
        KITE,
        { developer: "x" },
        { ...KITE, name: "Again" },
        { name: "kite" },
        { ...KITE, id: "r", category: "a, b" },
      ],
    });
    expect(records.map(({ id }) => id)).toEqual(["kite", "kite-2"]);
    expect(result.skipped.first).toEqual([
      { icon: "record 2", reason: "has neither id nor name" },
      { icon: "record 3", reason: 'the id "kite" is already used by an earlier record' },
      { icon: "r", reason: expect.stringContaining("field category: ") },
    ]);
  });

  it("completes addresses without a protocol, and leaves out other invalid values instead of their records", async () => {
    const folder = temporaryFolder({
      "a.csv": [
        "id,name,rank,website,source",
        "a,A,1,kite.example,www.kite.example/a?b#c",
        "b,B,2,//kite.example:8080/,https://kite.example",
        "c,C,x,HTTP://kite.example,n/a",
        "d,D,,me@kite.example,mailto:me@kite.example",
        "e,E,,kite,/kite.example",
      ].join("\n"),
      "b.json": [
        {
          ...{ ...KITE, aliases: ["Kite!", ""], versionHistory: [{ version: "1" }, { version: "2", date: "2020" }] },
          ...{ identifiers: { domains: ["no domain"], bundles: ["com.kite"] } },
        },
      ],
    });
    const out = join(folder, "out");
    const { stdout } = await runHere(["import", "records", join(folder, "a.csv"), "--out", out]);
    expect(stdout).toContain('6 invalid values left out:\n  c: field rank: has the wrong type (string), got "x". ');
    expect(stdout).toContain("added https:// to 2 values of website\nadded https:// to 1 value of source\n");
    const lines = readFileSync(join(out, "icons/records.ndjson"), "utf8").trimEnd().split("\n");
    expect(
      lines.map((line) => JSON.parse(line)).map(({ id, rank, website, source }) => [id, rank, website, source]),
    ).toEqual([
      ["a", 1, "https://kite.example", "https://www.kite.example/a?b#c"],
      ["b", 2, "https://kite.example:8080/", "https://kite.example"],
      ["c", undefined, "http://kite.example", undefined],
      ["d", undefined, undefined, undefined],
      ["e", undefined, undefined, undefined],
    ]);
    const result = await importRecords({ file: join(folder, "b.json"), out, force: true });
    expect(new Set(result.invalidFields.first.map(({ reason }) => reason.split(":")[0]))).toEqual(
      new Set(["versionHistory[0].date", "aliases[1]", "identifiers.domains[0]"].map((field) => `field ${field}`)),
    );
    expect(JSON.parse(readFileSync(join(out, "icons/records.ndjson"), "utf8"))).toEqual({
      ...KITE,
      ...{
        aliases: ["Kite!"],
        versionHistory: [{ version: "2", date: "2020" }],
        identifiers: { bundles: ["com.kite"] },
      },
    });
  });

  it("copies no file from outside the folder", async () => {
    const { records, result } = await imported({
      "in/a.json": [{ ...KITE, image: "../secret.svg" }],
      "secret.svg": SVG,
    });
    expect(records).toEqual([KITE]);
    expect(result.withoutImage.first[0]?.reason).toContain("leads outside");
  });

  it.each<[string, unknown, string[], string]>([
    [
      "a.csv",
      "name,developer\nKite\n",
      [],
      "a.csv: is not valid CSV: Invalid Record Length: columns length is 2, got 1 on line 2",
    ],
    ["a.csv", "name,name\nKite,Boat\n", [], 'a.csv:1: has two columns "name". Rename one of them.'],
    [
      "a.csv",
      Buffer.from("name\ncaf\xe9\n", "latin1"),
      [],
      "a.csv: is neither UTF-8 nor UTF-16 with a byte order mark.",
    ],
    ["a.yaml", "- name: [\n", [], "a.yaml: is not valid YAML"],
    ["a.yaml", bomb(), [], "a.yaml: is not valid YAML: Excessive alias count"],
    ["a.json", '[\n{"name": }]', [], "a.json:2: is not valid JSON: ValueExpected"],
    ["a.json", "[".repeat(100_000), [], "a.json: is nested more than 64 levels deep"],
    ["a.json", "[1]", [], "a.json: holds no records"],
    ["a.csv", "", [], "a.csv: holds no records"],
    ["a.csv", "name\nKite", ["nme=name"], "--map nme=name: there is no field nme. Did you mean name?"],
    ["a.csv", "name\nKite", ["name=title"], "--map name=title: there is no column title. Columns are name."],
    ["a.csv", "name\nKite", ["name"], "--map name: is not a pair. Write --map field=column"],
  ])("names what is wrong with %s: %j %j", async (name, content, map, message) => {
    const folder = temporaryFolder({ [name]: content });
    const out = join(folder, "out");
    await expect(importRecords({ file: join(folder, name), out, map })).rejects.toThrow(message);
    expect(existsSync(out)).toBe(false);
  });
});

describe("builds of datasets in other forms", () => {
  it.each<[string, unknown, string]>([
    ["a.csv", "id,name\n", "is CSV; datasets are JSON. Convert it with `icons import records FILE --out FOLDER`."],
    ["a.yaml", "- id: x\n", "is YAML; datasets are JSON."],
    ["a.json", "// mine\n[]", "1: has a comment; JSON has no comments. Remove the comment, or convert"],
    [
      "a.json",
      `[${JSON.stringify(KITE)},\n]`,
      '2: expected element, found "]". Remove the comma after the last record, or convert',
    ],
    [
      "a.json",
      Buffer.from("\uFEFF[]", "utf16le"),
      "is in UTF-16; records are read in UTF-8. Save the file as UTF-8, or",
    ],
    ["a.json", { icons: [KITE] }, 'is an object that holds the records in "icons"; a file holds an array of records'],
    [
      "a.json",
      { icons: Array.from({ length: 20_000 }, () => KITE) },
      'is an object that holds the records in "icons"; a file holds an array of records',
    ],
  ])("name the form of %s and the remedy: %#", async (name, content, message) => {
    const folder = temporaryFolder({ [name]: content });
    const { code, stderr } = await runHere(["build", join(folder, name), "--out", join(folder, "out")]);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).toContain("1 problem;");
  });
});

/** Nine levels of ten aliases each. */
function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(10)}]`);
  return `l0: &l0 x\n${levels.join("\n")}\n`;
}

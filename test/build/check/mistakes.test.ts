import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { DatasetError, formatProblem } from "#build/dataset/problems.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { icons } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";

const good = { id: "good", name: "Good", developer: "Goods", category: "games" };
const at = (id: string, more: object): object => ({ ...good, id, ...more });

/** Builds a dataset with problems. @returns a line per problem, and a line with their number */
async function errorOf(data: string, out: string): Promise<string> {
  const error: unknown = await compile({ data, out, jobs: 1 }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DatasetError);
  const { problems, message } = error as DatasetError;
  return [...problems.map(formatProblem), message].join("\n");
}

/** A record with one mistake, and texts that the message must contain: field, value, problem or remedy. */
const MISTAKES: readonly (readonly [record: unknown, ...said: string[]])[] = [
  [
    at("unknown-field", { catgory: "games" }),
    'record "unknown-field"',
    "field catgory",
    "unknown field",
    '"games"',
    "Did you mean category?",
  ],
  [at("extra-field", { vendor: "Acme" }), "field vendor", "unknown field", "put it under attributes"],
  [{ id: "no-name", developer: "x", category: "games" }, 'record "no-name"', "field name", "is missing"],
  [{ id: "no-developer", name: "x", category: "games" }, "field developer", "is missing"],
  [{ name: "No id", developer: "x", category: "games" }, "field id", "is missing"],
  [at("good", { name: "Twice" }), "field id", "is already used at", "a.json:2", '"good"'],
  [at("bad-category", { category: "gmaes" }), "field category", "not a known label", '"gmaes"', "Did you mean games?"],
  [at("comma", { style: "flat, round" }), "field style", "wrong form", "without a comma"],
  [at("number-name", { name: 5 }), "field name", "wrong type (number)", "got 5"],
  [at("empty-name", { name: "" }), "field name", "too short"],
  [at("bad-hash", { phash: "XYZ" }), "field phash", '"XYZ"', "16 lower-case hex digits"],
  [at("bad-color", { colors: ["blue", "turquoise"] }), "field colors[1]", '"turquoise"', "one of black, white"],
  [at("bad-url", { website: "example.com" }), "field website", '"example.com"', "https://example.com"],
  [at("bad-image", { image: "/etc/passwd" }), "field image", '"/etc/passwd"', "relative to the dataset"],
  [at("bad-background", { background: "red" }), "field background", '"red"', "#rrggbb"],
  [at("bad-rank", { rank: "first" }), "field rank", "wrong type (string)", "a number"],
  [
    at("bad-date", { versionHistory: [{ version: "1", date: "May 2016" }] }),
    "field versionHistory[0].date",
    '"May 2016"',
    "2016-05",
  ],
  [at("bad-tag", { aiTags: [{ tag: "x", confidence: 2 }] }), "field aiTags[0].confidence", "got 2", "from 0 to 1"],
  [at("alias-text", { aliases: "fb" }), "field aliases", "wrong type (string)", "a list"],
  [at("odd id", { id: " padded " }), "field id", '" padded "', "trimmed"],
  [
    at("other-first", { categories: ["tools", "games"] }),
    "field category",
    '"games"',
    "not the first of categories",
    "or remove category",
  ],
  [at("none", { categories: [] }), "field categories", "too few", "1 to 20 distinct labels"],
  [at("unknown-license", { license: "Apachy" }), "field license", '"Apachy"', "not an SPDX id", "licenseUrl"],
  [
    at("variant-license", { variants: [{ name: "dark", image: "a.svg", license: "Apachy" }] }),
    "field variants[0].license",
    '"Apachy"',
    "not an SPDX id",
  ],
  [at("unnamed-license", { licenseUrl: "https://example.com/l" }), "field licenseUrl", "unnamed license", "in license"],
  [at("own-former", { formerIds: ["a", "own-former"] }), "field formerIds[1]", "own id", "Remove it"],
  [
    at("url-domain", { identifiers: { domains: ["https://a.com"] } }),
    "field identifiers.domains[0]",
    "without protocol",
  ],
  [at("tagged", { identifiers: { containerImages: ["a/b:1"] } }), "containerImages[0]", '"a/b:1"', "without tag"],
  [at("no-registry", { identifiers: { packages: ["react"] } }), "identifiers.packages[0]", '"react"', "npm:react"],
  [at("no-item", { identifiers: { wikidata: "q1" } }), "identifiers.wikidata", '"q1"', "Q689141"],
  [at("never-made", { createdAt: "2023-02-29" }), "field createdAt", "not a date of the calendar"],
  [at("no-day", { updatedAt: "2020-02-31" }), "field updatedAt", "not a date of the calendar"],
  [
    at("oldest-first", {
      versionHistory: [
        { version: "1", date: "2010" },
        { version: "2", date: "2012-05" },
      ],
    }),
    "field versionHistory[1].date",
    "newest entry first",
  ],
  [
    at("shares", { colorPalette: [{ hex: "#000000", name: "black", share: 0.4 }] }),
    "field colorPalette",
    "add up to 1",
    "got 0.4",
  ],
  [at("lone", { description: "half \ud83d" }), 'record "lone"', "half of a character"],
  [at("control", { name: "a\u0000b" }), "field name", "wrong form"],
  ["just a text", "wrong type (string)", "It must be an object"],
  [at("spelling", { mood: "Calm" }), "field mood", 'is spelled "calm" at', "one spelling"],
];

describe("dataset with problems", () => {
  it("reports one precise message per problem, exits with 1, and writes no generation", async () => {
    const folder = temporaryFolder({
      "dataset.json": { name: "Mistakes", labels: { category: ["games", "music"] } },
      "icons/a.json": [good, at("calm", { mood: "calm" }), ...MISTAKES.map(([record]) => record)],
    });
    const out = join(folder, "out");
    const { code, stdout, stderr } = await icons(["build", folder, "--out", out]);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    const lines = stderr.trim().split("\n");
    expect(lines.at(-1)).toBe(`error: the dataset has ${MISTAKES.length} problems; nothing was written`);
    expect(lines).toHaveLength(MISTAKES.length + 1);
    for (const [index, [, ...said]] of MISTAKES.entries()) {
      for (const text of said) expect(lines[index]).toContain(text);
    }
    expect(existsSync(join(out, "CURRENT"))).toBe(false);
    expect(readdirSync(out)).toEqual(["LOCK"]);
  });

  it("reports the exact line of each field", async () => {
    const folder = temporaryFolder({
      "icons/a.json": [good, at("wrong", { phash: "XYZ" })],
      "dataset.json": { name: "x" },
    });
    const text = readFileSync(join(folder, "icons/a.json"), "utf8").split("\n");
    const line = text.findIndex((candidate) => candidate.includes("XYZ")) + 1;
    const error = await errorOf(folder, join(folder, "out"));
    expect(error).toContain(`${join(folder, "icons/a.json")}:${line}: record "wrong", field phash`);
  });

  it("reports problems in the dataset as JSON", async () => {
    const folder = temporaryFolder({
      "a.ndjson": `${JSON.stringify(good)}\n${JSON.stringify(at("x", { phash: 1 }))}\n{"id": \n`,
    });
    const { code, stderr } = await runHere(["build", join(folder, "a.ndjson"), "--out", join(folder, "out"), "--json"]);
    expect(code).toBe(1);
    const { error } = JSON.parse(stderr);
    expect(error.count).toBe(2);
    expect(error.problems[0]).toMatchObject({
      file: join(folder, "a.ndjson"),
      line: 2,
      id: "x",
      field: "phash",
      value: "1",
    });
    expect(error.problems[1]).toMatchObject({ line: 3, message: expect.stringContaining("is not valid JSON") });
  });

  it("folds many problems of one kind into one line, and lists the first hundred as JSON", async () => {
    const wrong = Array.from({ length: 250 }, (_, n) =>
      at(`icon-${n}`, { phash: "?", ...(n < 7 && { name: undefined }) }),
    );
    const folder = temporaryFolder({ "many.json": [at("other", { rank: "first" }), ...wrong] });
    const file = join(folder, "many.json");
    const args = ["build", file, "--out", join(folder, "out")];
    const { stderr } = await runHere(args);
    const [rank, name, phash, headline] = stderr.split("\n");
    expect(rank).toContain('record "other", field rank: has the wrong type');
    expect(name).toContain(`7 records lack \`name\`; first at ${file}:`);
    expect(phash).toContain(`250 problems of one kind; first at ${file}:`);
    expect(phash).toContain('record "icon-0", field phash: has the wrong format, got "?". It must be');
    expect(headline).toContain("258 problems");
    const { error } = JSON.parse((await runHere([...args, "--json"])).stderr);
    expect(error.problems).toHaveLength(100);
    expect(error.count).toBe(258);
  });

  it("lists a hundred kinds of problems and counts the rest", async () => {
    const wrong = Array.from({ length: 150 }, (_, n) => at(`icon-${n}`, { [`field${"x".repeat(n)}`]: 1 }));
    const folder = temporaryFolder({ "many.json": wrong });
    const { stderr } = await runHere(["build", join(folder, "many.json"), "--out", join(folder, "out")]);
    expect(stderr.match(/unknown field/g)).toHaveLength(100);
    expect(stderr).toContain("… and 50 more");
  });

  it("leaves the live generation unchanged if the dataset has problems", async () => {
    const folder = temporaryFolder({ "good.json": [good], "bad.json": [{ ...good, name: 1 }] });
    const out = join(folder, "out");
    await compile({ data: join(folder, "good.json"), out, jobs: 1 });
    const before = readdirSync(out).sort();
    const live = readFileSync(join(out, "CURRENT"), "utf8");
    await errorOf(join(folder, "bad.json"), out);
    expect(readFileSync(join(out, "CURRENT"), "utf8")).toBe(live);
    expect(readdirSync(out).sort()).toEqual(before);
  });
});

describe("problems that a JSON parser ignores", () => {
  it.each([
    [
      "a duplicate field",
      '[{"id": "a", "name": "A", "name": "B", "developer": "d", "category": "c"}]',
      "field name: occurs twice in one object",
    ],
    [
      "a deeply nested duplicate field",
      '[{"id": "a", "name": "A", "developer": "d", "category": "c", "attributes": {"x": {"y": 1, "y": 2}}}]',
      "field attributes.x.y: occurs twice in one object",
    ],
    [
      "bytes that are not UTF-8",
      Buffer.from('[{"id": "a\xff", "name": "A", "developer": "d", "category": "c"}]', "latin1"),
      "not valid UTF-8",
    ],
    [
      "a field __proto__",
      '[{"id": "a", "name": "A", "developer": "d", "category": "c", "attributes": {"__proto__": 1}}]',
      "__proto__, which can't be stored",
    ],
    ["null for a record", "[null]", "wrong type (null)"],
    [
      "excessive nesting",
      `[{"id": "a", "attributes": {"x": ${"[".repeat(100_000)}${"]".repeat(100_000)}}}]`,
      "nested more than 64 levels",
    ],
  ])("reports %s in a dataset", async (_name, content, said) => {
    const folder = temporaryFolder({ "a.json": content });
    const error = await errorOf(join(folder, "a.json"), join(folder, "out"));
    expect(error).toContain(said);
    expect(error).toContain("1 problem;");
  });

  it("accepts the same constructs where they are valid", async () => {
    const attributes = { text: 'a "quoted": colon', nested: [{ "a:b": '"', 'c"': 1 }], escaped: "\\", emoji: "😀" };
    const folder = temporaryFolder({ "a.json": [{ ...good, attributes }] });
    await compile({ data: join(folder, "a.json"), out: join(folder, "out"), jobs: 1 });
    expect(openCatalog(join(folder, "out")).get("good").attributes).toEqual(attributes);
  });
});

describe("files that are not datasets", () => {
  it.each([
    ["a missing folder", {}, "nowhere", "nowhere:1: does not exist"],
    ["a folder without dataset.json", { "icons/a.json": [] }, "", "dataset.json:1: does not exist"],
    ["a folder without icons", { "dataset.json": { name: "x" } }, "", "icons:1: does not exist"],
    [
      "an unknown option",
      { "dataset.json": { name: "x", lables: {} }, "icons/a.json": [] },
      "",
      "field lables: unknown field",
    ],
    [
      "a language that is not a code",
      { "dataset.json": { name: "x", language: "English" }, "icons/a.json": [] },
      "",
      'field language: has the wrong format, got "English". It must be a language code of two lower-case letters, such as en',
    ],
    [
      "broken options",
      { "dataset.json": '{"name":\n  oops}', "icons/a.json": [] },
      "",
      "dataset.json:2: is not valid JSON",
    ],
    ["an empty file", { "a.json": "" }, "a.json", "a.json:1: is empty"],
    ["a number", { "a.json": "5" }, "a.json", "expected an array of records"],
    ["an array that is not closed", { "a.json": "[\n{}" }, "a.json", "the closing `]` is missing"],
    ["a record that is not closed", { "a.json": '[\n{"id": "x"' }, "a.json", "a.json:2: ends inside this record"],
    ["records without a comma", { "a.json": "[{} {}]" }, "a.json", "expected comma or end"],
    ["text behind the array", { "a.json": "[] x" }, "a.json", "expected the end of the file"],
  ])("rejects %s as a dataset, with the location", async (_name, files, path, said) => {
    const folder = temporaryFolder(files);
    expect(await errorOf(join(folder, path), join(folder, "out"))).toContain(said);
  });
});

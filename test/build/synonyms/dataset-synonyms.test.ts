import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { schemaText } from "#build/dataset/json-schema.js";
import { DatasetError, formatProblem } from "#build/dataset/problems.js";
import { readBuiltInSynonyms } from "#build/synonyms/built-in-meaning.js";
import { readSynonyms } from "#build/synonyms/dataset-synonyms.js";
import type { Synonyms } from "#build/synonyms/synonyms.js";
import { temporaryFolder } from "../../support/folder.js";

const builtIn = readBuiltInSynonyms();
const read = (file: unknown): Synonyms => readSynonyms(temporaryFolder({ "synonyms.json": file })) ?? builtIn;

describe("synonyms of a dataset", () => {
  it("are the built-in ones without a file, and with an empty one", () => {
    expect(readSynonyms(temporaryFolder())).toBeUndefined();
    expect(readSynonyms(temporaryFolder({ "synonyms.json": {} }))).toBeUndefined();
    expect(read({ $schema: "./synonyms.schema.json" })).toBe(builtIn);
  });

  it("relate words of a list to the key in both directions, but not to one another", () => {
    const synonyms = read({ Kite: ["drachen", "cerf-volant", "Pipa"] });
    expect(synonyms.get("kite")?.strong).toEqual(["drachen", "pipa"]);
    expect(synonyms.get("drachen")).toEqual({ strong: ["kite"], weak: [], names: [] });
    expect(synonyms.get("cerf volant")).toEqual({ strong: ["kite"], weak: [], names: [] });
  });

  it("relate words of to and from in one direction, and related words weakly", () => {
    const synonyms = read({ qwert: { to: ["asdf"], from: ["yxcv", "two words"], related: ["uiop"], same: ["hjkl"] } });
    expect(synonyms.get("qwert")).toEqual({ strong: ["asdf", "hjkl"], weak: ["uiop"], names: [] });
    expect(synonyms.get("asdf")).toBeUndefined();
    expect(synonyms.get("yxcv")).toEqual({ strong: ["qwert"], weak: [], names: [] });
    expect(synonyms.get("two words")).toEqual({ strong: ["qwert"], weak: [], names: [] });
    expect(synonyms.get("uiop")).toEqual({ strong: [], weak: ["qwert"], names: [] });
  });

  it("add to built-in synonyms and keep the others", () => {
    const synonyms = read({ trash: ["rubbish", "abfall"] });
    expect(synonyms.get("trash")).toEqual({
      strong: [...builtIn.get("trash")!.strong, "abfall"].sort(),
      weak: builtIn.get("trash")!.weak,
      names: builtIn.get("trash")!.names,
    });
    expect(synonyms.get("bin")).toEqual(builtIn.get("bin"));
    expect(synonyms.size).toBe(builtIn.size + 1);
  });

  it("make a related built-in word the same, and never the reverse", () => {
    expect(builtIn.get("trash")?.weak).toContain("delete");
    expect(read({ trash: ["delete"] }).get("trash")?.strong).toContain("delete");
    expect(read({ trash: ["delete"] }).get("trash")?.weak).not.toContain("delete");
    expect(read({ trash: { related: ["bin"] } }).get("trash")).toEqual(builtIn.get("trash"));
  });

  it("lack built-in pairs under not, in both directions", () => {
    const synonyms = read({ gear: { not: ["settings"] } });
    expect(synonyms.get("gear")?.strong).toEqual(builtIn.get("gear")!.strong.filter((word) => word !== "settings"));
    expect(synonyms.get("settings")?.strong).not.toContain("gear");
    expect(synonyms.get("settings")?.strong).toContain("cog");
    expect(synonyms.get("gear")?.names).toEqual(builtIn.get("gear")!.names.filter((name) => name !== "settings"));
  });

  it("lack all built-in pairs of a key whose value is false", () => {
    const synonyms = read({ lorry: false });
    expect(synonyms.has("lorry")).toBe(false);
    const all = [...synonyms.values()].flatMap(({ strong, weak, names }) => [...strong, ...weak, ...names]);
    expect(all).not.toContain("lorry");
    expect(synonyms.get("truck")?.strong).toEqual(builtIn.get("truck")!.strong.filter((word) => word !== "lorry"));
  });
});

const WRONG: readonly (readonly [title: string, file: unknown, ...problems: string[]])[] = [
  ["syntax", '{\n "bin": ["trash",\n}', ":3: is not valid JSON"],
  ["a list as the file", ["bin"], ":1: has the wrong type (array), got", "It must be an object from words to lists"],
  [
    "a text as value",
    { bin: "trash" },
    ':2: field bin: has the wrong type (string), got "trash". It must be a list of',
  ],
  ["true as value", { bin: true }, ":2: field bin: is not allowed, got true. It must be a list of words, an object"],
  [
    "a number in a list",
    { bin: ["trash", 7] },
    ":4: field bin[1]: has the wrong type (number), got 7. It must be a text",
  ],
  ["an unknown relation", { bin: { form: ["a"] } }, ":3: field bin.form: unknown field", "Did you mean from?"],
  ["a word twice", { bin: ["trash", "trash"] }, ":2: field bin: has a duplicate entry"],
  [
    "a key twice",
    '{ "bin": ["a"],\n "bin": ["b"] }',
    ":2: field bin: occurs twice in one object. Keep one of the two.",
  ],
  ["equal keys", { Bin: ["a"], bin: ["b"] }, ':5: field bin: is the same as "Bin" without case', "Merge the two."],
  ["a key without a word", { "–": ["a"] }, ":2: field –: has no letter or digit, got", "Use one to 3 words."],
  ["a long key", { "a b c d": ["a"] }, ":2: field a b c d: has more than 3 words"],
  ["a long value", { bin: ["a b c d"] }, ':3: field bin[0]: has more than 3 words, got "a b c d". Use one to 3 words.'],
  ["the key itself", { café: ["Cafe"] }, ':3: field café[0]: is the key itself, got "Cafe". Remove it.'],
  [
    "a target of several words",
    { bin: { to: ["a b"] } },
    ":4: field bin.to[0]: can't be found by the key",
    "a single word",
  ],
  [
    "a key of several words to find",
    { "a b": { from: ["c"] } },
    ":4: field a b.from[0]: finds the key, which has several",
  ],
  ["two terms of several words", { "a b": ["c d"] }, ":3: field a b[0]: and the key have several words each"],
  [
    "a contradiction",
    { bin: ["box"], box: { not: ["bin"] } },
    ':7: field box.not[0]: contradicts "bin", which has the same pair as synonyms, got "bin". Remove one of the two.',
  ],
];

describe("synonyms.json", () => {
  it.each(WRONG)("is rejected with place and remedy for %s", (_title, file, ...says) => {
    const [text = ""] = problemsOf(() => read(file));
    for (const part of says) expect(text).toContain(part);
    expect(text).toContain("synonyms.json:");
  });

  it("is rejected with all of its problems", () => {
    const problems = problemsOf(() => read({ "–": ["a"], bin: ["bin"], "a b": ["c d"] }));
    expect(problems.map((text) => /field ([^:]*):/.exec(text)?.[1])).toEqual(["–", "bin[0]", "a b[0]"]);
  });

  it("is rejected if it is a link to nowhere or a folder", () => {
    const folder = temporaryFolder();
    symlinkSync("nowhere.json", join(folder, "synonyms.json"));
    expect(problemsOf(() => readSynonyms(folder))[0]).toContain("does not exist. Remove the link");
    expect(problemsOf(() => readSynonyms(temporaryFolder({ "synonyms.json/a": "" })))[0]).toContain("is a folder");
  });

  it("has a schema that accepts and rejects what the build does", () => {
    const check = new Ajv2020({ strict: true, strictTypes: false }).compile(JSON.parse(schemaText("synonyms")));
    const all = { same: ["a"], related: ["b"], from: ["c"], to: ["d"], not: ["e"] };
    expect(check({ $schema: "x", bin: ["trash"], gear: all, lorry: false })).toBe(true);
    for (const wrong of [["bin"], { bin: "trash" }, { bin: true }, { bin: { form: ["a"] } }, { bin: [""] }])
      expect(check(wrong)).toBe(false);
  });
});

function problemsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof DatasetError) return error.problems.map(formatProblem);
    throw error;
  }
  throw new Error("not rejected");
}

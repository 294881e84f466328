import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBuiltInMeaning, readBuiltInSynonyms } from "#build/synonyms/built-in-meaning.js";
import { words } from "#src/text/fold.js";
import { temporaryFolder } from "../../support/folder.js";
import { NOT_SYNONYMS, SYNONYMS } from "./judged-pairs.js";

/** Of `tools/synonyms/derived-synonyms.txt` as `tools/make-synonyms.mjs --sources` writes it. */
const DERIVED_SHA256 = "642e15e906618715df2218da1fe8436d400fadcb3d9da7c663c9ba9966baff0f";

const synonyms = readBuiltInSynonyms();
const targetsOf = (term: string): readonly string[] => {
  const { strong, weak } = synonyms.get(term) ?? { strong: [], weak: [] };
  return [...strong, ...weak];
};
const namesOf = (term: string): readonly string[] => synonyms.get(term)?.names ?? [];

describe("built-in synonyms", () => {
  it("relates every pair that was judged synonymous", () => {
    expect(SYNONYMS.length).toBeGreaterThanOrEqual(200);
    expect(SYNONYMS.filter(([term, target]) => !targetsOf(term).includes(target))).toEqual([]);
  });

  it("relates no pair that was judged different", () => {
    expect(NOT_SYNONYMS.length).toBeGreaterThanOrEqual(200);
    const found = (term: string): string[] => [...targetsOf(term), ...namesOf(term)];
    expect(NOT_SYNONYMS.filter(([term, target]) => found(term).includes(target))).toEqual([]);
  });

  it.each([
    ["trash", "bin"],
    ["movie", "film"],
    ["colour", "color"],
    ["lorry", "truck"],
    ["email", "mail"],
    ["database", "db"],
    ["magnifying glass", "search"],
    ["hamburger menu", "menu"],
  ])("relates %s to %s as the same", (term, target) => {
    expect(synonyms.get(term)?.strong).toContain(target);
  });

  it.each([
    ["log off", "log out"],
    ["location pin", "map marker"],
    ["open new tab", "external link"],
  ])("relates %s to icons with the name %s", (term, name) => {
    expect(namesOf(term)).toContain(name);
  });

  it("has folded terms of at most three words, single words as targets, and folded names", () => {
    const terms = [...synonyms.keys()];
    expect(terms.filter((term) => words(term).join(" ") !== term || words(term).length > 3)).toEqual([]);
    expect(terms.flatMap(namesOf).filter((name) => words(name).join(" ") !== name)).toEqual([]);
    const targets = new Set(terms.flatMap(targetsOf));
    expect([...targets].filter((target) => words(target).length !== 1 || words(target)[0] !== target)).toEqual([]);
  });

  it("has no term that is its own target, and no target twice", () => {
    const wrong = [...synonyms.keys()].filter(
      (term) =>
        [...targetsOf(term), ...namesOf(term)].includes(term) ||
        new Set(targetsOf(term)).size < targetsOf(term).length ||
        new Set([...synonyms.get(term)!.strong, ...namesOf(term)]).size <
          synonyms.get(term)!.strong.length + namesOf(term).length,
    );
    expect(wrong).toEqual([]);
  });

  it("has each term once, and sorted terms and lists", () => {
    expect(readBuiltInMeaning().synonyms.terms).toHaveLength(synonyms.size);
    expect([...synonyms.keys()]).toEqual([...synonyms.keys()].sort());
    for (const { strong, weak, names } of synonyms.values()) {
      expect(strong).toEqual([...strong].sort());
      expect(weak).toEqual([...weak].sort());
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it("relates words in both directions with the same strength, except for pairs that the sources give one way", () => {
    const oneWay = [...synonyms].flatMap(([term, { strong }]) =>
      term.includes(" ")
        ? []
        : strong.filter((target) => !targetsOf(target).includes(term)).map((target) => [term, target]),
    );
    // Only groups with ">" may be one way among strong ones.
    const groups = ["interface", "everyday"].map((name) => readFileSync(`tools/synonyms/${name}-groups.txt`, "utf8"));
    const lines = groups
      .join("")
      .split("\n")
      .filter((line) => line.includes(" > ") && !line.includes(" > ~"));
    const given = (term: string, target: string): boolean =>
      lines.some((line) => {
        const [keys, targets] = line
          .split(" ~ ")[0]!
          .split(" > ")
          .map((part) => part.split(", "));
        return keys!.includes(term) && targets!.includes(target);
      });
    expect(oneWay.filter(([term, target]) => !given(term!, target!))).toEqual([]);
  });

  it.each(["google", "microsoft", "iphone", "facebook", "john", "nike", "london", "germany"])(
    "has no entry for the name %s",
    (name) => {
      expect(synonyms.has(name)).toBe(false);
      expect([...synonyms.keys()].filter((term) => targetsOf(term).includes(name))).toEqual([]);
    },
  );
});

describe("tools/make-synonyms.mjs", () => {
  it("writes the tables byte for byte from the lists in tools/synonyms", () => {
    const out = temporaryFolder();
    execFileSync(process.execPath, ["tools/make-synonyms.mjs", "--out", out]);
    for (const table of ["synonyms", "translations", "common-words"].map((name) => `built-in-${name}.json`))
      expect(readFileSync(join(out, table), "utf8")).toBe(readFileSync(join("build/synonyms", table), "utf8"));
  });

  it("has written the derived synonyms", () => {
    const bytes = readFileSync("tools/synonyms/derived-synonyms.txt");
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(DERIVED_SHA256);
  });
});

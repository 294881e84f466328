import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { isTooDeep, MAX_LEVELS, parseJson, parseNested } from "#src/platform/nesting.js";

/** Levels of a JSON text. */
const lists = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
/** Texts that hide brackets from a careless reader. */
const HIDING = ['"', '\\"', "\\\\", '"[', '"]"', "\n", "//", "/*", "*/", "/", "x", ",", ":", "[", "{", "]", "}", "ä"];

function levelsOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf));
}

describe("levels of JSON", () => {
  it.each<[string, string, boolean]>([
    ["64 lists", lists(MAX_LEVELS), false],
    ["65 lists", lists(MAX_LEVELS + 1), true],
    ["64 objects", objects(MAX_LEVELS), false],
    ["65 objects", objects(MAX_LEVELS + 1), true],
    ["many lists side by side", `[${"[],".repeat(1000)}1]`, false],
    ["brackets in a text", JSON.stringify(lists(1000)), false],
    ["brackets behind an escaped quote", JSON.stringify([`"${"[".repeat(1000)}`]), false],
    ["brackets behind an escaped backslash", `["\\\\",${lists(MAX_LEVELS)}]`, true],
    ["brackets in comments", `// ${"[".repeat(100)}\n/* ${"{".repeat(100)} */ 1`, false],
    ["brackets behind comments with quotes", `// "\n/* " */ ${lists(MAX_LEVELS + 1)}`, true],
    ["lists that are not closed", "[".repeat(100), true],
    ["a text with 8 million escapes", `"${"\\n".repeat(2 ** 23)}"`, false],
  ])("tells whether %s are too many", (_, json, expected) => {
    expect(isTooDeep(json)).toBe(expected);
    expect(isTooDeep(Buffer.from(json))).toBe(expected);
  });

  it("counts as a recursion over the value does", () => {
    const inner = fc.jsonValue({ maxDepth: 3, depthSize: "small" });
    fc.assert(
      fc.property(inner, fc.integer({ min: 60, max: 66 }), (value, around) => {
        const text = "[".repeat(around) + JSON.stringify(value) + "]".repeat(around);
        expect(isTooDeep(text)).toBe(levelsOf(JSON.parse(text)) > MAX_LEVELS);
      }),
    );
  });

  it("misses none that a tolerant parser finds in invalid JSON", () => {
    const piece = fc.constantFrom(...HIDING);
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, fc.integer({ min: 1, max: 40 })), { maxLength: 12 }), (pieces) => {
        const text = pieces.map(([part, times]) => part.repeat(times)).join("");
        if (!isTooDeep(text)) expect(levelsOf(parse(text))).toBeLessThanOrEqual(MAX_LEVELS);
      }),
    );
  });
});

it("parses JSON of at most 64 levels", () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(parseJson(Buffer.from('"ä"'))).toBe("ä");
  expect(() => parseJson(lists(65))).toThrow("it is nested more than 64 levels deep; flatten it");
  expect(() => parseJson("[1,]")).toThrow(SyntaxError);
});

it("turns an overflow of a parser's stack into an error of the input, and passes other errors on", () => {
  const endless = (): never => endless();
  expect(() => parseNested(endless)).toThrow("it is nested too deeply; flatten it");
  expect(() => parseNested(() => JSON.parse("{"))).toThrow(/JSON/);
  expect(parseNested(() => 1)).toBe(1);
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { shippedSource } from "../support/source-records.js";
import type { JudgedQuery } from "./judge.mjs";

const FIELDS = ["query", "kind", "reason"];
const BY_ID = ["first", "within5"] as const;
const BY_NAME = ["firstName", "within5Names"] as const;
const EXPECTATIONS = [...BY_ID, ...BY_NAME];

describe.each([
  { file: "shipped.json", atLeast: 300 },
  { file: "iconify.json", atLeast: 100 },
])("judged queries of $file", ({ file, atLeast }) => {
  const judged = read(file);

  it("contains many judged queries, each once", () => {
    const queries = judged.map(({ query }) => query);
    expect(queries.length).toBeGreaterThanOrEqual(atLeast);
    expect(queries.filter((query, position) => queries.indexOf(query) !== position)).toEqual([]);
  });

  it("gives every query a kind, a reason and an expectation, and nothing else", () => {
    const known: readonly string[] = [...FIELDS, ...EXPECTATIONS];
    const flawed = judged.filter(
      (entry) =>
        [entry.query, entry.kind, entry.reason].some((text) => typeof text !== "string" || text.trim() === "") ||
        EXPECTATIONS.every((field) => entry[field] === undefined) ||
        Object.keys(entry).some((field) => !known.includes(field)),
    );
    expect(flawed).toEqual([]);
  });

  it("expects icons without duplicates, within what a query can return", () => {
    const flawed = judged.filter((entry) =>
      EXPECTATIONS.some((field) => {
        const wanted = entry[field];
        if (wanted === undefined) return false;
        const most = field.startsWith("within5") ? 5 : Number.POSITIVE_INFINITY;
        return wanted.length === 0 || wanted.length > most || new Set(wanted).size !== wanted.length;
      }),
    );
    expect(flawed).toEqual([]);
  });
});

describe("judged queries of shipped.json", () => {
  it("expects only ids of shipped icons", () => {
    const ids = new Set(shippedSource().map(({ id }) => id));
    const wanted = read("shipped.json").flatMap((entry) => BY_ID.flatMap((field) => entry[field] ?? []));
    expect(wanted.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("expects no icon by its name", () => {
    expect(read("shipped.json").filter((entry) => BY_NAME.some((field) => entry[field] !== undefined))).toEqual([]);
  });
});

describe("judged queries of iconify.json", () => {
  it("expects ids with a prefix, and names in Iconify's form", () => {
    const judged = read("iconify.json");
    const name = "[a-z0-9]+(-[a-z0-9]+)*";
    const ids = judged.flatMap((entry) => BY_ID.flatMap((field) => entry[field] ?? []));
    const names = judged.flatMap((entry) => BY_NAME.flatMap((field) => entry[field] ?? []));
    expect(ids.filter((id) => !new RegExp(`^${name}:${name}$`).test(id))).toEqual([]);
    expect(names.filter((each) => !new RegExp(`^${name}$`).test(each))).toEqual([]);
  });
});

function read(file: string): JudgedQuery[] {
  return JSON.parse(readFileSync(`test/judged/${file}`, "utf8")) as JudgedQuery[];
}

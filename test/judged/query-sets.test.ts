import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { shippedSource } from "../support/source-records.js";
import { HALVES, type Half } from "./halves.mjs";
import { type AnsweredQuery, MISSING } from "./judge-queries.mjs";

const SETS = ["lucide", "tabler", "mdi", "all"];
const NAME = "[a-z0-9]+(-[a-z0-9]+)*";

describe.each([
  { file: "shipped.json", queries: 1840, fields: ["query", "kind", "half", "first", "reason"] },
  { file: "iconify.json", queries: 960, fields: ["query", "kind", "half", "set", "first", "firstName", "reason"] },
])("query set $file", ({ file, queries, fields }) => {
  const judged = read(file);

  it("is complete and has every query once per kind and set", () => {
    expect(judged.length).toBe(queries);
    const keys = judged.map(({ query, kind, set }) => JSON.stringify([query.trim().toLowerCase(), kind, set]));
    expect(keys.filter((key, position) => keys.indexOf(key) !== position)).toEqual([]);
  });

  it("gives every query a kind, a reason and either ids or names without duplicates", () => {
    const flawed = judged.filter(({ query, kind, reason, first, firstName, ...rest }) => {
      const answers = first ?? firstName ?? [];
      return (
        [query, kind, reason].some((text) => typeof text !== "string" || text.trim() === "") ||
        (first === undefined) === (firstName === undefined) ||
        (kind === MISSING) !== (answers.length === 0) ||
        new Set(answers).size !== answers.length ||
        Object.keys(rest).some((field) => !fields.includes(field))
      );
    });
    expect(flawed).toEqual([]);
  });

  it("asks nothing in the held-out half that it asks in the other", () => {
    const queriesOf = (half: Half) =>
      judged.filter((entry) => entry.half === half).map(({ query }) => query.trim().toLowerCase());
    const tuned = new Set(queriesOf("tuning"));
    expect(queriesOf("held-out").filter((query) => tuned.has(query))).toEqual([]);
  });

  it("has at least 40 queries of each kind", () => {
    for (const kind of new Set(judged.map((entry) => entry.kind))) {
      expect(judged.filter((entry) => entry.kind === kind).length, kind).toBeGreaterThanOrEqual(40);
    }
  });

  it("has at least a third of its queries in each half", () => {
    for (const half of HALVES) {
      const own = judged.filter((entry) => entry.half === half);
      expect(own.length).toBeGreaterThan(judged.length / 3);
    }
  });
});

it("accepts only ids of shipped icons in shipped.json", () => {
  const judged = read("shipped.json");
  const ids = new Set(shippedSource().map(({ id }) => id));
  expect(judged.flatMap(({ first = [] }) => first).filter((id) => !ids.has(id))).toEqual([]);
});

it("accepts only ids of the judged set in iconify.json, and names over all sets", () => {
  const flawed = read("iconify.json").filter(({ set = "", first, firstName }) => {
    const prefix = set === "all" ? NAME : set;
    return (
      !SETS.includes(set) ||
      (firstName !== undefined && set !== "all") ||
      first?.some((id) => !new RegExp(`^${prefix}:${NAME}$`).test(id)) ||
      firstName?.some((name) => !new RegExp(`^${NAME}$`).test(name))
    );
  });
  expect(flawed).toEqual([]);
});

function read(file: string): AnsweredQuery[] {
  return JSON.parse(readFileSync(`test/judged/queries/${file}`, "utf8")) as AnsweredQuery[];
}

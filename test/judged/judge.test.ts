import { expect, it } from "vitest";
import { type JudgedQuery, judge } from "./judge.mjs";

const found = ["a:x", "a:y", "b:x", "c", "d", "e", "f", "g", "h", "i", "j"];
const scores = async (...wanted: readonly Omit<JudgedQuery, "query" | "kind" | "reason">[]) => {
  const judged = wanted.map((each, at) => ({ query: `q${at}`, kind: "any", ...each }));
  return (await judge(judged, () => found)).total;
};

it.each([
  ["the expected one first", { first: ["a:x"] }, 1, 1, 1],
  ["any of several first", { first: ["z", "a:x"] }, 1, 1, 1],
  ["the expected one fifth", { first: ["d"] }, 0, 1, 1 / 5],
  ["the expected one sixth", { first: ["e"] }, 0, 0, 1 / 6],
  ["the expected one eleventh", { first: ["j"] }, 0, 0, 0],
  ["none of them", { first: ["z"] }, 0, 0, 0],
  ["all of several among five, one of them first", { within5: ["d", "a:x"] }, 1, 1, 1],
  ["all of several among five, none first", { within5: ["d", "c"] }, 0, 1, 1 / 4],
  ["one of several among five", { within5: ["a:x", "e"] }, 1, 0, 1],
  ["the first as expected, a further one too low", { first: ["a:x"], within5: ["a:x", "e"] }, 1, 0, 1],
  ["a further one first, the first second", { first: ["a:y"], within5: ["a:x", "a:y"] }, 0, 1, 1 / 2],
  ["a name first", { firstName: ["x"] }, 1, 1, 1],
  ["a name that is no id", { first: ["x"] }, 0, 0, 0],
  ["all names among those of five", { within5Names: ["x", "y", "d"] }, 1, 1, 1],
] as const)("scores the results of a judged query: %s", async (_, wanted, success1, success5, mrr) => {
  expect(await scores(wanted)).toEqual({ queries: 1, success1, success5, mrr });
});

it("averages the scores of all queries and of each kind, and lists missed icons", async () => {
  const judged = [
    { query: "good", kind: "one", first: ["a:x"] },
    { query: "bad", kind: "one", first: ["z"] },
    { query: "fair", kind: "other", first: ["a:y"] },
  ];
  const judgement = await judge(judged, async (query) => (query === "bad" ? [] : found));
  expect(judgement).toEqual({
    total: { queries: 3, success1: 1 / 3, success5: 2 / 3, mrr: 0.5 },
    kinds: [
      { kind: "one", queries: 2, success1: 0.5, success5: 0.5, mrr: 0.5 },
      { kind: "other", queries: 1, success1: 0, success5: 1, mrr: 0.5 },
    ],
    missed: [{ query: "bad", kind: "one", found: [] }],
  });
});

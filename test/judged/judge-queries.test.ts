import { expect, it } from "vitest";
import { halfOf } from "./halves.mjs";
import { type Answer, type AnsweredQuery, judgeQueries, MISSING } from "./judge-queries.mjs";

const FOUND = ["a:x", "a:y", "b:x", "c", "d", "e"];
const judge = (entry: Pick<AnsweredQuery, "first" | "firstName">, answer: Answer) =>
  judgeQueries([{ query: "q", kind: "any", ...entry }], () => answer);

it.each([
  ["the accepted one first", { first: ["a:x"] }, 1, 1],
  ["one of several first", { first: ["z", "a:x"] }, 1, 1],
  ["the accepted one fifth", { first: ["d"] }, 0, 1],
  ["the accepted one sixth", { first: ["e"] }, 0, 0],
  ["none", { first: ["z"] }, 0, 0],
  ["a name first", { firstName: ["x"] }, 1, 1],
  ["a name second", { firstName: ["y"] }, 0, 1],
  ["a name where an id is expected", { first: ["x"] }, 0, 0],
] as const)("scores the answer to a query: %s", async (_, entry, success1, success5) => {
  const plain = await judge(entry, FOUND);
  expect(plain.total).toEqual({ queries: 1, success1, success5 });
  const marked = await judge(entry, { ids: FOUND, didYouMean: "r", matched: "meaning" });
  expect(marked.total).toEqual(plain.total);
});

it("averages over kinds as well as over queries", async () => {
  const judged = [
    { query: "1", kind: "one", first: ["a:x"] },
    { query: "2", kind: "one", first: ["a:y"] },
    { query: "3", kind: "one", first: ["a:y"] },
    { query: "4", kind: "other", first: ["z"] },
  ];
  const { total, mean, kinds, missing, missed } = await judgeQueries(judged, async () => FOUND);
  expect(total).toEqual({ queries: 4, success1: 1 / 4, success5: 3 / 4 });
  expect(kinds).toEqual([
    { kind: "one", queries: 3, success1: 1 / 3, success5: 1 },
    { kind: "other", queries: 1, success1: 0, success5: 0 },
  ]);
  expect(mean).toEqual({ success1: 1 / 6, success5: 1 / 2 });
  expect(missing).toBeUndefined();
  expect(missed.map(({ query, inTop }) => [query, inTop])).toEqual([
    ["2", true],
    ["3", true],
    ["4", false],
  ]);
});

it("counts every result for a missing brand as wrong, unless its rung is marked as loosely related", async () => {
  const answers: Record<string, Answer> = {
    nothing: [],
    plain: FOUND,
    corrected: { ids: FOUND, didYouMean: "other" },
    loose: { ids: FOUND, matched: "fewer-words" },
    "loose and corrected": { ids: FOUND, didYouMean: "other", matched: "fewer-words" },
  };
  const judged = Object.keys(answers).map((query) => ({ query, kind: MISSING, first: [] }));
  const { total, missing, missed } = await judgeQueries(judged, (query) => answers[query]!, ["fewer-words"]);
  expect(total.queries).toBe(0);
  expect(missing).toEqual({
    queries: 5,
    wrong: 2 / 5,
    corrected: 1 / 5,
    rungs: [
      { rung: undefined, answered: 2 / 5 },
      { rung: "fewer-words", answered: 2 / 5 },
    ],
  });
  expect(missed.map(({ query }) => query)).toEqual(["plain", "corrected"]);
});

it("splits what is judged by a hash", () => {
  expect(["spotify", "k8s", "телега", "trash", "bin"].map(halfOf)).toMatchInlineSnapshot(`
    [
      "held-out",
      "held-out",
      "held-out",
      "tuning",
      "held-out",
    ]
  `);
});

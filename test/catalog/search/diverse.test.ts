import { expect, it } from "vitest";
import { recordNamed as icon, searchedRecords } from "../../support/searched-records.js";

/** Icons of sets: each set has a bee and a bug in a few styles, and one set an ant. */
const SETS = Array.from({ length: 30 }, (_, set) => [
  icon("Bug", { id: `bug-${set}`, keywords: ["insect"] }),
  icon("Bug Filled", { id: `bug-filled-${set}`, keywords: ["insect"] }),
]).flat();
const BEES = Array.from({ length: 3 }, (_, set) =>
  icon("Outline Bee 24", { id: `bee-${set}`, keywords: ["honey insect"] }),
);
const ANT = icon("Ant", { keywords: ["small black insect"] });

const { found } = searchedRecords([...BEES, ANT, ...SETS]);
const few = searchedRecords([...SETS.slice(0, 8), ...BEES, ANT]);

it("lists each name once before it lists any again, whatever the style, among the best results", () => {
  const { ids, total } = few.found({ q: "insect", limit: 100 });
  expect(ids.slice(0, 3)).toEqual(["bug-0", "bee-0", "ant"]);
  expect(new Set(ids).size).toBe(total);
  expect(total).toBe(12);
});

it("leaves the other results in their order, whatever the pages", () => {
  const whole = found({ q: "insect", limit: 100 });
  expect(whole.total).toBe(64);
  const pages = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].flatMap(
    (page) => found({ q: "insect", page, limit: 5 }).ids,
  );
  expect(pages).toEqual(whole.ids);
  expect(whole.ids.slice(0, 2)).toEqual(["bug-0", "bug-1"]);
});

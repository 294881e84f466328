import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openCatalog } from "#src/catalog/catalog.js";
import { SORTS } from "#src/catalog/sorts.js";
import { randomRuns } from "../support/random-runs.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const catalog = openCatalog(shippedArtifacts);
const someIds = fc
  .uniqueArray(fc.nat({ max: catalog.size - 1 }), { maxLength: 60 })
  .map((ordinals) => ordinals.map((ordinal) => catalog.item(ordinal).id));
const filters = fc.record(
  {
    q: fc.constantFrom("google", "app", "visual code", "music"),
    category: fc.constantFrom(["music"], ["games", "finance"]),
    color: fc.constantFrom(["red"], ["blue", "green"]),
    sort: fc.constantFrom(...SORTS),
    updated_since: fc.constantFrom("2020-01-01", "2024-01-01"),
  },
  { requiredKeys: [] },
);

describe("lists of given ids", () => {
  it("have the icons with these ids that the same list without ids has, in its order, and count their labels", () => {
    const everything = (request: object): number[] => {
      const { totalPages } = catalog.list({ ...request, limit: 1000 });
      return Array.from({ length: totalPages }, (_, at) => [
        ...catalog.list({ ...request, limit: 1000, page: at + 1 }).ordinals,
      ]).flat();
    };
    fc.assert(
      fc.property(someIds, filters, (ids, rest) => {
        // Names only: other words are searched for if none of the given icons has them in its name.
        const request = { ...rest, match: "name" as const };
        const given = new Set(ids);
        const expected = everything(request).filter((ordinal) => given.has(catalog.item(ordinal).id));
        const { facets, total } = catalog.list({ ...request, ids, facets: ["color"] });
        if (rest.q === undefined) expect(everything({ ...request, ids })).toEqual(expected);
        else expect(expected.filter((ordinal) => !everything({ ...request, ids }).includes(ordinal))).toEqual([]);
        const counted = Object.values(facets!.color!).map(({ count }) => count);
        expect(Math.max(0, ...counted)).toBeLessThanOrEqual(total);
      }),
      randomRuns(60),
    );
  });
});

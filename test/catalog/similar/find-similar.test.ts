import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import {
  PaletteUnavailableError,
  PhashUnavailableError,
  VectorUnavailableError,
} from "#src/catalog/generation/catalog-errors.js";
import { ORDERS, VARIANTS } from "#src/catalog/similar/similar-request.js";
import type { IconRecord } from "#src/format/record.js";
import { temporaryFolder } from "../../support/folder.js";
import { randomRuns } from "../../support/random-runs.js";
import { similarByBruteForce } from "../../support/similar-oracle.js";

async function catalogOf(records: readonly IconRecord[]): Promise<Catalog> {
  const folder = temporaryFolder({ "icons.json": records });
  await compile({ data: join(folder, "icons.json"), out: join(folder, "out"), jobs: 1 });
  return openCatalog(join(folder, "out"));
}

const record = (id: string, more: Partial<IconRecord> = {}): IconRecord => ({
  id,
  name: `Name ${id}`,
  category: "c",
  developer: "D",
  ...more,
});

/** Few hashes and few colors, so that ties are common; some icons lack one or both. */
const phash = fc.constantFrom(
  "0000000000000001",
  "5555555555555554",
  "fffffffffffffffe",
  "aaaaaaaaaaaaaaaa",
  "aaaaaaaaaaaaaaab",
  "ffff0000ffff0000",
);
const hex = fc.constantFrom("#000000", "#ffffff", "#e53935", "#e53936", "#1e90ff");
const colorPalette = fc.uniqueArray(hex, { minLength: 1, maxLength: 4 }).map((colors) =>
  colors.map((each, at) => ({
    hex: each,
    name: "gray",
    // Halves, then quarters; the last color gets the rest.
    share: at === colors.length - 1 ? 0.5 ** at : 0.5 ** (at + 1),
  })),
);
const some = fc.array(fc.record({ phash, colorPalette }, { requiredKeys: [] }), { minLength: 1, maxLength: 25 });

describe("similar icons", () => {
  it("returns the similar icons that brute force finds for any request and any icons", async () => {
    const request = fc.record(
      {
        limit: fc.integer({ min: 1, max: 20 }),
        maxDistance: fc.constantFrom(0, 1, 32, 63, 64),
        include: fc.subarray([...VARIANTS]),
        by: fc.constantFrom(...ORDERS.filter((by) => !["shape", "look", "auto"].includes(by))),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(some, fc.array(request, { minLength: 20, maxLength: 20 }), async (icons, requests) => {
        const records = icons.map((icon, at) => record(`i${at}`, icon as Partial<IconRecord>));
        const catalog = await catalogOf(records);
        for (const [at, more] of requests.entries()) {
          const asked = records[at % records.length]!;
          const wanted = { id: asked.id, ...more };
          const isOptional = more.by === "color" || more.by === "vector";
          const compares = asked.phash !== undefined || (isOptional && (more.maxDistance ?? 64) === 64);
          if (!compares) expect(() => catalog.similar(wanted)).toThrow(PhashUnavailableError);
          else if (more.by === "vector") expect(() => catalog.similar(wanted)).toThrow(VectorUnavailableError);
          else if (asked.colorPalette === undefined && (more.by ?? "phash") !== "phash")
            expect(() => catalog.similar(wanted)).toThrow(PaletteUnavailableError);
          else {
            const { matches } = catalog.similar(wanted);
            const found = matches.map(({ ordinal, colorDistance, ...nearness }) => ({
              id: records[ordinal]!.id,
              ...nearness,
              ...(colorDistance === undefined ? {} : { colorDistance: Math.round(colorDistance * 1e4) / 1e4 }),
            }));
            expect(found).toEqual(similarByBruteForce(records, wanted));
          }
        }
      }),
      randomRuns(12),
    );
  });

  it("ranks icons of the same colors first if the image's hash is everywhere", async () => {
    const red = [{ hex: "#e53935", name: "red", share: 1 }];
    const blue = [{ hex: "#1e90ff", name: "blue", share: 1 }];
    const same = "ffff0000ffff0000";
    const catalog = await catalogOf([
      record("none", { phash: same }),
      record("blue", { phash: same, colorPalette: blue }),
      record("asked", { phash: same, colorPalette: red }),
      record("red", { phash: same, colorPalette: red }),
    ]);
    const ids = (request: object) => catalog.similar(request).matches.map(({ ordinal }) => catalog.record(ordinal).id);
    expect(ids({ id: "asked" })).toEqual(["red", "blue", "none"]);
    expect(ids({ phash: same })).toEqual(["none", "blue", "asked", "red"]);
  });

  it("marks hashes of low detail and ranks them last among equal distances", async () => {
    const catalog = await catalogOf([
      record("asked", { phash: "ffffffff00000000" }),
      record("flat", { phash: "0000000000000000" }),
      record("detailed", { phash: "0000ffff0000ffff" }),
    ]);
    const { lowDetail, matches } = catalog.similar({ id: "asked" });
    expect(lowDetail).toBe(false);
    expect(matches).toEqual([
      { ordinal: 2, distance: 32 },
      { ordinal: 1, distance: 32, lowDetail: true },
    ]);
    const ofFlat = catalog.similar({ id: "flat" });
    expect(ofFlat.lowDetail).toBe(true);
    expect(ofFlat.matches.map(({ ordinal }) => ordinal)).toEqual([0, 2]);
  });

  it("rejects requests for similar icons without exactly one valid id or hash", async () => {
    const catalog = await catalogOf([record("a")]);
    for (const request of [
      {},
      { id: "a", phash: "0000000000000000" },
      { phash: "123" },
      { phash: "0000000000000000", by: "color" as const },
      { phash: "0000000000000000", by: "blend" as const },
    ]) {
      expect(() => catalog.similar(request)).toThrow(RangeError);
    }
  });
});

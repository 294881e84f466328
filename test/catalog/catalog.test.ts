import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { IconNotFoundError } from "#src/catalog/generation/catalog-errors.js";
import { openGeneration } from "#src/catalog/generation/generation.js";
import { ORDERS, type SimilarRequest, VARIANTS } from "#src/catalog/similar/similar-request.js";
import { FACETS } from "#src/format/filter-facets.js";
import type { IconRecord } from "#src/format/record.js";
import { decodeStoredImage } from "#src/format/stored-image.js";
import { PALETTE_COLORS } from "#src/palette/palette-size.js";
import { facetsByBruteForce, listByBruteForce, listRespelled, type OracleQuery } from "../support/oracle.js";
import { randomRuns } from "../support/random-runs.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { type Nearness, similarByBruteForce } from "../support/similar-oracle.js";
import { shippedSource } from "../support/source-records.js";
import type { Colors } from "./similar/palette-tables.js";

const ORIGIN = "https://icons.test";

/** The shipped dataset has no vectors. */
const BY_IMAGE = ORDERS.filter((by) => !["vector", "shape", "look", "auto"].includes(by));

type ListedSimilarIcon = Nearness &
  Record<"name" | "category" | "iconUrl" | "developer", string> & { similarity: number };

let catalog: Catalog;
/** The number of uncertain bits of each icon's hash. */
let uncertain: number[];
let records: IconRecord[];
/** The colors of each icon as it is seen, with its background, which decide what is similar. */
let seen: Colors[];

beforeAll(() => {
  catalog = openCatalog(shippedArtifacts);
  records = Array.from({ length: catalog.size }, (_, ordinal) => catalog.record(ordinal));
  const { hashes, palettes } = openGeneration(shippedArtifacts, catalog.generation);
  seen = records.map((_, ordinal) => {
    const words = [...palettes.colors.subarray(ordinal * PALETTE_COLORS, (ordinal + 1) * PALETTE_COLORS)];
    const bytes = words.map((word) => [0, 8, 16, 24].map((shift) => (word >>> shift) & 0xff));
    return bytes.filter(([, , , share]) => share !== 0) as unknown as Colors;
  });
  const bitsAt = (at: number): number => hashes.uncertain[at]!.toString(2).replaceAll("0", "").length;
  uncertain = records.map((_, ordinal) => bitsAt(2 * ordinal) + bitsAt(2 * ordinal + 1));
});

const idsOf = (ordinals: Iterable<number>): string[] =>
  (JSON.parse(catalog.renderItems(ordinals, ORIGIN).toString()) as { id: string }[]).map(({ id }) => id);

/** All pages of a list, concatenated. */
function allPages(query: OracleQuery, limit: number): string[] {
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const result = catalog.list({ ...query, match: "name", page, limit });
    expect(result.totalPages).toBe(Math.ceil(result.total / limit));
    if (result.ordinals.length === 0) {
      expect(ids).toHaveLength(result.total);
      return ids;
    }
    ids.push(...idsOf(result.ordinals));
  }
}

describe("shipped generation", () => {
  it("holds every source record field by field, in display order", () => {
    const source = shippedSource();
    expect(records).toHaveLength(source.length);
    for (const [
      ordinal,
      { rank: _rank, image: _image, background: _background, tint: _tint, variants = [], ...facts },
    ] of source.entries()) {
      expect(records[ordinal]).toMatchObject(facts);
      expect(catalog.variants(facts.id).map(({ name }) => name)).toEqual(variants.map(({ name }) => name));
      const measured = ["phash", "colors", "colorPalette", "style"];
      const inherited = ["license", "licenseUrl", "source", "attribution"];
      const added = Object.keys(records[ordinal]!).filter((field) => !(field in facts));
      expect(added.every((field) => [...measured, ...inherited].includes(field))).toBe(true);
    }
  });

  it("finds every shipped id and no other", () => {
    for (const { id } of records) expect(catalog.get(id).id).toBe(id);
    for (const id of ["", "no such icon", "__proto__", "constructor", "spotif", "spotify "]) {
      expect(() => catalog.get(id)).toThrow(IconNotFoundError);
    }
  });

  it("renders each list item from its record, with a URL of this server if the record has no icon URL", () => {
    const items = JSON.parse(catalog.renderItems(records.keys(), ORIGIN).toString());
    const expected = records.map(({ id, name, category, developer, iconUrl }) => ({
      id,
      name,
      category,
      iconUrl: iconUrl ?? `${ORIGIN}/images/${encodeURIComponent(id)}`,
      developer,
    }));
    expect(items).toEqual(expected);
  });

  it("stores a hash, an image and a palette with shares that add up to 1 for every icon", () => {
    for (const { id, phash, colorPalette, colors } of records) {
      expect(phash).toMatch(/^[0-9a-f]{16}$/);
      expect(colorPalette!.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
      expect(colors!.length).toBeGreaterThan(0);
      expect(decodeStoredImage(catalog.storedImage(id)!).file.length).toBeGreaterThan(0);
    }
  });
});

describe("lists compared with brute force", () => {
  it("pages through every label of every facet without losing or repeating an icon", () => {
    for (const facet of FACETS) {
      for (const { label, count } of catalog.labels(facet)) {
        const expected = listByBruteForce(records, { [facet]: [label] });
        expect(expected).toHaveLength(count);
        expect(allPages({ [facet]: [label.toUpperCase()] }, 7)).toEqual(expected);
      }
    }
  });

  it("throws an error that names the facet and the remedy for a label that is not in an array", () => {
    expect(() => catalog.list({ category: "games" as unknown as string[] })).toThrow(
      new TypeError('category must be an array of labels, such as ["games"], got "games"'),
    );
  });

  it("pages through all icons without losing or repeating one", () => {
    expect(allPages({}, 100)).toEqual(records.map(({ id }) => id));
  });

  it("returns the same result set and order for random queries with random filters", () => {
    const labels = Object.fromEntries(FACETS.map((facet) => [facet, catalog.labels(facet).map(({ label }) => label)]));
    const someLabels = (facet: string): fc.Arbitrary<string[]> =>
      fc.array(fc.constantFrom(...labels[facet]!, "nothing", "__proto__"), { maxLength: 3 });
    const texts = records.flatMap(({ name, developer, aliases = [] }) => [name, developer, ...aliases]);
    const piece = fc.tuple(fc.constantFrom(...texts), fc.nat(12), fc.boolean());
    const q = fc
      .array(piece, { minLength: 1, maxLength: 3 })
      .map((pieces) =>
        pieces.map(([text, cut, shout]) => (shout ? text.toUpperCase() : text).slice(0, cut + 1)).join(" "),
      );
    const query = fc.record(
      {
        q: fc.oneof(
          q,
          q,
          fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }),
          fc.constantFrom("goo", "app1", "2048", "+", ".", " "),
        ),
        category: someLabels("category"),
        color: someLabels("color"),
        style: someLabels("style"),
        mood: someLabels("mood"),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(query, fc.integer({ min: 1, max: 40 }), (asked, limit) => {
        const { didYouMean, facets } = catalog.list({ ...asked, match: "name", facets: FACETS });
        const expected = listRespelled(records, asked, didYouMean);
        expect(allPages(asked, limit)).toEqual(expected);
        expect(facets).toEqual(facetsByBruteForce(records.filter(({ id }) => expected.includes(id))));
      }),
      randomRuns(300),
    );
  });

  it("lists every icon first for its exact name, or after others of that name", () => {
    for (const { id, name } of records) {
      const [first] = listByBruteForce(records, { q: name });
      const found = idsOf(catalog.list({ q: name }).ordinals);
      expect(found[0]).toBe(first);
      expect(found).toContain(id);
    }
  });
});

describe("similar icons compared with brute force", () => {
  const paletteOf = (_record: IconRecord, ordinal: number): Colors => seen[ordinal]!;
  const found = (request: SimilarRequest): Nearness[] => {
    const items = JSON.parse(catalog.renderMatches(catalog.similar(request).matches, ORIGIN).toString());
    return items.map(
      ({ similarity, name: _n, category: _c, iconUrl: _u, developer: _d, ...rest }: ListedSimilarIcon) => {
        expect(similarity).toBe(Math.max(0, 1 - rest.distance! / 32));
        return rest;
      },
    );
  };

  it.each(BY_IMAGE)("returns the exact matches of every icon by %s, without the icon itself", (by) => {
    for (const [at, { id }] of records.entries()) {
      const include = VARIANTS.filter((_, place) => (at >> place) % 2 === 1);
      const request = { id, limit: 20, by, include };
      // By color, the oracle compares all pairs of palettes, so only some icons are tested.
      if (by === "phash" || at % 8 === 0)
        expect(found(request)).toEqual(similarByBruteForce(records, request, uncertain, paletteOf));
    }
  });

  it("returns the exact matches of random hashes within random distances", () => {
    const hash = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(
        hash,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 64 }),
        fc.subarray([...VARIANTS]),
        (bits, limit, maxDistance, include) => {
          const request = { phash: bits.toString(16).padStart(16, "0"), limit, maxDistance, include };
          expect(found(request)).toEqual(similarByBruteForce(records, request, uncertain, paletteOf));
        },
      ),
      randomRuns(300),
    );
  });
});

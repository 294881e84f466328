import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { SORTS, type Sort } from "#src/catalog/sorts.js";
import { fold } from "#src/text/fold.js";
import { temporaryFolder } from "../support/folder.js";
import { randomRuns } from "../support/random-runs.js";

interface Made {
  readonly id: string;
  readonly name: string;
  readonly developer: string;
  readonly categories: readonly string[];
  readonly style?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/**
 * More than are sorted at once, and than are looked up in several sets; every tenth name is shared, some have no
 * letters, most icons have dates.
 */
const ICONS = 6000;
const NAMES = ["Zebra", "ábaco", "Abacus", "éclair", "!!", "Ωmega", "zoo", "日本"];
const day = (n: number): string => new Date(Date.UTC(2020, 0, 1 + (n % 1500))).toISOString().slice(0, 10);
const makeRecords = (dated: boolean, icons = ICONS): Made[] =>
  Array.from({ length: icons }, (_, n) => ({
    id: `icon-${n}`,
    name: n % 10 === 0 ? NAMES[(n / 10) % NAMES.length]! : `${NAMES[n % NAMES.length]} ${(n * 7919) % ICONS}`,
    developer: "x",
    categories: n % 3 === 0 ? ["games", "music"] : n % 500 === 1 ? ["rare"] : ["music"],
    ...(n % 4 === 0 ? { style: "flat" } : {}),
    ...(dated && n % 7 !== 0 ? { createdAt: day(n * 31) } : {}),
    ...(dated && n % 5 === 0 ? { updatedAt: `${day(n * 17)}T${String(n % 24).padStart(2, "0")}:00:00+02:00` } : {}),
  }));

async function build(records: readonly Made[]): Promise<Catalog> {
  const folder = temporaryFolder({ "icons.json": records });
  await compile({ data: `${folder}/icons.json`, out: `${folder}/out`, jobs: 1 });
  return openCatalog(`${folder}/out`);
}

const nameKeys = new Map<string, string>();
const nameKey = ({ name }: Made): string => {
  const key = nameKeys.get(name) ?? (fold(name).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(" ");
  nameKeys.set(name, key);
  return key;
};
const created = ({ createdAt }: Made): number => (createdAt === undefined ? -1 : Date.parse(createdAt));
const updated = ({ createdAt, updatedAt = createdAt }: Made): number =>
  updatedAt === undefined ? -1 : Date.parse(updatedAt);
/** Compares by code points. */
const byName = (a: Made, b: Made): number => {
  const [one, other] = [nameKey(a), nameKey(b)];
  if ((one === "") !== (other === "")) return one === "" ? 1 : -1;
  // No name has a character beyond the basic plane, where code units would differ.
  return one === other ? 0 : one < other ? -1 : 1;
};
const COMPARE: Readonly<Record<Exclude<Sort, "relevance">, (a: Made, b: Made) => number>> = {
  name: byName,
  newest: (a, b) => created(b) - created(a),
  updated: (a, b) => updated(b) - updated(a),
  // These icons have no images.
  look: () => 0,
  color: () => 0,
};

interface Asked {
  readonly category?: readonly string[];
  readonly style?: readonly string[];
  readonly updated_since?: string;
}

/** The ids in order: Array.sort is stable, so equal icons stay in display order. */
function expectedIds(records: readonly Made[], sort: Sort, { category, style, updated_since }: Asked): string[] {
  const passing = records.filter(
    (record) =>
      (category === undefined || record.categories.some((label) => category.includes(label))) &&
      (style === undefined || style.includes(record.style ?? "")) &&
      (updated_since === undefined || updated(record) >= Date.parse(updated_since)),
  );
  return (sort === "relevance" ? passing : passing.sort(COMPARE[sort])).map(({ id }) => id);
}

const asked = fc.record(
  {
    category: fc.constantFrom(["games"], ["music"], ["rare"], ["games", "rare"], ["none"]),
    style: fc.constant(["flat"]),
    updated_since: fc.oneof(
      fc.nat(1600).map(day),
      fc.constantFrom("2019-01-01", "2030-01-01", "2021-06-01T12:30:00Z", "2021-06-01T00:00:00+02:00"),
    ),
  },
  { requiredKeys: [] },
);

describe("sorted lists", () => {
  it.each([
    ["with dates", true, ICONS],
    ["without dates", false, 500],
  ])("have every icon once, in the order of a stable sort of all records %s", async (_, dated, icons) => {
    const records = makeRecords(dated, icons);
    const catalog = await build(records);
    const idsOf = (ordinals: Uint32Array): string[] => Array.from(ordinals, (ordinal) => catalog.item(ordinal).id);
    for (const sort of SORTS) {
      const all: string[] = [];
      for (let page = 1; page <= icons / 100; page++)
        all.push(...idsOf(catalog.list({ sort, page, limit: 100 }).ordinals));
      expect(all, sort).toEqual(expectedIds(records, sort, {}));
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...SORTS),
        asked,
        fc.integer({ min: 1, max: 100 }),
        fc.nat(1000),
        (sort, query, limit, at) => {
          const ids = expectedIds(records, sort, query);
          const page = 1 + (at % Math.max(1, Math.ceil(ids.length / limit)));
          const found = catalog.list({ ...query, sort, page, limit, facets: ["style"] });
          expect(found.total).toBe(ids.length);
          expect(idsOf(found.ordinals)).toEqual(ids.slice((page - 1) * limit, page * limit));
          const flat = ids.filter((id) => records[Number(id.slice(5))]!.style === "flat").length;
          expect(found.facets!.style).toEqual(flat === 0 ? [] : [{ label: "flat", count: flat }]);
        },
      ),
      randomRuns(100),
    );
  });

  it("have the same icons as a search by relevance, in the given order", async () => {
    const records = makeRecords(true, 1000);
    const catalog = await build(records);
    for (const asked of [
      { q: "zebra" },
      { q: "omega 1" },
      { q: "a" },
      { q: "x" },
      { q: "x", category: ["games"] },
      { q: "x", category: ["rare", "games"], style: ["flat"] },
      { q: "x", category: ["rare"] },
      { q: "x", updated_since: day(900) },
    ]) {
      const all = (sort: Sort, limit = 100): number[] => {
        const { totalPages } = catalog.list({ ...asked, sort, limit });
        return Array.from({ length: totalPages }, (_, at) => [
          ...catalog.list({ ...asked, sort, page: at + 1, limit }).ordinals,
        ]).flat();
      };
      const found = all("relevance").sort((a, b) => a - b);
      for (const sort of ["name", "newest", "updated"] as const) {
        const sorted = [...found].sort((a, b) => COMPARE[sort](records[a]!, records[b]!));
        for (const limit of [7, 64, 100])
          expect(all(sort, limit), `${JSON.stringify(asked)} ${sort} ${limit}`).toEqual(sorted);
      }
    }
  });

  it("by look: grays from light to dark, then around the color wheel, equal shapes of a color together", async () => {
    const COLORS = ["#ffffff", "#888888", "#111111", "#d01030", "#e07010", "#109030", "#1040d0"];
    const SHAPES = ['<circle cx="5" cy="5" r="4"/>', '<path d="M1 1h8v8z"/>', '<path d="M1 4h8v2H1z"/>'];
    // Fills the windows within which icons are ordered.
    const EACH = 32;
    // Neither colors nor shapes are neighbors in the dataset.
    const made = Array.from({ length: COLORS.length * EACH }, (_, n) => {
      const [color, shape] = [COLORS[n % COLORS.length]!, SHAPES[n % SHAPES.length]!];
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><g fill="${color}">${shape}</g></svg>`;
      return { id: `icon-${n}`, name: `Icon ${n}`, developer: "D", category: shape, color, image: `${n}.svg`, svg };
    });
    const records = made.map(({ svg, color, ...record }) => record);
    const images = Object.fromEntries(made.map(({ image, svg }) => [image, svg]));
    const folder = temporaryFolder({
      "icons.json": [...records, { ...records[0], id: "bare", image: undefined }],
      ...images,
    });
    await compile({ data: `${folder}/icons.json`, out: `${folder}/out`, jobs: 1 });
    const catalog = openCatalog(`${folder}/out`);
    const listed = (category?: string[]): string[] => {
      const { ordinals } = catalog.list({ sort: "look", limit: 500, ...(category && { category }) });
      return Array.from(ordinals, (ordinal) => catalog.item(ordinal).id);
    };
    const ids = listed();
    expect(ids.at(-1)).toBe("bare");
    const shown = ids.slice(0, -1).map((id) => made[Number(id.slice(5))]!);
    const runs = (values: readonly string[]): string[] => values.filter((value, at) => value !== values[at - 1]);
    expect(runs(shown.map(({ color }) => color))).toEqual(COLORS);
    expect(runs(shown.map(({ category, color }) => color + category))).toHaveLength(COLORS.length * SHAPES.length);
    for (const shape of SHAPES)
      expect(listed([shape])).toEqual(
        ids.filter((id) => (id === "bare" ? shape === SHAPES[0] : made[Number(id.slice(5))]!.category === shape)),
      );
  });

  it("by color: nearest first, and of equal distance the larger area; without a color by relevance", async () => {
    const path = (color: string, width: number): string => `<path fill="${color}" d="M0 0h${width}v10H0z"/>`;
    const drawn = {
      navy: path("#000080", 10),
      sky: path("#40a0f0", 10),
      halfBlue: path("#ff0000", 10) + path("#2060e0", 5),
      blue: path("#2060e0", 10),
      nearly: path("#2468e4", 10),
    };
    const records = Object.keys(drawn).map((id) => ({
      id,
      name: `App ${id}`,
      developer: "D",
      category: "c",
      colors: ["blue"],
    }));
    const folder = temporaryFolder({
      "icons.json": [
        { ...records[0], id: "bare" },
        ...records.map((record) => ({ ...record, image: `${record.id}.svg` })),
      ],
      ...Object.fromEntries(
        Object.entries(drawn).map(([id, body]) => [
          `${id}.svg`,
          `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${body}</svg>`,
        ]),
      ),
    });
    await compile({ data: `${folder}/icons.json`, out: `${folder}/out`, jobs: 1 });
    const catalog = openCatalog(`${folder}/out`);
    const sorted = (asked: object): string[] =>
      Array.from(catalog.list({ ...asked, limit: 100 }).ordinals, (ordinal) => catalog.item(ordinal).id);
    const order = ["blue", "nearly", "halfBlue", "sky", "navy", "bare"];
    expect(sorted({ color: ["#2060e0"], sort: "color" })).toEqual(order);
    expect(sorted({ color: ["#2060e0"], sort: "color", q: "app" })).toEqual(order);
    expect(
      [1, 2, 3]
        .flatMap((page) => catalog.list({ color: ["#2060e0"], sort: "color", limit: 2, page }))
        .flatMap(({ ordinals }) => [...ordinals]),
    ).toEqual(order.map((id) => catalog.ordinalOf(id)));
    expect(sorted({ sort: "color" })).toEqual(sorted({}));
  });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { converter, type Oklab } from "culori";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import type { ChangeKind } from "#build/diff/change.js";
import { changesOf, reportDiff } from "#build/diff/report.js";
import { openLiveSide, type Side } from "#build/diff/side.js";
import type { IconRecord } from "#src/format/record.js";
import { temporaryFolder } from "../../support/folder.js";

const drawn = (shape: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${shape}</svg>`;
const PICTURES = {
  "left.svg": drawn('<rect width="4" height="8" fill="#f00"/>'),
  "blue.svg": drawn('<rect width="4" height="8" fill="#00f"/>'),
  "top.svg": drawn('<rect width="8" height="3" fill="#f00"/>'),
  "dot.svg": drawn('<circle cx="2" cy="6" r="2" fill="#080"/>'),
};

const few = (...values: string[]) => fc.constantFrom(...values);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const looks = fc.oneof(
  fc.record({ image: few(...Object.keys(PICTURES)) }),
  fc.record({
    phash: maybe(few("0000000000000000", "0000000000000003", "ffff000000000000")),
    // The first two are visually indistinguishable.
    hex: maybe(few("#808080", "#828282", "#ff0000")),
  }),
);
const record = fc.record({
  id: fc.nat(25).map((number) => `icon-${number}`),
  name: few("One", "Two", "Three"),
  developer: few("A", "B"),
  category: few("x", "y"),
  website: maybe(few("https://a.example", "https://b.example")),
  attributes: maybe(fc.constantFrom<object>({ a: 1, b: [2] }, { b: [2], a: 1 }, { a: 2 })),
  looks,
});
type Drawn = typeof record extends fc.Arbitrary<infer T> ? T : never;
const dataset = fc.uniqueArray(record, { selector: ({ id }) => id, minLength: 1, maxLength: 20 });
/** Two datasets, of which the second mostly contains the records of the first. */
const datasets = fc
  .tuple(dataset, dataset, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }))
  .map(([before, other, stays]) => {
    const kept = before.filter((_, at) => stays[at]);
    return [before, [...kept, ...other.filter(({ id }) => !kept.some((one) => one.id === id))]] as const;
  });

function write(path: string, records: readonly Drawn[]): void {
  const lines = records.map(({ looks: shown, ...rest }) => {
    const { hex, ...more } = shown as { hex?: string };
    const palette =
      hex === undefined ? {} : { colorPalette: [{ hex, name: hex === "#ff0000" ? "red" : "gray", share: 1 }] };
    return JSON.stringify({ ...rest, ...more, ...palette });
  });
  writeFileSync(path, lines.join("\n"));
}

/** The result for an icon, comparable in any order. */
type Told = readonly [before: string | undefined, after: string | undefined, kinds: string, fields: string];

/** Compares every icon with every other, by definition. */
function compareNaively(before: Side, after: Side): Told[] {
  const left = recordsOf(before);
  const right = recordsOf(after);
  const pairs: [IconRecord, IconRecord][] = [];
  const pair = (same: (one: IconRecord, other: IconRecord) => boolean): void => {
    const old = left.filter((one) => !pairs.some(([taken]) => taken === one));
    const fresh = right.filter((one) => !pairs.some(([, taken]) => taken === one));
    const isAlone = (one: IconRecord, all: readonly IconRecord[], alike: (a: IconRecord, b: IconRecord) => boolean) =>
      all.filter((other) => alike(one, other)).length === 1;
    for (const one of old)
      for (const other of fresh)
        if (same(one, other) && isAlone(one, fresh, same) && isAlone(other, old, (a, b) => same(b, a)))
          pairs.push([one, other]);
  };
  pair((one, other) => one.id === other.id);
  pair((one, other) => one.name === other.name && one.developer === other.developer);
  const image = (side: Side, { id }: IconRecord): string => side.catalog.storedImage(id)?.toString("base64") ?? "";
  pair((one, other) => image(before, one) !== "" && image(before, one) === image(after, other));
  const told: Told[] = [];
  for (const one of left) if (!pairs.some(([taken]) => taken === one)) told.push([one.id, undefined, "removed", ""]);
  for (const one of right) if (!pairs.some(([, taken]) => taken === one)) told.push([undefined, one.id, "added", ""]);
  for (const [one, other] of pairs) {
    const kinds: ChangeKind[] = [];
    const moved = distanceOf(one, other) >= 0.02;
    const names = Object.keys({ ...one, ...other }) as (keyof IconRecord)[];
    const fields = names.filter(
      (name) =>
        !["id", "name", "category", "phash", ...(moved ? ["colorPalette"] : [])].includes(name) &&
        !isDeepStrictEqual(one[name], other[name]),
    );
    if (one.id !== other.id) kinds.push("id");
    if (one.name !== other.name) kinds.push("name");
    if (one.category !== other.category) kinds.push("category");
    if (one.phash !== other.phash) kinds.push("image");
    else if (image(before, one) !== image(after, other)) kinds.push("redrawn");
    if (moved) kinds.push("palette");
    if (fields.length > 0) kinds.push("fields");
    if (kinds.length > 0) told.push([one.id, other.id, kinds.join(), fields.sort().join()]);
  }
  return told.sort();
}

const toOklab = converter("oklab");

/** All palettes in this test have a single color. */
function distanceOf({ colorPalette: [one] = [] }: IconRecord, { colorPalette: [other] = [] }: IconRecord): number {
  if (one === undefined || other === undefined) return 0;
  const from = toOklab(one.hex) as Oklab;
  const to = toOklab(other.hex) as Oklab;
  return Math.hypot(from.l - to.l, from.a - to.a, from.b - to.b);
}

function recordsOf({ catalog }: Side): IconRecord[] {
  return Array.from({ length: catalog.size }, (_, ordinal) => catalog.record(ordinal));
}

async function build(folder: string, name: string, records: readonly Drawn[]): Promise<Side> {
  const data = join(folder, `${name}.ndjson`);
  write(data, records);
  const out = join(folder, name);
  await compile({ data, out, jobs: 1, cache: join(folder, "cache"), allowRemovals: true });
  return openLiveSide(out)!;
}

describe("generation comparison", () => {
  it("finds the changes that comparing every icon with every other finds", async () => {
    const folder = temporaryFolder(PICTURES);
    await fc.assert(
      fc.asyncProperty(datasets, async ([first, second]) => {
        const before = await build(folder, "before", first);
        const after = await build(folder, "after", second);
        const { changes, changed, counts } = reportDiff(before, after, 100);
        const told = changes.map(
          (change): Told => [change.before?.id, change.after?.id, change.kinds.join(), change.fields.join()],
        );
        expect(told.sort()).toEqual(compareNaively(before, after));
        expect(changed).toBe(told.length);
        for (const kind of Object.keys(counts) as ChangeKind[])
          expect(counts[kind]).toBe(changes.filter(({ kinds }) => kinds.includes(kind)).length);
      }),
      { numRuns: 6 },
    );
  });

  it("counts all changes and keeps the requested number of each kind", async () => {
    const folder = temporaryFolder();
    const icon = (id: number, name = "One"): Drawn => ({
      id: `icon-${id}`,
      name: `${name} ${id}`,
      developer: "A",
      category: "x",
      website: undefined,
      attributes: undefined,
      looks: { phash: undefined, hex: undefined },
    });
    const before = await build(
      folder,
      "before",
      Array.from({ length: 20 }, (_, id) => icon(id)),
    );
    const after = await build(
      folder,
      "after",
      Array.from({ length: 20 }, (_, id) => icon(id + 5, id < 9 ? "Two" : "One")),
    );
    const report = reportDiff(before, after, 3);
    expect(report.counts).toMatchObject({ added: 5, removed: 5, name: 9, id: 0 });
    expect(report.changed).toBe(19);
    expect(report.changes).toHaveLength(9);
    expect(changesOf(report, "name", 2)).toHaveLength(2);
  });

  it("reports icons in a different order, and nothing for equal generations", async () => {
    const folder = temporaryFolder();
    const drawnOf = (id: string): Drawn => ({
      ...fc.sample(record, 1)[0]!,
      id,
      looks: { phash: undefined, hex: undefined },
    });
    const [a, b, c] = ["a", "b", "c"].map(drawnOf) as [Drawn, Drawn, Drawn];
    const before = await build(folder, "before", [a, b, c]);
    const after = await build(folder, "after", [a, c, b]);
    expect(reportDiff(before, after, 9)).toMatchObject({ changed: 0, reordered: true });
    expect(reportDiff(before, before, 9)).toMatchObject({ changed: 0, reordered: false });
    expect(reportDiff(undefined, before, 9)).toMatchObject({ before: undefined, changed: 3, counts: { added: 3 } });
  });
});

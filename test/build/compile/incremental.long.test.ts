import { lstatSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile, createCompiler } from "#build/compile/compile.js";
import type { BuildResult } from "#build/compile/options.js";
import { colorOf, drawing, drawnDataset, drawnRecord } from "../../support/drawings.js";
import { temporaryFolder } from "../../support/folder.js";
import { SETTLED_MS } from "../../support/settled.js";

const ICONS = 6;
const RUNS = Number(process.env.EDITED_DATASETS ?? 1);

const build = (
  folder: string,
  out: string,
  cache?: false,
  by: { compile: typeof compile } = { compile },
): Promise<BuildResult> =>
  by.compile({
    data: join(folder, "data"),
    allowRemovals: true,
    out: join(folder, out),
    jobs: 1,
    ...(cache === undefined ? {} : { cache }),
  });

/** Typical edits of a dataset; `n` is one of its icons, `seed` any number up to 4,096. */
const EDITS: Record<string, (data: string, n: number, seed: number) => void> = {
  "a record is edited": (data, n, seed) => editRecord(data, n, (record) => ({ ...record, name: `Name ${seed}` })),
  "a record gets a background": (data, n, seed) =>
    editRecord(data, n, (record) => ({ ...record, background: colorOf(seed) })),
  "records are swapped": (data) => {
    const records = readRecords(data);
    writeRecords(data, [...records.slice(1), records[0]!]);
  },
  "a record goes and comes back": (data, n) => {
    const records = readRecords(data);
    const without = records.filter(({ id }) => id !== `icon-${n}`);
    writeRecords(data, without.length < records.length && without.length > 0 ? without : [...without, drawnRecord(n)]);
  },
  "an image is changed": (data, n, seed) => writeFileSync(imageOf(data, n), drawing(colorOf(seed))),
  "an image is changed with the same size and time": (data, n, seed) => {
    const before = statSync(imageOf(data, n), { throwIfNoEntry: false });
    writeFileSync(imageOf(data, n), drawing(colorOf(seed)));
    if (before !== undefined) utimesSync(imageOf(data, n), before.atime, before.mtime);
  },
  "an image is replaced by rename": (data, n, seed) => {
    writeFileSync(join(data, "aside"), drawing(colorOf(seed)));
    renameSync(join(data, "aside"), imageOf(data, n));
  },
  "two images are swapped": (data, n) => {
    const other = (n + 1) % ICONS;
    const [one, two] = [n, other].map((at) => readFileSync(imageOf(data, at), { flag: "a+" }));
    writeFileSync(imageOf(data, n), two!);
    writeFileSync(imageOf(data, other), one!);
  },
  "an image is removed": (data, n) => rmSync(imageOf(data, n), { force: true }),
  "the folder of images becomes a link that leads out, and back": (data) => {
    const [inside, outside] = [join(data, "pictures"), join(data, "..", "elsewhere")];
    if (lstatSync(inside).isSymbolicLink()) {
      rmSync(inside);
      renameSync(outside, inside);
    } else {
      renameSync(inside, outside);
      symlinkSync(outside, inside);
    }
  },
  "the dataset's rules change": (data, _, seed) =>
    writeFileSync(join(data, "dataset.json"), JSON.stringify({ name: "x", image: { background: colorOf(seed) } })),
};

type DrawnRecord = ReturnType<typeof drawnRecord>;

const imageOf = (data: string, n: number): string => join(data, `pictures/${n}.svg`);
const readRecords = (data: string): DrawnRecord[] => JSON.parse(readFileSync(join(data, "icons/a.json"), "utf8"));

function writeRecords(data: string, records: readonly DrawnRecord[]): void {
  writeFileSync(join(data, "icons/a.json"), JSON.stringify(records));
}

function editRecord(data: string, n: number, change: (record: DrawnRecord) => DrawnRecord): void {
  writeRecords(
    data,
    readRecords(data).map((record) => (record.id === `icon-${n}` ? change(record) : record)),
  );
}

describe("incremental build", () => {
  it(
    "builds the same generation as a clean build after any edit, also in a long-running compiler",
    async () => {
      const edit = fc.record({
        what: fc.constantFrom(...Object.keys(EDITS)),
        n: fc.nat(ICONS - 1),
        seed: fc.nat(4095),
        rest: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(edit, { minLength: 3, maxLength: 6 }), async (edits) => {
          const folder = drawnDataset(ICONS);
          const compiler = createCompiler();
          try {
            await build(folder, "warm");
            await build(folder, "staying", undefined, compiler);
            for (const { what, n, seed, rest } of edits) {
              EDITS[what]!(join(folder, "data"), n, seed);
              if (rest) await sleep(SETTLED_MS);
              const warm = await build(folder, "warm");
              const staying = await build(folder, "staying", undefined, compiler);
              const cold = await build(folder, "cold", false);
              const told = ({ generation, skipped }: BuildResult) => ({ what, generation, skipped });
              expect(told(warm)).toEqual(told(cold));
              expect(told(staying)).toEqual(told(cold));
            }
          } finally {
            await compiler.close();
          }
        }),
        { numRuns: RUNS },
      );
    },
    240_000 + RUNS * 60_000,
  );

  it("builds the same generation as a clean build after any edit of older files, also in a long-running compiler", async () => {
    const isRight = async (what: string): Promise<void> => {
      const folder = drawnDataset(ICONS);
      const compiler = createCompiler();
      try {
        for (const [seed, restBefore, restAfter] of [
          [100, SETTLED_MS, 0],
          [200, 0, SETTLED_MS],
        ] as const) {
          await sleep(restBefore);
          await build(folder, "warm");
          await build(folder, "staying", undefined, compiler);
          EDITS[what]!(join(folder, "data"), 2, seed);
          await sleep(restAfter);
          const warm = await build(folder, "warm");
          const staying = await build(folder, "staying", undefined, compiler);
          const cold = await build(folder, "cold", false);
          const told = ({ generation, skipped }: BuildResult) => ({ what, generation, skipped });
          expect(told(warm)).toEqual(told(cold));
          expect(told(staying)).toEqual(told(cold));
        }
      } finally {
        await compiler.close();
      }
    };
    // Run concurrently, since they mostly sleep.
    await Promise.all(Object.keys(EDITS).map(isRight));
  }, 120_000);

  it.each<[string, number]>([
    ["a record is edited", 0],
    ["records are swapped", 0],
    ["two images are swapped", 0],
    ["an image is changed", 1],
    ["an image is changed with the same size and time", 1],
    ["an image is replaced by rename", 1],
    ["a record gets a background", 1],
    ["the dataset's rules change", ICONS],
  ])("analyzes only the needed images: when %s, %i images", async (what, analyzed) => {
    const folder = drawnDataset(ICONS);
    expect((await build(folder, "out")).analyzed).toBe(ICONS);
    expect(await build(folder, "out")).toMatchObject({ analyzed: 0, unchanged: true });
    EDITS[what]!(join(folder, "data"), 2, 4000);
    expect(await build(folder, "out")).toMatchObject({ analyzed, unchanged: false });
  });

  it("analyzes one image for one changed record among 2,000", async () => {
    const folder = temporaryFolder({ "data/dataset.json": { name: "x" } });
    const colors = 50;
    const records = Array.from({ length: 2000 }, (_, n) => ({
      ...drawnRecord(n),
      image: `pictures/${n % colors}.svg`,
    }));
    const source = drawnDataset(colors);
    renameSync(join(source, "data/pictures"), join(folder, "data/pictures"));
    renameSync(join(source, "data/icons"), join(folder, "data/icons"));
    writeRecords(join(folder, "data"), records);
    // Records that share an image may be analyzed more than once before it is cached.
    expect((await build(folder, "out")).analyzed).toBeGreaterThanOrEqual(colors);
    expect((await build(folder, "out")).analyzed).toBe(0);
    writeFileSync(join(folder, "data/pictures/new.svg"), drawing("#654321"));
    records[1234]!.image = "pictures/new.svg";
    writeRecords(join(folder, "data"), records);
    expect((await build(folder, "out")).analyzed).toBe(1);
  });
});

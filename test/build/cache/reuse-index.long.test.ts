import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { compile } from "#build/compile/compile.js";
import type { BuildOptions, BuildResult } from "#build/compile/options.js";
import { rollBack } from "#build/publish/rollback.js";
import { entriesOf, forgetAnalyses } from "../../support/cache-entries.js";
import { drawing, drawnDataset, drawnRecord } from "../../support/drawings.js";
import { runHere } from "../../support/run-here.js";
import { SETTLED_MS } from "../../support/settled.js";

const ICONS = 5;

const build = (folder: string, options: Partial<BuildOptions> = {}): Promise<BuildResult> =>
  compile({ data: join(folder, "data"), out: join(folder, "out"), jobs: 1, allowRemovals: true, ...options });

const useFile = (folder: string): string => {
  const uses = join(folder, "out/cache/uses");
  return join(uses, readdirSync(uses)[0]!);
};

/** Creates a dataset and builds it when its images are old enough to be trusted. */
async function settledDataset(): Promise<{ folder: string; first: BuildResult }> {
  const folder = drawnDataset(ICONS);
  await sleep(SETTLED_MS);
  const first = await build(folder);
  expect(first).toMatchObject({ analyzed: ICONS, skipped: [] });
  forgetAnalyses(join(folder, "out/cache"));
  return { folder, first };
}

describe("reuse of images unchanged since the live generation", () => {
  it("neither reads, analyzes nor looks up unchanged images by content", async () => {
    const { folder, first } = await settledDataset();
    expect(await build(folder)).toMatchObject({ ...told(first), analyzed: 0, unchanged: true });
    expect(await build(folder)).toMatchObject({ ...told(first), analyzed: 0, unchanged: true });
    const file = join(folder, "data/icons/a.json");
    const records = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify([...records.slice(2), ...records.slice(0, 2)]));
    const moved = await build(folder);
    expect(moved).toMatchObject({ analyzed: 0, unchanged: false });
    expect(told(moved)).toEqual(told(await build(folder, { cache: false, out: join(folder, "cold") })));
    writeFileSync(join(folder, "data/pictures/3.svg"), drawing("#123456"));
    expect((await build(folder)).analyzed).toBe(1);
  });

  it("does not reuse images that changed less than two seconds earlier", async () => {
    // The clock is stopped, so that even on a slow machine the images count as just changed in the first build.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const folder = drawnDataset(ICONS);
    await build(folder);
    vi.useRealTimers();
    forgetAnalyses(join(folder, "out/cache"));
    expect((await build(folder)).analyzed).toBe(ICONS);
  });

  it("reuses images for any command that scans the dataset for that folder", async () => {
    const { folder } = await settledDataset();
    const { stdout } = await runHere([
      ...["build", join(folder, "data"), "--out", join(folder, "out"), "--allow-removals", "--dry-run", "--json"],
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, analyzed: 0 });
    const before = readFileSync(useFile(folder));
    expect(entriesOf(join(folder, "out/cache"))).toEqual([]);
    const linted = await runHere([
      "lint",
      join(folder, "data"),
      "--artifacts",
      join(folder, "out"),
      "--format",
      "json",
    ]);
    expect(JSON.parse(linted.stdout)).toMatchObject({ icons: ICONS });
    // Analyses are still recorded for reuse.
    expect(entriesOf(join(folder, "out/cache"))).toEqual([]);
    expect(readFileSync(useFile(folder))).toEqual(before);
  });

  it("builds the same generation with or without reuse after any event", async () => {
    const isRight = async (what: string): Promise<void> => {
      const [happen, analyzed] = HAPPENINGS[what]!;
      const { folder, first } = await settledDataset();
      await happen(folder, first);
      forgetAnalyses(join(folder, "out/cache"));
      const again = await build(folder);
      const cold = await build(folder, { cache: false, out: join(folder, "cold") });
      expect({ what, ...told(again), analyzed: again.analyzed }).toEqual({ what, ...told(cold), analyzed });
      forgetAnalyses(join(folder, "out/cache"));
      expect({ what, analyzed: (await build(folder)).analyzed }).toEqual({ what, analyzed: 0 });
    };
    // Run concurrently, since they mostly sleep.
    await Promise.all(Object.keys(HAPPENINGS).map(isRight));
  }, 120_000);

  it("analyzes images again if the reuse index can't be written, and reports that", async () => {
    const { folder } = await settledDataset();
    const file = useFile(folder);
    rmSync(file);
    mkdirSync(file);
    expect(await build(folder)).toMatchObject({ analyzed: ICONS, cacheFailure: expect.stringContaining(file) });
    forgetAnalyses(join(folder, "out/cache"));
    expect(await build(folder)).toMatchObject({ analyzed: ICONS, cacheFailure: expect.stringContaining(file) });
  });

  it("analyzes images again or reuses them correctly if any byte of the reuse index changes", async () => {
    const { folder, first } = await settledDataset();
    const file = useFile(folder);
    const whole = readFileSync(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bytes = Buffer.from(whole);
        bytes[at]! ^= change;
        writeFileSync(file, bytes);
        expect(await build(folder)).toMatchObject({ ...told(first), unchanged: true });
      }),
      { numRuns: Number(process.env.REUSE_INDEX_FLIPS ?? 5) },
    );
  });
});

describe("icons cache clear", () => {
  const clear = async (folder: string, ...flags: string[]): Promise<void> => {
    const { code, stderr } = await runHere(["cache", "clear", "--cache", join(folder, "out/cache"), ...flags]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  };

  it("makes the next build analyze everything, and removes the leftovers of killed builds", async () => {
    const { folder } = await settledDataset();
    const uses = join(folder, "out/cache/uses");
    writeFileSync(join(uses, "0123456789abcdef.tmp"), "half");
    writeFileSync(join(uses, "0123456789abcdee"), "of another layout");
    writeFileSync(join(uses, "notes.txt"), "mine");
    await clear(folder);
    expect(readdirSync(uses)).toEqual(["notes.txt"]);
    expect((await build(folder)).analyzed).toBe(ICONS);
  });

  it.each([["--unused"], ["--older-than", "1h"]])(
    "keeps the reuse index of a live generation with %s",
    async (...flags) => {
      const { folder } = await settledDataset();
      await clear(folder, ...flags);
      expect((await build(folder)).analyzed).toBe(0);
    },
  );

  it("removes the reuse index of deleted folders with --unused", async () => {
    const { folder } = await settledDataset();
    await build(folder, { out: join(folder, "gone"), cache: join(folder, "out/cache") });
    const uses = (): number => readdirSync(join(folder, "out/cache/uses")).length;
    expect(uses()).toBe(2);
    rmSync(join(folder, "gone"), RECURSIVE);
    await clear(folder, "--unused");
    expect(uses()).toBe(1);
  });
});

const RECURSIVE = { recursive: true, force: true } as const;
const RULES = JSON.stringify({ name: "drawings", image: { padding: 0.3 } });

/** Events that affect the reuse index, and how many images the next build analyzes. */
const HAPPENINGS: Readonly<
  Record<string, readonly [happen: (folder: string, first: BuildResult) => unknown, analyzed: number]>
> = {
  "the use file is gone": [(folder) => rmSync(useFile(folder)), ICONS],
  "the use file is cut short": [(folder) => truncateSync(useFile(folder), 300), ICONS],
  "the generation is gone": [(folder, { generation }) => rmSync(join(folder, "out", generation), RECURSIVE), ICONS],
  "an image of the generation is damaged": [(folder) => flip(shardOf(folder, "images-0000.bin"), 20), 1],
  "the images are cut short": [(folder) => truncateSync(shardOf(folder, "images-0000.bin"), 30), ICONS],
  "the manifest is damaged": [(folder) => flip(shardOf(folder, "manifest.json"), 20), ICONS],
  "something else was built there": [(folder) => build(folder, { data: otherDataset(folder) }), ICONS],
  "the one before was made live again": [
    async (folder) => {
      writeFileSync(join(folder, "data/icons/a.json"), JSON.stringify([drawnRecord(1)]));
      await build(folder);
      await rollBack(join(folder, "out"));
      writeFileSync(join(folder, "data/icons/a.json"), JSON.stringify(allRecords()));
    },
    ICONS - 1,
  ],
  "other images are served": [(folder) => build(folder, { images: false }), ICONS],
  "the rules changed": [(folder) => writeFileSync(join(folder, "data/dataset.json"), RULES), ICONS],
  "the dataset moved": [(folder) => moveTwice(join(folder, "data")), 0],
};

const told = ({ generation, skipped }: BuildResult) => ({ generation, skipped });
const allRecords = () => Array.from({ length: ICONS }, (_, n) => drawnRecord(n));

function shardOf(folder: string, name: string): string {
  const generation = readFileSync(join(folder, "out/CURRENT"), "utf8").trim();
  return join(folder, "out", generation, name);
}

function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at]! ^= 1;
  rmSync(file);
  writeFileSync(file, bytes);
}

function otherDataset(folder: string): string {
  mkdirSync(join(folder, "other"));
  writeFileSync(join(folder, "other/icons.json"), JSON.stringify([{ ...drawnRecord(0), image: undefined }]));
  return join(folder, "other/icons.json");
}

/** Moves a folder away and back: the same files in the same folder. */
function moveTwice(data: string): void {
  renameSync(data, `${data}-moved`);
  renameSync(`${data}-moved`, data);
}

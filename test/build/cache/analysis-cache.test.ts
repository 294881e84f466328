import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { pack } from "msgpackr";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { ANALYSIS_VERSION } from "#build/analysis/analysis.js";
import { decodeEntry, encodeEntry, entryPath, openAnalysisCache } from "#build/cache/analysis-cache.js";
import { analysisKey } from "#build/cache/analysis-key.js";
import { createCompiler } from "#build/compile/compile.js";
import type { BuildResult } from "#build/compile/options.js";
import { entriesOf } from "../../support/cache-entries.js";
import { icons } from "../../support/cli.js";
import { colorOf, drawing, drawnDataset, drawnRecord } from "../../support/drawings.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";

const KEY = createHash("sha256").update("some image").digest("hex");
const OTHER_KEY = createHash("sha256").update("another").digest("hex");
const ANALYSIS = {
  descriptor: Buffer.alloc(64, 5),
  phash: "0123456789abcdef",
  uncertain: "0000000000000080",
  colorPalette: [{ hex: "#e53935", name: "red", share: 1 }],
  colors: ["red"],
  style: "flat",
  shape: { cover: 1, width: 1, height: 1, sharpness: 0 },
  size: undefined,
  hasText: false,
  image: Buffer.from("some pixels"),
  removed: ["onclick"],
};
const picture = { kind: "svg" as const, bytes: Buffer.from(drawing("#e53935")) };

/** Keeps the analysis process running from build to build. */
const compiler = createCompiler();
afterAll(() => compiler.close());

const build = (folder: string, cache?: string): Promise<BuildResult> =>
  compiler.compile({
    data: join(folder, "data"),
    out: join(folder, "out"),
    jobs: 1,
    allowRemovals: true,
    ...(cache === undefined ? {} : { cache }),
  });

describe("analysis cache key", () => {
  const key = analysisKey(picture, { padding: 0.17 });

  it.each<[string, string]>([
    ["another background", analysisKey(picture, { padding: 0.17, background: "#ffffff" })],
    ["another padding", analysisKey(picture, { padding: 0.1 })],
    ["another kind of image", analysisKey({ ...picture, kind: "raster" }, { padding: 0.17 })],
    ["other bytes", analysisKey({ ...picture, bytes: Buffer.from(drawing("#e53936")) }, { padding: 0.17 })],
    ["a new option", analysisKey(picture, { padding: 0.17, later: true } as { padding: number })],
  ])("computes another cache key for %s", (_, other) => {
    expect(other).not.toBe(key);
  });

  it("computes the same cache key for equal content in any representation", () => {
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(analysisKey({ ...picture, bytes: Uint8Array.from(picture.bytes) }, { padding: 0.17 })).toBe(key);
    expect(analysisKey(picture, { padding: 0.17, background: undefined })).toBe(key);
    expect(analysisKey(picture, { padding: 0.17, background: "#ffffff" })).toBe(
      analysisKey(picture, { background: "#ffffff", padding: 0.17 }),
    );
  });
});

describe("analysis cache entry", () => {
  const entry = encodeEntry(KEY, ANALYSIS);
  /** An entry that another program may have written, with a valid checksum. */
  const signed = (change: (bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.from(entry);
    change(bytes);
    bytes.set(createHash("sha256").update(bytes.subarray(40)).digest(), 8);
    return bytes;
  };

  it("decodes a cache entry to the stored analysis", () => {
    expect(decodeEntry(KEY, entry)).toEqual(ANALYSIS);
    const cache = openAnalysisCache(join(temporaryFolder(), "cache"));
    expect(cache.load(KEY)).toBeUndefined();
    cache.store(KEY, ANALYSIS);
    expect(cache.load(KEY)).toEqual(ANALYSIS);
  });

  it("treats an entry as a miss if any bit is changed, if it is truncated, or if bytes follow it", () => {
    for (let length = 0; length < entry.length; length++)
      expect(decodeEntry(KEY, entry.subarray(0, length))).toBeUndefined();
    for (let bit = 0; bit < entry.length * 8; bit++) {
      const bytes = Buffer.from(entry);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect(decodeEntry(KEY, bytes)).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 99 }), (more) => {
        expect(decodeEntry(KEY, Buffer.concat([entry, more]))).toBeUndefined();
        expect(decodeEntry(KEY, Buffer.from(more))).toBeUndefined();
      }),
    );
  });

  it.each<[string, Buffer]>([
    ["stored under another key", encodeEntry(OTHER_KEY, ANALYSIS)],
    ["plain MessagePack, the former format", pack(ANALYSIS)],
    ["empty", Buffer.alloc(0)],
    [
      "of another layout",
      signed((bytes) => {
        bytes.write("ICONANA2");
      }),
    ],
    [
      "of another version of the measurements",
      signed((bytes) => {
        bytes.writeUInt32LE(ANALYSIS_VERSION + 1, 40);
      }),
    ],
  ])("treats an entry as a miss if it is %s", (_, bytes) => {
    expect(decodeEntry(KEY, bytes)).toBeUndefined();
  });
});

describe("analysis cache of a build", () => {
  it("finds analyses by content: with other paths and ids but the same images, nothing is analyzed", async () => {
    const folder = drawnDataset(4);
    expect((await build(folder)).analyzed).toBe(4);
    mkdirSync(join(folder, "data/moved"));
    for (let n = 0; n < 4; n++) writeFileSync(join(folder, `data/moved/${n}.svg`), drawing(colorOf(n)));
    const moved = [0, 1, 2, 3].map((n) => ({ ...drawnRecord(n), id: `other-${n}`, image: `moved/${n}.svg` }));
    writeFileSync(join(folder, "data/icons/a.json"), JSON.stringify(moved));
    expect((await build(folder)).analyzed).toBe(0);
  });

  it("distinguishes analyses of the same file by tint and background", async () => {
    const folder = drawnDataset(1);
    writeFileSync(join(folder, "data/pictures/0.svg"), drawing("currentColor"));
    const record = drawnRecord(0);
    const records = [
      record,
      { ...record, id: "tinted", tint: "#e53935" },
      { ...record, id: "grounded", background: "#ffffff" },
    ];
    writeFileSync(join(folder, "data/icons/a.json"), JSON.stringify(records));
    expect((await build(folder)).analyzed).toBe(3);
    writeFileSync(join(folder, "data/dataset.json"), JSON.stringify({ name: "x", image: { padding: 0.3 } }));
    expect((await build(folder)).analyzed).toBe(3);
    expect((await build(folder)).analyzed).toBe(0);
  });

  it("reuses a cache that was copied to another machine, without analyzing anything", async () => {
    const one = drawnDataset(5);
    const other = drawnDataset(5);
    const { generation } = await build(one, join(one, "kept"));
    cpSync(join(one, "kept"), join(other, "taken"), { recursive: true });
    expect(await build(other, join(other, "taken"))).toMatchObject({ generation, analyzed: 0 });
    expect(readdirSync(join(other, "out"))).not.toContain("cache");
  });

  it("replaces damaged cache entries, and only those", async () => {
    // The clock is stopped, so that even on a slow machine the images count as just changed in the first build and the
    // second one does not trust its records of them.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const folder = drawnDataset(6);
    const { generation } = await build(folder);
    vi.useRealTimers();
    const [cut, emptied, changed, foreign, donor] = entriesOf(join(folder, "out/cache"));
    truncateSync(cut!, 100);
    truncateSync(emptied!, 0);
    const bytes = readFileSync(changed!);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(changed!, bytes);
    cpSync(donor!, foreign!);
    expect(await build(folder)).toMatchObject({ generation, unchanged: true, analyzed: 4 });
    expect((await build(folder)).analyzed).toBe(0);
  });

  it("does not read the cache with --no-cache, and stores it at the path given by --cache", async () => {
    const folder = drawnDataset(2);
    const run = async (...flags: string[]): Promise<BuildResult> =>
      JSON.parse(
        (await runHere(["build", join(folder, "data"), "--out", join(folder, "out"), "--json", ...flags])).stdout,
      );
    expect((await run("--cache", join(folder, "kept"))).analyzed).toBe(2);
    expect((await run("--no-cache")).analyzed).toBe(2);
    expect((await run("--cache", join(folder, "kept"))).analyzed).toBe(0);
    expect(readdirSync(join(folder, "out"))).not.toContain("cache");
  });

  it("shares the cache between concurrent builds", async () => {
    const folder = drawnDataset(8);
    const cache = join(folder, "kept");
    const ran = await Promise.all(
      ["a", "b", "c"].map((out) =>
        icons(["build", join(folder, "data"), "--out", join(folder, out), "--cache", cache, "--jobs", "1", "--json"]),
      ),
    );
    expect(ran.map(({ stderr }) => stderr)).toEqual(["", "", ""]);
    const results = ran.map(({ stdout }) => JSON.parse(stdout) as BuildResult);
    expect(results.map(({ skipped }) => skipped)).toEqual([[], [], []]);
    expect(new Set(results.map(({ generation }) => generation)).size).toBe(1);
    expect(entriesOf(cache)).toHaveLength(8);
    expect((await build(folder, cache)).analyzed).toBe(0);
  });
});

describe("icons cache", () => {
  const monthsAgo = new Date(Date.now() - 90 * 86_400_000);
  const cacheCommand = async (cache: string, ...args: string[]) => {
    const { code, stdout, stderr } = await runHere(["cache", ...args, "--cache", cache, "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return JSON.parse(stdout);
  };

  it("lists the cache entries by version and by use in live generations", async () => {
    const folder = drawnDataset(3);
    const cache = join(folder, "out/cache");
    expect(await cacheCommand(cache, "stats")).toMatchObject({ all: { files: 0, bytes: 0 }, byVersion: [], inUse: [] });
    await build(folder);
    writeFileSync(join(folder, "data/pictures/0.svg"), drawing("#123456"));
    await build(folder);
    const foreign = entryPath(cache, OTHER_KEY);
    mkdirSync(dirname(foreign), { recursive: true });
    writeFileSync(foreign, pack(ANALYSIS));
    const killed = `${entryPath(cache, KEY)}.0123456789ab.tmp`;
    mkdirSync(dirname(killed), { recursive: true });
    writeFileSync(killed, "");
    utimesSync(foreign, monthsAgo, monthsAgo);
    const sizes = entriesOf(cache).map((entry) => statSync(entry).size);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const stats = await cacheCommand(cache, "stats");
    expect(stats).toMatchObject({
      all: { files: 6, bytes },
      byVersion: [{ version: ANALYSIS_VERSION, files: 4 }, { files: 2 }],
      leastRecentUse: monthsAgo.toISOString(),
      inUse: [{ artifacts: join(folder, "out"), files: 3 }],
      unused: { files: 3 },
    });
    const { stdout } = await runHere(["cache", "stats", "--cache", cache]);
    expect(stdout).toContain(`\nversion ${ANALYSIS_VERSION}\t4\t`);
    expect(stdout).toContain("\nunreadable\t2\t");
    expect(stdout).toContain(`\nused by ${join(folder, "out")}\t3\t`);
    expect(stdout).toContain(`last used between ${monthsAgo.toISOString().slice(0, 10)} and `);
  });

  it("removes entries that no live generation uses", async () => {
    const folder = drawnDataset(3);
    const cache = join(folder, "out/cache");
    await build(folder);
    writeFileSync(join(folder, "data/pictures/0.svg"), drawing("#123456"));
    await build(folder);
    expect(entriesOf(cache)).toHaveLength(4);
    expect(await cacheCommand(cache, "clear", "--unused")).toMatchObject({ files: 1 });
    expect(entriesOf(cache)).toHaveLength(3);
    expect((await build(folder)).analyzed).toBe(0);
  });

  it("removes entries that no build has used for a given time, counting use as well as creation", async () => {
    const folder = drawnDataset(3);
    const cache = join(folder, "out/cache");
    await build(folder);
    for (const entry of entriesOf(cache)) utimesSync(entry, monthsAgo, monthsAgo);
    writeFileSync(join(folder, "data/pictures/0.svg"), drawing("#123456"));
    await build(folder);
    expect(await cacheCommand(cache, "clear", "--older-than", "30d")).toMatchObject({ files: 1 });
    expect((await build(folder)).analyzed).toBe(0);
    expect((await cacheCommand(cache, "clear")).files).toBe(3);
    expect((await build(folder)).analyzed).toBe(3);
  });

  it("keeps entries that a recent generation used, even if no build had to read them", async () => {
    const folder = drawnDataset(3);
    const cache = join(folder, "out/cache");
    await build(folder);
    for (const entry of entriesOf(cache)) utimesSync(entry, monthsAgo, monthsAgo);
    const { leastRecentUse } = await cacheCommand(cache, "stats");
    expect(Date.parse(leastRecentUse)).toBeGreaterThan(monthsAgo.getTime());
    expect(await cacheCommand(cache, "clear", "--older-than", "30d")).toMatchObject({ files: 0 });
    rmSync(join(cache, "uses"), { recursive: true });
    expect(await cacheCommand(cache, "clear", "--older-than", "30d")).toMatchObject({ files: 3 });
  });

  it("leaves files that are not part of a cache", async () => {
    const folder = temporaryFolder({ "ab/notes.txt": "mine", "ab/c.analysis": "mine", "photos/1.png": "mine" });
    expect(await cacheCommand(folder, "clear")).toEqual({ files: 0, bytes: 0 });
    expect(readdirSync(folder, { recursive: true })).toHaveLength(5);
  });
});

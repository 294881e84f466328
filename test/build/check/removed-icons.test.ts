import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { compile, createCompiler } from "#build/compile/compile.js";
import type { Dropped } from "#build/compile/dropped-icons.js";
import type { BuildOptions, BuildResult } from "#build/compile/options.js";
import { buildScratch } from "#build/compile/scratch-build.js";
import { DatasetError, formatProblem } from "#build/dataset/problems.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { icons } from "../../support/cli.js";
import { drawing } from "../../support/drawings.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";

const record = (id: string, more: object = {}): object => ({ id, name: id, developer: "x", category: "y", ...more });
const removal = (id: string, more: object = {}): object => ({ id, date: "2026-05-11", reason: "gone", ...more });

const RASTER = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#e53935" } })
  .png()
  .toBuffer();

/** Keeps the analysis process running from build to build. */
const compiler = createCompiler();
afterAll(() => compiler.close());

/** Builds a dataset of these records and removed icons. */
const buildOf = (
  folder: string,
  records: readonly object[],
  removed?: unknown,
  options: Partial<BuildOptions> = {},
): Promise<BuildResult> => {
  writeFileSync(join(folder, "icons/icons.json"), JSON.stringify(records));
  if (removed !== undefined) writeFileSync(join(folder, "removed.json"), JSON.stringify(removed, null, 1));
  return compiler.compile({ data: folder, out: join(folder, "out"), jobs: 1, ...options });
};
const emptyDataset = (): string => temporaryFolder({ "dataset.json": { name: "D" }, "icons/icons.json": [] });

describe("removed.json", () => {
  it.each([
    ["is no list", {}, "removed.json:1", "a list of removed icons"],
    ["lacks a reason", [{ id: "c", date: "2026-05-11" }], "[0].reason", "is missing"],
    ["has an unknown field", [removal("c", { why: "x" })], "[0].why", "unknown field"],
    ["lists an icon twice", [removal("c"), removal("c")], "[1].id", "listed twice"],
    ["lists an icon that exists", [removal("a")], "[0].id", '"a"', "is the id of a record", "Remove the entry"],
    ["lists a former id", [removal("was-b")], "[0].id", "is a former id of a record"],
    ["has an impossible date", [removal("c", { date: "2026-02-30" })], "[0].date", "not a date of the calendar"],
    [
      "names an unknown successor",
      [removal("c", { successor: "z" })],
      "[0].successor",
      '"z"',
      "not the id of a record",
    ],
  ])("is rejected if it %s", async (_, removed, ...said) => {
    const building = buildOf(emptyDataset(), [record("a"), record("b", { formerIds: ["was-b"] })], removed);
    const error = (await building.catch((reason: unknown) => reason)) as DatasetError;
    expect(error).toBeInstanceOf(DatasetError);
    const message = error.problems.map(formatProblem).join("\n");
    for (const text of said) expect(message).toContain(text);
  });
});

describe("former ids", () => {
  it.each([
    ["the id of another record", [record("a", { formerIds: ["b"] }), record("b")], 'record "b", field id'],
    [
      "a former id of another record",
      [record("a", { formerIds: ["c"] }), record("b", { formerIds: ["c"] })],
      "formerIds[0]",
    ],
  ])("are rejected if one is %s", async (_, records, said) => {
    const error = await buildOf(emptyDataset(), records).catch((reason: unknown) => reason);
    expect((error as DatasetError).problems.map(formatProblem).join()).toContain(said);
    expect((error as DatasetError).problems.map(formatProblem).join()).toContain("is already used at");
  });
});

it("is no remedy for a dataset that is a single file", async () => {
  const folder = temporaryFolder({ "icons.json": [record("a"), record("b")] });
  const building = { data: join(folder, "icons.json"), out: join(folder, "out"), jobs: 1 };
  await compile(building);
  writeFileSync(building.data, JSON.stringify([record("a")]));
  const { message } = (await compile(building).catch((reason: unknown) => reason)) as Error;
  expect(message).toMatch(/formerIds of its record, or use --allow-removals/);
  expect(message).not.toContain("removed.json");
});

describe("a build that lacks an icon of the live generation", () => {
  it("fails and names it, and the live generation stays", async () => {
    const folder = emptyDataset();
    const { generation } = await buildOf(folder, [record("a"), record("b"), record("c")]);
    await expect(buildOf(folder, [record("a")])).rejects.toMatchObject({
      name: "DroppedIconsError",
      count: 2,
      ids: ["b", "c"],
      message: expect.stringMatching(/lacks 2 icons.*"b", "c".*formerIds.*removed\.json.*--allow-removals/),
    });
    expect(openCatalog(join(folder, "out")).generation).toBe(generation);
  });

  it.each([
    ["it was renamed", [record("a", { formerIds: ["b"] })], undefined, false],
    ["it is listed as removed", [record("a")], [removal("b")], false],
    ["removals are allowed", [record("a")], undefined, true],
  ])("succeeds if %s", async (_, records, removed, allowRemovals) => {
    const folder = emptyDataset();
    await buildOf(folder, [record("a"), record("b")]);
    await buildOf(folder, records, removed, { allowRemovals });
    expect(openCatalog(join(folder, "out")).has("b")).toBe(false);
  });

  const pictures = { "a.svg": drawing("#e53935"), "dark.svg": drawing("#1db954"), "a.png": RASTER };
  const shown = record("a", { image: "a.svg", variants: [{ name: "dark", image: "dark.svg" }], formerIds: ["was-a"] });
  const raster = { ...shown, image: "a.png" };
  const lacks = (what: string) => expect.stringContaining(`the dataset lacks ${what}`);
  const losing = async (records: readonly object[], removed?: unknown, more: Partial<BuildOptions> = {}) => {
    const folder = temporaryFolder({ "dataset.json": { name: "D" }, "icons/icons.json": [], ...pictures });
    await buildOf(folder, [shown]);
    return { folder, building: buildOf(folder, records, removed, more) };
  };

  it.each<[string, object, string, Dropped]>([
    [
      "a former id",
      { ...shown, formerIds: undefined },
      '1 former id of the live generation: "was-a". Restore each in formerIds of its record or in removed.json, or use --allow-removals',
      { kind: "formerIds", count: 1, first: [{ id: "was-a" }] },
    ],
    [
      "a variant",
      { ...shown, variants: [] },
      '1 variant of the live generation: "a" (dark). Restore each in variants of its record, or use --allow-removals',
      { kind: "variants", count: 1, first: [{ id: "a", variant: "dark" }] },
    ],
    [
      "its image",
      { ...shown, image: undefined },
      '1 image of the live generation: "a". Restore each in image of its record, or use',
      { kind: "images", count: 1, first: [{ id: "a" }] },
    ],
    [
      "its drawing, which a raster image replaces",
      raster,
      '1 SVG of the live generation: "a". Restore each, since another format can\'t replace it, or use',
      { kind: "drawings", count: 1, first: [{ id: "a" }] },
    ],
    [
      "the drawing of a variant",
      { ...shown, variants: [{ name: "dark", image: "a.png" }] },
      '1 SVG of the live generation: "a" (dark). ',
      { kind: "drawings", count: 1, first: [{ id: "a", variant: "dark" }] },
    ],
    [
      "a variant of an icon that was renamed",
      { ...shown, id: "b", variants: [], formerIds: ["was-a", "a"] },
      '1 variant of the live generation: "a" (dark). ',
      { kind: "variants", count: 1, first: [{ id: "a", variant: "dark" }] },
    ],
  ])("fails if an icon loses %s, unless removals are allowed", async (_, changed, message, dropped) => {
    const { folder, building } = await losing([changed]);
    const error = { name: "DroppedIconsError", count: 1, message: lacks(message), dropped: [dropped] };
    await expect(building).rejects.toMatchObject(error);
    const { result, remove } = await buildScratch({ data: folder, out: join(folder, "out"), jobs: 1 }, false);
    await remove();
    expect(result.dropped).toMatchObject({ message: lacks(message) });
    await buildOf(folder, [changed], undefined, { allowRemovals: true });
  });

  it("names everything that is lost, of each kind, in a dry run", async () => {
    const { folder } = await losing([shown]);
    writeFileSync(join(folder, "icons/icons.json"), JSON.stringify([{ ...raster, formerIds: [], variants: [] }]));
    const { code, stderr } = await runHere(["build", folder, "--out", join(folder, "out"), "--dry-run", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stderr).error).toEqual({
      name: "DroppedIconsError",
      message:
        'the dataset lacks 1 former id of the live generation: "was-a". Restore each in formerIds of its record or in removed.json. ' +
        'The dataset lacks 1 variant of the live generation: "a" (dark). Restore each in variants of its record. ' +
        'The dataset lacks 1 SVG of the live generation: "a". Restore each, since another format can\'t replace it, or use --allow-removals',
      count: 3,
      ids: ["was-a", "a"],
      dropped: [
        { kind: "formerIds", count: 1, first: [{ id: "was-a" }] },
        { kind: "variants", count: 1, first: [{ id: "a", variant: "dark" }] },
        { kind: "drawings", count: 1, first: [{ id: "a" }] },
      ],
    });
  });

  it.each<[string, readonly object[], unknown, Partial<BuildOptions>]>([
    ["an image can't be read", [{ ...shown, image: "gone.svg" }], undefined, {}],
    [
      "the image of a variant can't be read",
      [{ ...shown, variants: [{ name: "dark", image: "gone" }] }],
      undefined,
      {},
    ],
    ["an icon with its images is renamed", [{ ...shown, id: "b", formerIds: ["a", "was-a"] }], undefined, {}],
    ["an icon with its images is removed", [record("b")], [removal("a"), removal("was-a")], {}],
    ["a drawing replaces another one", [{ ...shown, image: "dark.svg" }], undefined, {}],
    ["no images are stored", [shown], undefined, { images: false }],
  ])("succeeds if %s", async (_, records, removed, more) => {
    await expect((await losing(records, removed, more)).building).resolves.toMatchObject({ unchanged: false });
  });

  it("succeeds if a raster image becomes a drawing", async () => {
    const { folder } = await losing([shown]);
    await buildOf(folder, [raster], undefined, { allowRemovals: true });
    await expect(buildOf(folder, [shown])).resolves.toMatchObject({ unchanged: false });
  });

  it("fails on the command line, and in a dry run after the changes, unless --allow-removals is given", async () => {
    const folder = emptyDataset();
    await buildOf(folder, [record("a"), record("b")]);
    writeFileSync(join(folder, "icons/icons.json"), JSON.stringify([record("a")]));
    const build = (...flags: string[]) => icons(["build", folder, "--out", join(folder, "out"), ...flags]);
    for (const flags of [[], ["--dry-run"]]) {
      const { code, stdout, stderr } = await build(...flags);
      expect(code).toBe(1);
      expect(stderr).toContain('lacks 1 icon of the live generation: "b"');
      if (flags.length > 0) expect(stdout).toMatch(/Removed \(1\)[\s\S]*nothing was written/);
    }
    const { stderr } = await build("--json");
    expect(JSON.parse(stderr).error).toMatchObject({ name: "DroppedIconsError", count: 1, ids: ["b"] });
    expect((await build("--allow-removals")).code).toBe(0);
  });
});

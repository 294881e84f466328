import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { DatasetError, formatProblem } from "#build/dataset/problems.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { icons } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";

const record = (id: string, more: object = {}): object => ({ id, name: id, developer: "x", category: "y", ...more });
const removal = (id: string, more: object = {}): object => ({ id, date: "2026-05-11", reason: "gone", ...more });

/** Builds a dataset of these records and removed icons. */
const buildOf = (folder: string, records: readonly object[], removed?: unknown, allowRemovals = false) => {
  writeFileSync(join(folder, "icons/icons.json"), JSON.stringify(records));
  if (removed !== undefined) writeFileSync(join(folder, "removed.json"), JSON.stringify(removed, null, 1));
  return compile({ data: folder, out: join(folder, "out"), jobs: 1, allowRemovals });
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
    await buildOf(folder, records, removed, allowRemovals);
    expect(openCatalog(join(folder, "out")).has("b")).toBe(false);
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

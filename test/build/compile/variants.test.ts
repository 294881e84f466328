import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createCompiler } from "#build/compile/compile.js";
import type { BuildResult } from "#build/compile/options.js";
import type { Problem } from "#build/dataset/problems.js";
import { reportDiff } from "#build/diff/report.js";
import { openLiveSide } from "#build/diff/side.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { openGeneration } from "#src/catalog/generation/generation.js";
import { verifyGeneration } from "#src/catalog/verify.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";

const drawn = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v4H4v4H0z" fill="${color}"/></svg>`;
const record = { id: "kite", name: "Kite", developer: "D", category: "c", image: "kite.svg" };
const FILES = { "kite.svg": drawn("red"), "kite-dark.svg": drawn("#222"), "kite-light.svg": drawn("#eee") };
const dark = { name: "dark", image: "kite-dark.svg" };
const light = { name: "light", image: "kite-light.svg" };

/** Keeps the analysis process running from build to build. */
const compiler = createCompiler();
afterAll(() => compiler.close());
const build = (data: string, more = {}): Promise<BuildResult> =>
  compiler.compile({ data: join(data, "icons.json"), out: join(data, "out"), jobs: 1, ...more });
const datasetOf = (variants?: readonly object[]): string =>
  temporaryFolder({ ...FILES, "icons.json": [{ ...record, ...(variants && { variants }) }] });
const filesOf = (data: string, { generation }: BuildResult): string[] => readdirSync(join(data, "out", generation));

describe("variants of records", () => {
  it("writes no file for a dataset without variants, so that its generation stays the same", async () => {
    const data = datasetOf();
    expect(filesOf(data, await build(data)).filter((name) => name.startsWith("variants"))).toEqual([]);
  });

  it("analyzes each image once and takes it from the cache afterwards, also if only a variant changed", async () => {
    const data = datasetOf([dark, light]);
    const first = await build(data);
    expect([first.analyzed, first.skipped]).toEqual([3, []]);
    expect(filesOf(data, first)).toEqual(expect.arrayContaining(["variants.bin", "variants-0000.bin"]));
    expect(await build(data)).toMatchObject({ analyzed: 0, unchanged: true, generation: first.generation });
    const before = openLiveSide(join(data, "out"))!;
    writeFileSync(join(data, "kite-dark.svg"), drawn("#111"));
    const second = await build(data);
    expect([second.analyzed, second.unchanged]).toEqual([1, false]);
    const report = reportDiff(before, openLiveSide(join(data, "out"))!, 9);
    expect(report.counts).toMatchObject({ variants: 1, image: 0, redrawn: 0, fields: 0 });
  });

  it("skips a broken variant by its name and keeps the others; --strict rejects it", async () => {
    const data = datasetOf([dark, { name: "mono", image: "gone.svg" }, light]);
    const { skipped } = await build(data);
    expect(skipped).toEqual([
      { id: "kite", variant: "mono", image: "gone.svg", reason: expect.stringContaining("gone.svg") },
    ]);
    const catalog = openCatalog(join(data, "out"));
    expect(catalog.variants("kite").map(({ name }) => name)).toEqual(["dark", "light"]);
    expect(catalog.get("kite").phash).toMatch(/^[0-9a-f]{16}$/);
    const { code, stdout } = await runHere(["build", join(data, "icons.json"), "--out", join(data, "out")]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("  kite, variant mono: gone.svg: ")]);
    await expect(build(data, { strict: true })).rejects.toThrow("1 image could not be read");
  });

  it("measures variants without storing them with images: false", async () => {
    const data = datasetOf([dark]);
    await build(data, { images: false });
    const [variant] = openCatalog(join(data, "out")).variants("kite");
    expect([variant!.phash.length, variant!.image.length]).toEqual([16, 0]);
  });

  it("detects damaged variants with verify", async () => {
    const data = datasetOf([dark]);
    const { generation } = await build(data);
    const opened = openGeneration(join(data, "out"), generation);
    const entry = opened.manifest.files.find(({ name }) => name === "variants-0000.bin")!;
    const files = [{ ...entry, sha256: "0".repeat(64) }];
    const damaged = await verifyGeneration(join(data, "out"), {
      name: generation,
      manifest: { ...opened.manifest, files },
    });
    expect(damaged).toMatchObject([{ name: "variants-0000.bin", found: entry.sha256 }]);
  });

  it.each([
    ["a repeated name", [dark, { ...dark, image: "kite.svg" }], "variants[1].name: is the name of an earlier variant"],
    ["a name in upper case", [{ ...dark, name: "Dark" }], "variants[0].name: has the wrong format"],
    ["a variant without image", [{ name: "dark" }], "variants[0].image: is missing"],
    ["an unknown field", [{ ...dark, colour: "red" }], "variants[0].colour: unknown field"],
    ["too many", Array.from({ length: 21 }, (_, n) => ({ ...dark, name: `v${n}` })), "variants: has too many entries"],
  ])("rejects %s with its place", async (_what, variants, message) => {
    const { problems } = await build(datasetOf(variants)).catch((error) => error);
    expect(problems.map(({ field, message }: Problem) => `${field}: ${message}`)).toEqual([message]);
  });
});

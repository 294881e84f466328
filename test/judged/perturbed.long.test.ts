import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

interface Measured {
  readonly kind: string;
  readonly pictures: number;
  /** Share of images whose original is among the ten nearest. */
  readonly recall: number;
  readonly misses: readonly string[];
  /** The same for `icons similar FILE`, which also searches without the margin. */
  readonly fileRecall: number;
  readonly fileMisses: readonly string[];
  /** The same by `icons similar FILE --by shape`, also for the first place, */
  readonly shapeFileRecall: number;
  readonly shapeFileFirst: number;
  /** and by a plain gradient histogram. */
  readonly histogramRecall: number;
  readonly histogramFirst: number;
}

const PICTURES = 30;

let folder: string;
let results: readonly Measured[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "icons-test-"));
  execFileSync(
    process.execPath,
    ["bench/perturbed.mjs", "--pictures", String(PICTURES), "--peers", "none", "--artifacts", shippedArtifacts],
    { env: { ...process.env, BENCH_RESULTS: folder }, stdio: ["ignore", "ignore", "inherit"] },
  );
  results = JSON.parse(readFileSync(join(folder, "perturbed.json"), "utf8")).results;
  // A minute of processor time.
}, 600_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("modified images of shipped icons", () => {
  it("modifies more than two hundred images, at least 25 in each way", () => {
    expect(results.reduce((sum, { pictures }) => sum + pictures, 0)).toBeGreaterThan(200);
    for (const { kind, pictures } of results) expect(pictures, kind).toBeGreaterThanOrEqual(25);
  });

  // Of four thousand icons, ten others may be nearer than one or two of the thirty originals.
  it.each([
    ["reduced to 96 pixels", 0.93],
    ["JPEG, quality 60", 0.93],
    ["rounded corners", 0.93],
    ["hue turned by 90 degrees", 0.93],
    ["mirrored", 0.93],
    ["inverted lightness", 0.93],
    ["white instead of transparent", 0.93],
    // A margin moves everything in the 32 × 32 pixels that are hashed; searches by file can remove it, see below.
    ["margin of a tenth", 0.3],
    // In a symmetric image, half of the coefficients are nearly zero, so a shift changes their signs.
    ["shifted by 2 pixels", 0.5],
  ])("finds the original of an image among the ten nearest: %s, in a share of at least %d", (kind, least) => {
    const { recall, misses } = results.find((result) => result.kind === kind)!;
    expect(recall, `not found: ${misses.join(", ")}`).toBeGreaterThanOrEqual(least);
  });

  it("finds the original of an image file with a margin, and almost as often without one", () => {
    for (const { kind, recall, fileRecall, fileMisses } of results) {
      // A second hash causes chance matches, which may displace the original of one image.
      const least = kind === "margin of a tenth" ? 0.9 : recall - 1.5 / PICTURES;
      expect(fileRecall, `${kind}, not found: ${fileMisses.join(", ")}`).toBeGreaterThanOrEqual(least);
    }
  });

  it("finds the original by shape at least as often as a gradient histogram does", () => {
    for (const { kind, shapeFileRecall, shapeFileFirst, histogramRecall, histogramFirst } of results) {
      expect(shapeFileRecall, kind).toBeGreaterThanOrEqual(histogramRecall);
      // Other drawings of a brand may come before the original of one image.
      expect(shapeFileFirst, kind).toBeGreaterThanOrEqual(histogramFirst - 1.5 / PICTURES);
    }
  });

  it.each([
    ["cropped by 12 %", 0.95],
    ["with a badge", 0.95],
    ["rotated by 90 degrees", 0.95],
    ["favicon of 16 pixels", 0.95],
    ["screenshot", 0.6],
    ["redrawn in a single color", 0.85],
    ["white on a colored background", 0.8],
  ])("finds the original among the ten nearest by shape: %s, in a share of at least %d", (kind, least) => {
    expect(results.find((result) => result.kind === kind)!.shapeFileRecall).toBeGreaterThanOrEqual(least);
  });
});

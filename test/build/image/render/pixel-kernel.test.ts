import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createPixelKernel } from "#build/image/render/pixel-kernel.js";
import { toPlainRuns } from "#src/images/rasterize.js";
import { shrinkLuma } from "#src/phash/phash.js";
import { shrinkToSide } from "#src/phash/shrink.js";
import { temporaryFolder } from "../../../support/folder.js";

const FOLDER = "build/image/render";

/** Pseudo-random numbers from 0 to `below` - 1. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

type Size = readonly [width: number, height: number];

/** Runs of random colors, each up to `longest` pixels, some across rows; every third row repeats the one above. */
function picture(
  [width, height]: Size,
  seed: number,
  longest: number,
  alphas: readonly number[],
  isPremultiplied: boolean,
): Uint8Array {
  const next = numbers(seed);
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < data.length; ) {
    const alpha = alphas[next(alphas.length)]!;
    const levels = isPremultiplied ? alpha + 1 : 256;
    const color = [next(levels), next(levels), next(levels), alpha];
    for (const end = at + 4 * (1 + next(longest)); at < end && at < data.length; at += 4) data.set(color, at);
  }
  const row = width * 4;
  for (let y = 3; y < height; y += 3) data.copyWithin(y * row, (y - 1) * row, y * row);
  return data;
}

describe("reading an image", () => {
  const readPixels = createPixelKernel();
  it.each([
    ["noise", 1, [0, 1, 127, 128, 254, 255]],
    ["short runs", 9, [0, 3, 200, 255]],
    ["long runs", 300, [0, 90, 255, 255]],
    ["opaque runs", 40, [255]],
    ["one color", 512 * 512, [255]],
    ["faint noise", 2, [1, 2, 3]],
    ["nothing visible", 20, [0]],
  ] as const)("returns what the plain functions return for %s", (_name, longest, alphas) => {
    const sizes: readonly Size[] = [
      [128, 128],
      [32, 512],
      [512, 33],
      [77, 130],
      [512, 512],
      [512, 36],
    ];
    for (const [isPremultiplied, ground] of [
      [false, undefined],
      [true, undefined],
      [false, "#1db954"],
      [true, "#1db954"],
    ] as const) {
      for (const [seed, size] of sizes.entries()) {
        const data = picture(size, seed, longest, alphas, isPremultiplied);
        const pixels = { width: size[0], height: size[1], data };
        const { luma, image, quarter } = readPixels(pixels, isPremultiplied, ground)!;
        const plain = toPlainRuns({ ...pixels, data: data.slice(), isPremultiplied }, ground);
        expect(Buffer.compare(luma, shrinkLuma(plain, plain.runs))).toBe(0);
        expect(Buffer.compare(Buffer.from(image.data), Buffer.from(plain.data))).toBe(0);
        expect(Buffer.compare(bytesOf(image.runs.starts), bytesOf(plain.runs.starts))).toBe(0);
        expect(image.runs.rows).toEqual(plain.runs.rows);
        const hasQuarter = Math.max(...size) === 512 && size.every((side) => side % 4 === 0);
        const expected = hasQuarter ? shrinkToSide(plain, plain.runs, 128) : undefined;
        expect([quarter?.width, quarter?.height]).toEqual([expected?.width, expected?.height]);
        if (quarter !== undefined)
          expect(Buffer.compare(Buffer.from(quarter.data), Buffer.from(expected!.data))).toBe(0);
      }
    }
  });

  it.each([
    [31, 128],
    [128, 31],
    [513, 128],
    [128, 513],
  ])("is left to the plain functions for %i × %i pixels", (width, height) => {
    expect(readPixels({ width, height, data: new Uint8Array(width * height * 4) }, false)).toBeUndefined();
  });
});

it("commits the WebAssembly that its source assembles to", () => {
  const written = temporaryFolder();
  execFileSync(process.execPath, ["src/catalog/assemble.mjs", written, FOLDER]);
  const codeIn = (folder: string): string => readFileSync(join(folder, "pixel-kernel-code.ts"), "utf8");
  expect(codeIn(FOLDER)).toBe(codeIn(written));
});

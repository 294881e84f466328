import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSquareKernel } from "#build/image/render/square-kernel.js";
import { toPlainRuns } from "#src/images/rasterize.js";
import { shrinkLuma } from "#src/phash/phash.js";
import { halve } from "#src/phash/shrink.js";
import { temporaryFolder } from "../../../support/folder.js";

const FOLDER = "build/image/render";
const SIDE = 256;

/** Pseudo-random numbers from 0 to `below` - 1. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Runs of random colors, each up to `longest` pixels, some across rows; every third row repeats the one above. */
function square(seed: number, longest: number, alphas: readonly number[], isPremultiplied: boolean): Uint8Array {
  const next = numbers(seed);
  const data = new Uint8Array(SIDE * SIDE * 4);
  for (let at = 0; at < data.length; ) {
    const alpha = alphas[next(alphas.length)]!;
    const levels = isPremultiplied ? alpha + 1 : 256;
    const color = [next(levels), next(levels), next(levels), alpha];
    for (const end = at + 4 * (1 + next(longest)); at < end && at < data.length; at += 4) data.set(color, at);
  }
  const row = SIDE * 4;
  for (let y = 3; y < SIDE; y += 3) data.copyWithin(y * row, (y - 1) * row, y * row);
  return data;
}

describe("shrinking a square", () => {
  const shrink = createSquareKernel();
  it.each([
    ["noise", 1, [0, 1, 127, 128, 254, 255]],
    ["short runs", 9, [0, 3, 200, 255]],
    ["long runs", 300, [0, 90, 255, 255]],
    ["opaque runs", 40, [255]],
    ["one color", SIDE * SIDE, [255]],
    ["faint noise", 2, [1, 2, 3]],
    ["nothing visible", 20, [0]],
  ] as const)("returns what the plain functions return for %s", (_name, longest, alphas) => {
    for (const [isPremultiplied, ground] of [
      [false, undefined],
      [true, undefined],
      [false, "#1db954"],
      [true, "#1db954"],
    ] as const) {
      for (let seed = 1; seed <= 5; seed++) {
        const data = square(seed, longest, alphas, isPremultiplied);
        const { luma, half } = shrink(data, isPremultiplied, ground);
        const plain = toPlainRuns({ width: SIDE, height: SIDE, data, isPremultiplied }, ground);
        const expected = halve(plain);
        expect(Buffer.compare(luma, shrinkLuma(plain, plain.runs))).toBe(0);
        expect(Buffer.compare(Buffer.from(half.data), Buffer.from(expected.data))).toBe(0);
        expect(half.runs).toEqual(expected.runs);
      }
    }
  });
});

it("commits the WebAssembly that its source assembles to", () => {
  const written = temporaryFolder();
  execFileSync(process.execPath, ["src/catalog/assemble.mjs", written, FOLDER]);
  const codeIn = (folder: string): string => readFileSync(join(folder, "square-kernel-code.ts"), "utf8");
  expect(codeIn(FOLDER)).toBe(codeIn(written));
});

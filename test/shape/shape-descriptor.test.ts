import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { Pixels } from "#src/phash/pixels.js";
import { describeShape } from "#src/shape/shape-descriptor.js";
import { formatShape, parseShape } from "#src/shape/shape-text.js";
import { findPython } from "../reference/python.js";
import { temporaryFolder } from "../support/folder.js";

const REFERENCE = "test/reference/shape.py";
const python = findPython();
const skipped = python === undefined && !process.env.CI;

/** A drawing of 128 pixels. */
async function draw(body: string): Promise<Pixels> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="128" height="128">${body}</svg>`;
  const data = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  return { width: 128, height: 128, data };
}

const SIGN = "M20 14h18a12 12 0 0 1 0 24H28v14h-8z";
const ARROW = "M14 30h22V18l16 15-16 15V36H14z";
const BADGE = '<circle cx="56" cy="8" r="9" fill="#e53935"/>';
const tile = (color: string, sign: string, more = ""): string =>
  `<rect width="64" height="64" rx="12" fill="${color}"/>${sign}${more}`;
const path = (d: string, fill: string, more = ""): string => `<path d="${d}" fill="${fill}" ${more}/>`;

/** The number of differing bits. */
async function apart(one: string, other: string): Promise<number> {
  const [a, b] = [describeShape(await draw(one))!, describeShape(await draw(other))!];
  return a.reduce((bits, byte, at) => bits + (byte ^ b[at]!).toString(2).replaceAll("0", "").length, 0);
}

describe("shape descriptor", () => {
  it.each([
    ["in another color", path(SIGN, "#1db954")],
    ["white on a colored plate", tile("#3949ab", path(SIGN, "#ffffff"))],
    ["smaller, in a corner", path(SIGN, "#000000", 'transform="scale(0.6)"')],
    ["with a badge on its plate", tile("#ffffff", path(SIGN, "#000000"), BADGE)],
  ])("hardly changes for a sign %s, but for another sign", async (_, changed) => {
    const sign = path(SIGN, "#000000");
    expect(await apart(sign, changed)).toBeLessThan(48);
    expect(await apart(path(ARROW, "#000000"), changed)).toBeGreaterThan(96);
  });

  it("does not exist for an image without edges", async () => {
    expect(describeShape(await draw(""))).toBeUndefined();
    expect(describeShape(await draw('<rect width="64" height="64" fill="#fff"/>'))).toBeUndefined();
  });

  it("rejects pixels of another size", () => {
    expect(() => describeShape({ width: 64, height: 64, data: new Uint8Array(64 * 64 * 4) })).toThrow(RangeError);
  });

  it("keeps its bytes in hex, and parses only 128 digits", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (bytes) => {
        expect(parseShape(formatShape(bytes).toUpperCase())).toEqual(bytes);
      }),
    );
    for (const text of ["", "0f", "0".repeat(127), `${"0".repeat(127)}g`]) expect(parseShape(text)).toBeUndefined();
  });

  it.skipIf(skipped)(
    "equals the Python reference for random drawings, with and without plates, and for noise",
    async () => {
      if (python === undefined) throw new Error("no python3 with NumPy; install python3-numpy");
      const folder = temporaryFolder();
      const point = fc.tuple(fc.nat(64), fc.nat(64)).map((at) => at.join(" "));
      const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
      const part = fc
        .tuple(fc.array(point, { minLength: 3, maxLength: 6 }), color, fc.constantFrom("1", "0.5"))
        .map(([points, fill, opacity]) => `<path d="M${points.join(" ")}z" fill="${fill}" opacity="${opacity}"/>`);
      const drawing = fc
        .tuple(fc.option(color), fc.nat(40), fc.array(part, { minLength: 1, maxLength: 5 }))
        .map(([plate, turn, parts]) =>
          plate === null ? parts.join("") : `<g transform="rotate(${turn} 32 32)">${tile(plate, parts.join(""))}</g>`,
        );
      const images = await Promise.all(fc.sample(drawing, 40).map(draw));
      const noise = fc.sample(fc.uint8Array({ minLength: 65536, maxLength: 65536 }), 2);
      const all = [...images, ...noise.map((data): Pixels => ({ width: 128, height: 128, data }))];
      const files = all.map(({ data }, at) => {
        const file = join(folder, `${at}.rgba`);
        writeFileSync(file, data);
        return file;
      });
      const reference = execFileSync(python, [REFERENCE], { input: files.map((file) => `${file}\n`).join("") });
      const ours = all
        .map((pixels) => describeShape(pixels))
        .map((bytes) => (bytes === undefined ? "-" : formatShape(bytes)));
      expect(ours).toEqual(reference.toString().trim().split("\n"));
      expect(new Set(ours).size).toBeGreaterThan(30);
    },
  );
});

import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { type MeasuredPixels, measuredPixels } from "#build/image/render/measured-pixels.js";
import { storeImage } from "#build/image/render/store-image.js";
import type { Presentation } from "#src/format/stored-image.js";
import { rasterize } from "#src/images/rasterize.js";
import type { Pixels } from "#src/phash/pixels.js";
import { icons } from "../../../support/cli.js";
import { temporaryFolder } from "../../../support/folder.js";

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const PADDING = 0.17;
const SIDE = 128;
/** Side of the cells whose means are compared, in pixels. */
const CELL = 8;
const AS_STORED = {
  color: undefined,
  background: undefined,
  padding: undefined,
  radius: 0,
  rotate: 0,
  flip: "none",
} as const;
const PLAIN: Presentation = { tint: undefined, background: undefined, padding: PADDING };
const ON_GREEN: Presentation = { ...PLAIN, background: "#1db954" };

const svg = (viewBox: string, body: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${body}</svg>`);
const DRAWINGS: Readonly<Record<string, Buffer>> = {
  "a disc": svg("0 0 10 10", '<circle cx="5" cy="5" r="4" fill="#e53935"/>'),
  "a wide one": svg("0 0 24 11", '<path d="M1 10L12 1l11 9z" fill="#39e"/>'),
  "a high one": svg("0 0 7 32", '<rect x="1" y="1" width="5" height="30" rx="2"/>'),
  "one of a broken size": svg("0 0 20.4 48.6", '<path d="M1 1h18v40z"/>'),
  "an empty one": Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"/>'),
  "one that sticks out of its view box": svg("0 0 10 10", '<circle cx="9" cy="2" r="6" fill="#39e"/>'),
  "one in parts of its view box": svg("-5 5 10 20", '<rect x="-20%" y="50%" width="40%" height="40%" fill="#39e"/>'),
  "one that is half clear as a whole": Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" opacity=".5" stroke="#000"><path d="M2 2h6v6z"/></svg>',
  ),
  "half clear": svg("0 0 10 10", '<rect width="10" height="10" fill="#00f" opacity=".4"/><circle r="6" fill="#fc0"/>'),
  "a gradient": svg(
    "0 0 48 48",
    '<linearGradient id="a"><stop stop-color="#f06"/><stop offset="1" stop-color="#06f"/></linearGradient><circle cx="24" cy="24" r="20" fill="url(#a)"/>',
  ),
};

/**
 * Renders with sharp only: a drawing in the middle of a square, or in a smaller square on green, but a little farther
 * left and up, as `docs/analysis.md` says.
 */
function drawn(bytes: Buffer, side: number, background?: string): Promise<Buffer> {
  const text = bytes.toString();
  const [, , width, height] = /viewBox="([^"]+)"/.exec(text)![1]!.split(" ").map(Number) as [0, 0, number, number];
  const padding = background === undefined ? 0 : PADDING;
  const scale = (side * (1 - 2 * padding)) / Math.max(width, height);
  const shift = side * (padding - Math.floor(256 * padding) / 256 + 1 / 1024);
  const [left, top] = [width, height].map((length) => Math.max(0, (side - length * scale) / 2 - shift));
  const place = `<svg x="${left}" y="${top}" width="${width * scale}" height="${height * scale}"`;
  const ground = background === undefined ? "" : `<rect width="${side}" height="${side}" fill="${background}"/>`;
  const square = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${ground}${text.replace("<svg", place)}</svg>`;
  return sharp(Buffer.from(square), { density: 72 }).ensureAlpha().raw().toBuffer();
}

/** The largest difference of a channel in visible pixels. */
function largestDifference(a: Pixels, b: Pixels["data"]): number {
  let largest = 0;
  for (let at = 0; at < b.length; at += 4) {
    const seen = Math.max(a.data[at + 3]!, b[at + 3]!) > 0;
    for (let channel = 0; seen && channel < 4; channel++) {
      largest = Math.max(largest, Math.abs(a.data[at + channel]! - b[at + channel]!));
    }
  }
  return largest;
}

/**
 * The largest difference of a channel in the mean of a cell, on white and on black. Renderers smooth edges differently,
 * but in the same place.
 */
function largestCellDifference(a: Pixels, b: Uint8Array): number {
  let largest = 0;
  for (const ground of [0, 255]) {
    const seen = (data: Pixels["data"], at: number, channel: number): number =>
      ground + ((data[at + channel]! - ground) * data[at + 3]!) / 255;
    for (let y = 0; y < a.height; y += CELL) {
      for (let x = 0; x < a.width; x += CELL) {
        for (let channel = 0; channel < 3; channel++) {
          let sum = 0;
          for (let inner = 0; inner < CELL ** 2; inner++) {
            const at = ((y + Math.floor(inner / CELL)) * a.width + x + (inner % CELL)) * 4;
            sum += seen(a.data, at, channel) - seen(b, at, channel);
          }
          largest = Math.max(largest, Math.abs(sum) / CELL ** 2);
        }
      }
    }
  }
  return largest;
}

/** Checks that the same pixels are hashed and measured. */
function expectSame({ hashed, square }: MeasuredPixels): void {
  expect([square.width, square.height]).toEqual([SIDE, SIDE]);
  expect(Buffer.from(square.data).equals(Buffer.from(hashed.data))).toBe(true);
}

const measured = async (bytes: Buffer, presentation: Presentation) =>
  measuredPixels(await storeImage({ kind: "svg", bytes }, presentation));

describe.each(Object.entries(DRAWINGS))("pixels for the analysis of a drawing: %s", (_, bytes) => {
  const stored = async (presentation: Presentation) => (await storeImage({ kind: "svg", bytes }, presentation)).stored;

  it("equal those that sharp renders, at twice the size", async () => {
    const pixels = await rasterize(await stored(PLAIN), { ...AS_STORED, width: 256, height: 256 });
    expect(largestCellDifference(pixels, await drawn(bytes, 256))).toBeLessThanOrEqual(4);
  });

  it("are rendered in the same way", async () => {
    const pixels = await measured(bytes, PLAIN);
    const { data } = await rasterize(await stored(PLAIN), { ...AS_STORED, width: SIDE, height: SIDE });
    expect(largestDifference(pixels.square, data)).toBe(0);
    expectSame(pixels);
  });

  it("are composed onto a background as in sharp", async () => {
    const onGreen = await rasterize(await stored(ON_GREEN), { ...AS_STORED, width: 256, height: 256 });
    expect(largestCellDifference(onGreen, await drawn(bytes, 256, "#1db954"))).toBeLessThanOrEqual(4);
    const pixels = await measured(bytes, ON_GREEN);
    expect(largestCellDifference(pixels.square, await drawn(bytes, SIDE, "#1db954"))).toBeLessThanOrEqual(4);
    expectSame(pixels);
  });
});

it("renders a drawing that is sized by its shapes like sharp", async () => {
  const sizeless = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h20v10z" fill="#39e"/></svg>');
  const { width, height } = await sharp(sizeless, { density: 72 }).metadata();
  const density = (72 * SIDE) / Math.max(width, height);
  const alone = sharp(sizeless, { density }).resize(SIDE, SIDE, { fit: "contain", background: CLEAR }).ensureAlpha();
  const pixels = await measured(sizeless, PLAIN);
  expect(largestDifference(pixels.square, await alone.raw().toBuffer())).toBeLessThanOrEqual(1);
  expectSame(pixels);
});

describe("pixels for the analysis of a raster file", () => {
  it.each([
    [40, 20],
    [700, 500],
  ])("equal those of a file of %i × %i pixels, composed onto a background as in sharp", async (width, height) => {
    const data = Uint8Array.from({ length: width * height * 4 }, (_, at) => (at * 2_654_435_761) >>> 24);
    const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
      .blur(2)
      .png()
      .toBuffer();
    const pixels = await measuredPixels(await storeImage({ kind: "raster", bytes }, ON_GREEN));
    const inner = Math.round(SIDE * (1 - 2 * PADDING));
    const input = await sharp(bytes).resize(inner, inner, { fit: "contain", background: CLEAR }).png().toBuffer();
    const at = Math.floor((SIDE - inner) / 2);
    const expected = await sharp({ create: { width: SIDE, height: SIDE, channels: 4, background: "#1db954" } })
      .composite([{ input, left: at, top: at }])
      .raw()
      .toBuffer();
    expect(largestDifference(pixels.square, expected)).toBeLessThanOrEqual(2);
    expectSame(pixels);
  });
});

it.each([
  ["a translucent group", '<g opacity=".5"><path d="M9000 9000h5v5h-5z"/></g>'],
  ["a nested drawing", '<svg x="9000" y="9000" width="5" height="5"><path d="M1 1h9v9z"/></svg>'],
])("hashes a file on which the fast renderer would crash: %s far outside", async (_, far) => {
  const drawing = (more: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 3h7l9 13-5 4H4z"/>${more}</svg>`;
  const folder = temporaryFolder({ "plain.svg": drawing(""), "far.svg": drawing(far) });
  const hashes = ["plain.svg", "far.svg"].map((name) => icons(["hash", join(folder, name), "--json"]));
  const [plain, crashing] = (await Promise.all(hashes)).map(({ stdout }) => JSON.parse(stdout)[0].phash);
  expect(crashing).toBe(plain);
});

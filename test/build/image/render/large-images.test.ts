import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import type { Analysis } from "#build/analysis/analysis.js";
import { analyzeImage } from "#build/analysis/analyze.js";
import { unpackImage } from "#build/image/decode/unpack-image.js";
import { type RenderOptions, renderImage, renderLarge } from "#build/image/render/render.js";
import { halve } from "#build/image/render/shrink.js";
import { imageOf } from "#build/image/source/image-source.js";
import type { Pixels } from "#src/phash/pixels.js";

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const PADDING = 0.17;
const PLAIN: RenderOptions = { padding: PADDING };
const ON_GREEN: RenderOptions = { padding: PADDING, background: "#1db954" };

const svg = (viewBox: string, body: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${body}</svg>`);
const DISC = svg("0 0 10 10", '<circle cx="5" cy="5" r="4" fill="#e53935"/>');
const DRAWINGS: Readonly<Record<string, Buffer>> = {
  "a disc": DISC,
  "a wide one": svg("0 0 24 11", '<path d="M1 10L12 1l11 9z" fill="#39e"/>'),
  "a high one": svg("0 0 7 32", '<rect x="1" y="1" width="5" height="30" rx="2"/>'),
  "half clear": svg("0 0 10 10", '<rect width="10" height="10" fill="#00f" opacity=".4"/><circle r="6" fill="#fc0"/>'),
  "a gradient": svg(
    "0 0 48 48",
    '<linearGradient id="a"><stop stop-color="#f06"/><stop offset="1" stop-color="#06f"/></linearGradient><circle cx="24" cy="24" r="20" fill="url(#a)"/>',
  ),
};

/** A photograph of sorts: every pixel differs from the next, some are half clear. */
async function noise(width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 4);
  for (let at = 0; at < data.length; at++) data[at] = (at * 2_654_435_761) >>> 24;
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

async function large(bytes: Buffer, options: RenderOptions): Promise<Pixels | undefined> {
  const picture = await unpackImage(imageOf(bytes));
  return renderLarge(picture, options, await renderImage(picture, options));
}

/** By sharp alone, at the density that gives the size. */
async function drawn(bytes: Buffer, side: number): Promise<Sharp> {
  const { width, height } = await sharp(bytes, { density: 72 }).metadata();
  const density = (72 * side) / Math.max(width, height);
  return sharp(bytes, { density }).resize(side, side, { fit: "contain", background: CLEAR }).ensureAlpha();
}

/** The largest difference of a channel, of what can be seen. */
function largestDifference(a: Pixels, b: Uint8Array): number {
  let largest = 0;
  for (let at = 0; at < b.length; at += 4) {
    const seen = Math.max(a.data[at + 3]!, b[at + 3]!) > 0;
    for (let channel = 0; seen && channel < 4; channel++) {
      largest = Math.max(largest, Math.abs(a.data[at + channel]! - b[at + channel]!));
    }
  }
  return largest;
}

function meanDifference(a: Pixels, b: Pixels): number {
  let sum = 0;
  for (let at = 0; at < b.data.length; at += 4) {
    const [shareA, shareB] = [a.data[at + 3]!, b.data[at + 3]!];
    for (let channel = 0; channel < 3; channel++) {
      sum += Math.abs(a.data[at + channel]! * shareA - b.data[at + channel]! * shareB) / 255;
    }
  }
  return sum / ((b.data.length / 4) * 3);
}

describe.each(Object.entries(DRAWINGS))("large image of a drawing: %s", (_, bytes) => {
  it("renders the pixels that sharp renders at 512", async () => {
    const picture = await large(bytes, PLAIN);
    expect([picture!.width, picture!.height]).toEqual([512, 512]);
    expect(largestDifference(picture!, await (await drawn(bytes, 512)).raw().toBuffer())).toBeLessThanOrEqual(1);
  });

  it("composes the drawing onto a background as sharp does", async () => {
    const inner = Math.round(512 * (1 - 2 * PADDING));
    const input = await (await drawn(bytes, inner)).png().toBuffer();
    const at = Math.floor((512 - inner) / 2);
    const expected = sharp({ create: { width: 512, height: 512, channels: 4, background: "#1db954" } });
    const composed = await expected
      .composite([{ input, left: at, top: at }])
      .raw()
      .toBuffer();
    expect(largestDifference((await large(bytes, ON_GREEN))!, composed)).toBeLessThanOrEqual(2);
  });

  it.each([PLAIN, ON_GREEN])(
    "renders a large image that equals the small one after halving twice, within rounding: %o",
    async (options) => {
      const { served } = await renderImage(await unpackImage(imageOf(bytes)), options);
      expect(meanDifference(halve(halve((await large(bytes, options))!)), served)).toBeLessThan(1);
    },
  );
});

describe("large image of a raster file", () => {
  it.each([
    [1, 1],
    [60, 30],
    [128, 128],
    [128, 90],
  ])("stores no large image for a file of %i × %i pixels", async (width, height) => {
    expect(await large(await noise(width, height), PLAIN)).toBeUndefined();
  });

  it.each([
    [129, 129],
    [300, 200],
    [141, 300],
    [512, 512],
  ])("keeps the pixels of a %i × %i file, centered in a transparent square", async (width, height) => {
    const bytes = await noise(width, height);
    const side = Math.max(width, height);
    const picture = (await large(bytes, PLAIN))!;
    expect([picture.width, picture.height]).toEqual([side, side]);
    const own = await sharp(picture.data, { raw: { width: side, height: side, channels: 4 } })
      .extract({ left: (side - width) >> 1, top: (side - height) >> 1, width, height })
      .raw()
      .toBuffer();
    expect(own.equals(await sharp(bytes).raw().toBuffer())).toBe(true);
    const opaque = (pixels: Uint8Array | Uint8ClampedArray): number =>
      pixels.filter((value, at) => at % 4 === 3 && value > 0).length;
    expect(opaque(picture.data)).toBe(opaque(own));
  });

  it.each([
    [513, 513],
    [900, 500],
    [1024, 1024],
  ])("reduces a file of %i × %i pixels to 512 as sharp does", async (width, height) => {
    const blurred = await sharp(await noise(width, height))
      .removeAlpha()
      .blur(4)
      .png()
      .toBuffer();
    const picture = (await large(blurred, PLAIN))!;
    expect([picture.width, picture.height]).toEqual([512, 512]);
    const reduced = await sharp(blurred)
      .ensureAlpha()
      .resize(512, 512, { fit: "contain", background: CLEAR, kernel: "linear" })
      .raw()
      .toBuffer();
    expect(meanDifference(picture, { width: 512, height: 512, data: reduced })).toBeLessThan(2);
  });

  it.each([
    [84, undefined],
    [85, undefined],
    [100, 151],
    [300, 454],
    [338, 512],
    [2000, 512],
  ])("adds a background square around a file of %i pixels without enlarging it", async (side, expected) => {
    expect((await large(await noise(side, side >> 1), ON_GREEN))?.width).toBe(expected);
  });
});

describe("images of an analysis", () => {
  const sides = async ({ webp, largeWebp }: Analysis): Promise<number[]> =>
    Promise.all(
      [webp, largeWebp].map(async (bytes) => (bytes.length === 0 ? 0 : (await sharp(bytes).metadata()).width)),
    );

  it.each([
    ["all", [128, 512]],
    ["small", [128, 0]],
    ["none", [0, 0]],
  ] as const)("stores the requested image sizes for %s, with the same measurements", async (images, expected) => {
    const analysis = await analyzeImage(imageOf(DISC), { ...PLAIN, images });
    expect(await sides(analysis)).toEqual(expected);
    const { webp: _, largeWebp: __, ...measured } = await analyzeImage(imageOf(DISC), PLAIN);
    expect(analysis).toMatchObject(measured);
  });

  it("stores a drawing of few colors losslessly", async () => {
    const { largeWebp } = await analyzeImage(imageOf(DISC), PLAIN);
    const pixels = await sharp(largeWebp).ensureAlpha().raw().toBuffer();
    expect(largestDifference((await large(DISC, PLAIN))!, pixels)).toBe(0);
  });
});

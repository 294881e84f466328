import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, it } from "vitest";
import { unpackImage } from "#build/image/decode/unpack-image.js";
import { decodeRaster } from "#build/image/render/decode-raster.js";
import { storeImage } from "#build/image/render/store-image.js";
import { imageOf } from "#build/image/source/image-source.js";
import type { Pixels } from "#src/phash/pixels.js";
import { describeInBrowser } from "../../../support/browser.js";
import { type BitmapDepth, type BitmapForm, bitmapOf, type IcoEntry, icoOf } from "../icon-files.js";
import { cHRM, chunkOf, cICP, cLLI, gAMA, mDCV, type PngColorType, type PngForm, pngFile, sRGB } from "../png-files.js";

/** A file, and the file that Chromium draws for comparison: the same one, unless Chromium can't draw it. */
type Case = readonly [name: string, file: Buffer, comparison?: Buffer];

/** Levels by which channels, multiplied by alpha, may differ. */
const TOLERANCE = 2;
const PLAIN = { tint: undefined, background: undefined, padding: 0 };
const FILES = "test/build/image/decode/files";

describeInBrowser("decoded image", ({ open }) => {
  it.each<[string, () => readonly Case[] | Promise<readonly Case[]>]>([
    ["every sample file", sampleFiles],
    ["Windows icons with bitmaps of every depth", bitmapsOfEveryDepth],
    ["Windows icons with unusual bitmaps", unusualBitmaps],
    ["Windows icons with several and with broken images", severalImages],
    ["PNG files of every color type in other color spaces", colorTypes],
    ["PNG files in every color space", colorSpaces],
    ["PNG files with color chunks that do not count", ignoredChunks],
    ["PNG files optimized for iOS", applePngs],
    ["AVIF files in other color spaces", avifFiles],
  ])("has the pixels that Chromium draws, and so has its stored form: %s", async (_, makeCases) => {
    const cases = await makeCases();
    const drawn = await drawAll(
      await open("about:blank"),
      cases.map(([, file, comparison = file]) => comparison),
    );
    const faults: string[] = [];
    for (const [index, [name, file]] of cases.entries()) {
      const fault = await faultOf(file, drawn[index]!).catch(({ message }: Error) => message);
      if (fault !== undefined) faults.push(`${name}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });
});

async function faultOf(file: Buffer, expected: Pixels): Promise<string | undefined> {
  if (!expected.data.some((level) => level > 0)) return "Chromium draws nothing";
  const { raster, stored } = await storeImage(await unpackImage(imageOf(file)), PLAIN);
  const differences = [raster!.pixels, await decodeRaster(stored.file)].map((pixels) => differenceOf(pixels, expected));
  return Math.max(...differences) > TOLERANCE ? `differs by ${differences}` : undefined;
}

/** Draws files in a page. Files that are not drawn are transparent. */
async function drawAll(page: Page, files: readonly Buffer[]): Promise<Pixels[]> {
  const drawn =
    (await page.evaluate(`Promise.all(${JSON.stringify(files.map((file) => file.toString("base64")))}.map(async (text) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]));
    await image.decode().catch(() => undefined);
    const [width, height] = [image.naturalWidth || 1, image.naturalHeight || 1];
    const canvas = new OffscreenCanvas(width, height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return { width, height, data: Array.from(canvas.getImageData(0, 0, width, height).data) };
  }))`)) as { width: number; height: number; data: number[] }[];
  return drawn.map(({ width, height, data }) => ({ width, height, data: Uint8Array.from(data) }));
}

/** The largest difference of channels that are multiplied by alpha, and of alpha; infinite for different sizes. */
function differenceOf(a: Pixels, b: Pixels): number {
  if (a.width !== b.width || a.height !== b.height) return Number.POSITIVE_INFINITY;
  const multiplied = ({ data }: Pixels, at: number): number =>
    at % 4 === 3 ? data[at]! : Math.round((data[at]! * data[at | 3]!) / 255);
  return Math.max(...Array.from(a.data, (_, at) => Math.abs(multiplied(a, at) - multiplied(b, at))));
}

function sampleFiles(): readonly Case[] {
  const names = readdirSync(FILES);
  const read = (name: string): Buffer => readFileSync(join(FILES, name));
  const [sameIcon, samePng] = [read("p3-size-0.ico"), read("gama-1.0-with-srgb.png")];
  const comparisons: Readonly<Record<string, Buffer>> = {
    "d-height-not-doubled.ico": sameIcon,
    "d3-height-not-doubled-24.ico": sameIcon,
    "s-core-header-24.ico": sameIcon,
    "v-jpeg-inside.ico": read("v-jpeg-inside.ico").subarray(22),
    "v2-webp-inside.ico": read("v2-webp-inside.ico").subarray(22),
    "w-first-broken-second-good.ico": onlyImage(read("w-first-broken-second-good.ico"), 1),
    "x-png-bad-crc-largest.ico": onlyImage(read("x-png-bad-crc-largest.ico"), 0),
    "cgbi.png": samePng,
  };
  expect(names).toEqual(expect.arrayContaining(Object.keys(comparisons)));
  return names.map((name) => [name, read(name), comparisons[name] ?? read(name)]);
}

/** The same icon file with one of its images. */
function onlyImage(file: Buffer, index: number): Buffer {
  const entry = file.subarray(6 + 16 * index, 22 + 16 * index);
  const offset = entry.readUInt32LE(12);
  const bytes = file.subarray(offset, offset + entry.readUInt32LE(8));
  return icoOf({ width: entry[0]!, height: entry[1]!, bytes });
}

const DEPTHS: readonly BitmapDepth[] = [1, 2, 4, 8, 16, 24, 32];

/** An ellipse on a transparent ground in as many colors as a palette may have; with more bits, a gradient. */
function picture(width: number, height: number, depth: BitmapDepth): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const index = (x * 3 + y * 5) % Math.min(2 ** depth, 200);
      const isInside = ((2 * x + 1) / width - 1) ** 2 + ((2 * y + 1) / height - 1) ** 2 < 1;
      const alpha = depth === 32 ? 40 + ((x * 7) % 216) : 255;
      const gradient = [(x * 255) / (width - 1), (y * 255) / (height - 1), ((x + y) * 255) / (width + height)];
      const color = depth > 8 ? gradient : [index * 89, 40 + index * 53, 80 + index * 31];
      data.set([...color.map((level) => Math.round(level) & 255), isInside ? alpha : 0], (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

function bitmapOfDepth(depth: BitmapDepth, form: BitmapForm = {}, size: readonly number[] = [24, 24]): IcoEntry {
  return bitmapOf(picture(size[0]!, size[1]!, depth), depth, form);
}

function bitmapsOfEveryDepth(): readonly Case[] {
  return DEPTHS.flatMap((depth) => {
    const icon = (form?: BitmapForm, size?: readonly number[]): Buffer => icoOf(bitmapOfDepth(depth, form, size));
    const usual = icon();
    const cursor = Buffer.from(usual);
    cursor[2] = 2;
    cursor.writeUInt32LE(0x60005, 10);
    const cases: readonly Case[] = [
      ["33 × 20", icon({}, [33, 20])],
      ["7 × 256", icon({}, [7, 256])],
      ["cursor", cursor],
      ["from top to bottom", icon({ isTopDown: true })],
      ["no mask", icon({ maskRows: 0 })],
      ["half a mask", icon({ maskRows: 12 })],
      ["half a mask from top to bottom", icon({ isTopDown: true, maskRows: 12 })],
      ["mask that ends inside a row", usual.subarray(0, -9)],
      ["header of OS/2", icon({ header: 12, alpha: false }), icon({ alpha: false })],
      ["height not doubled", icon({ heightFactor: 1 }), usual],
      ["odd height not doubled", icon({ heightFactor: 1 }, [17, 17]), icon({}, [17, 17])],
      ["height not doubled, no mask", icon({ heightFactor: 1, maskRows: 0 }), icon({ maskRows: 0 })],
      ["height not doubled, from top to bottom", icon({ heightFactor: 1, isTopDown: true }), usual],
      ["length 0", withLength(usual, 0)],
      ["length 99", withLength(usual, 99)],
      ["length beyond the file", withLength(usual, 2 ** 32 - 1)],
      ["wrong sides in the directory", icoOf({ ...bitmapOfDepth(depth), width: 5, height: 99 }), usual],
    ];
    return cases.map(([name, ...files]): Case => [`${depth} bits, ${name}`, ...files]);
  });
}

/** An icon file whose directory names another length of its first image. */
function withLength(icon: Buffer, length: number): Buffer {
  const changed = Buffer.from(icon);
  changed.writeUInt32LE(length, 14);
  return changed;
}

function unusualBitmaps(): readonly Case[] {
  const masked = (depth: 16 | 32, ...masks: readonly number[]): [BitmapDepth, BitmapForm] => [depth, { masks }];
  const forms: readonly (readonly [string, BitmapDepth, BitmapForm])[] = [
    ["16 bits, 5 + 6 + 5", ...masked(16, 0xf800, 0x7e0, 0x1f)],
    ["16 bits, 5 + 6 + 5 in the other order", ...masked(16, 0x1f, 0x7e0, 0xf800)],
    ["16 bits with alpha", ...masked(16, 0xf00, 0xf0, 0xf, 0xf000)],
    ["16 bits with one bit of alpha", ...masked(16, 0x7c00, 0x3e0, 0x1f, 0x8000)],
    ["16 bits with a mask of alpha, but none", 16, { masks: [0xf00, 0xf0, 0xf, 0xf000], alpha: false }],
    ["32 bits with masks", ...masked(32, 0xff0000, 0xff00, 0xff)],
    ["32 bits in the other order", ...masked(32, 0xff, 0xff00, 0xff0000)],
    ["32 bits in the upper bytes", ...masked(32, 0xff000000, 0xff0000, 0xff00)],
    ["32 bits, 10 per channel", ...masked(32, 0x3ff00000, 0xffc00, 0x3ff)],
    ["32 bits, 11 + 11 + 10", ...masked(32, 0xffe00000, 0x1ffc00, 0x3ff)],
    ["32 bits with masks and alpha", ...masked(32, 0xff0000, 0xff00, 0xff, 0xff000000)],
    ["32 bits with alpha first", ...masked(32, 0xff000000, 0xff0000, 0xff00, 0xff)],
    ["32 bits without a channel", ...masked(32, 0xff0000, 0, 0xff)],
    ["32 bits without alpha", 32, { alpha: false }],
    ["32 bits without alpha, from top to bottom, mask cut", 32, { alpha: false, isTopDown: true, maskRows: 3 }],
    ["3 of 16 colors", 4, { colors: 3 }],
    ["20 of 256 colors", 8, { colors: 20 }],
    ...([52, 56, 108, 124] as const).flatMap((header): [string, BitmapDepth, BitmapForm][] => [
      [
        `32 bits with masks in a header of ${header} bytes`,
        32,
        { header, masks: [0xff, 0xff00, 0xff0000, 0xff000000] },
      ],
      [`32 bits in a header of ${header} bytes`, 32, { header }],
      [`16 bits in a header of ${header} bytes`, 16, { header }],
      [`24 bits in a header of ${header} bytes`, 24, { header }],
      [`8 bits in a header of ${header} bytes`, 8, { header }],
    ]),
  ];
  return forms.map(([name, depth, form]) => [name, icoOf(bitmapOfDepth(depth, form))]);
}

async function severalImages(): Promise<readonly Case[]> {
  const { data, width, height } = picture(40, 40, 24);
  const raw = sharp(data, { raw: { width, height, channels: 4 } });
  const png = await raw.png().toBuffer();
  const jpeg = await raw.clone().flatten({ background: "#ffffff" }).jpeg({ chromaSubsampling: "4:4:4" }).toBuffer();
  const webp = await raw.clone().webp({ lossless: true }).toBuffer();
  const large = (bytes: Buffer): IcoEntry => ({ width: 40, height: 40, bytes });
  const small = bitmapOfDepth(32);
  const gray = pngFile({
    width: 40,
    height: 40,
    colorType: 0,
    depth: 8,
    pixel: (x, y) => [x * 5 + y],
    chunks: [gAMA(1)],
  });
  const damaged = Buffer.from(png);
  damaged[png.length - 20]! ^= 1;
  const odd = Buffer.from(bitmapOfDepth(24, {}, [40, 40]).bytes);
  odd.writeUInt16LE(5, 14);
  const packed = Buffer.from(bitmapOfDepth(8, {}, [40, 40]).bytes);
  packed.writeUInt32LE(1, 16);
  const wide = Buffer.from(small.bytes);
  wide.writeInt32LE(2 ** 31 - 1, 4);
  const broken: Readonly<Record<string, Buffer>> = {
    "damaged PNG": damaged,
    "truncated PNG": png.subarray(0, 200),
    "huge PNG": pngFile({ width: 40, height: 40, colorType: 0, depth: 1, pixel: () => [0] }).fill(0x7f, 16, 17),
    "truncated JPEG": jpeg.subarray(0, 100),
    "truncated WebP": webp.subarray(0, 60),
    "truncated bitmap": bitmapOfDepth(24, {}, [40, 40]).bytes.subarray(0, 900),
    "bitmap of 5 bits": odd,
    "compressed bitmap": packed,
    "bitmap of 2147483647 pixels": wide,
    noise: Buffer.alloc(64, 7),
    nothing: Buffer.alloc(0),
  };
  return [
    ["PNG inside", icoOf(large(png))],
    ["PNG with gamma inside", icoOf(large(gray)), gray],
    ["PNG with a wrong length inside", withLength(icoOf(large(png)), 3)],
    ["JPEG inside", icoOf(large(jpeg)), jpeg],
    ["WebP inside", icoOf(large(webp)), webp],
    ["WebP first, smaller bitmap", icoOf(large(webp), small), webp],
    ["bitmap first, larger PNG", icoOf(small, large(png))],
    ["more colors last", icoOf(bitmapOfDepth(4), bitmapOfDepth(8), small), icoOf(small)],
    ...Object.entries(broken).flatMap(([name, bytes]): Case[] => [
      // The last one, so that it ends with the file.
      [`${name}, then bitmap`, icoOf(small, large(bytes)), icoOf(small)],
      [
        `${name} before PNG and bitmap`,
        icoOf({ ...small, width: 0, height: 0 }, large(png), large(bytes)),
        icoOf(large(png)),
      ],
    ]),
  ];
}

const SIDE = 24;

/** A picture of all sorts of levels. */
function levels(depth: number): PngForm["pixel"] {
  const most = 2 ** depth - 1;
  return (x, y) => {
    const shares = [x / (SIDE - 1), y / (SIDE - 1), ((x * 7 + y * 3) % SIDE) / (SIDE - 1), 1 - ((x + y) % 5) / 6];
    return shares.map((share) => Math.round(share * most));
  };
}

function pngWith(colorType: PngColorType, depth: number, ...chunks: readonly Buffer[]): Buffer {
  return pngFile({ width: SIDE, height: SIDE, colorType, depth, pixel: levels(depth), chunks });
}

const P3 = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06];
const ADOBE = [0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06];
const WIDE = [0.3457, 0.3585, 0.7347, 0.2653, 0.1596, 0.8404, 0.0366, 0.0001];
const SRGB = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];
const WARM = [0.3457, 0.3585, ...SRGB.slice(2)];

function colorTypes(): readonly Case[] {
  const spaces: Readonly<Record<string, readonly Buffer[]>> = {
    "gamma 1": [gAMA(1)],
    "Adobe RGB": [gAMA(1 / 2.2), cHRM(...ADOBE)],
    "coded P3": [cICP(12, 13)],
  };
  const kinds: readonly (readonly [PngColorType, number])[] = [
    ...[1, 2, 4, 8, 16].map((depth) => [0, depth] as const),
    ...[1, 2, 4, 8].map((depth) => [3, depth] as const),
    ...([2, 4, 6] as const).flatMap((type) => [[type, 8] as const, [type, 16] as const]),
  ];
  return Object.entries(spaces).flatMap(([name, chunks]) =>
    kinds.map(([colorType, depth]): Case => {
      const count = 2 ** Math.min(depth, 8);
      const palette = Array.from({ length: count }, (_, at) => [
        (at * 37) & 255,
        (255 - at * 11) & 255,
        (at * 71) & 255,
      ]);
      const more =
        colorType === 3 ? [chunkOf("PLTE", Buffer.from(palette.flat())), chunkOf("tRNS", Buffer.of(90))] : [];
      return [`${name}, type ${colorType} of ${depth} bits`, pngWith(colorType, depth, ...chunks, ...more)];
    }),
  );
}

/** A PNG file with an ICC profile and further chunks. */
async function pngWithProfile(...chunks: readonly Buffer[]): Promise<Buffer> {
  const png = await sharp(pngWith(2, 8)).withIccProfile("p3").png().toBuffer();
  const header = 33;
  return Buffer.concat([png.subarray(0, header), ...chunks, png.subarray(header)]);
}

async function colorSpaces(): Promise<readonly Case[]> {
  const gammas = [0.2, 0.42, 0.43, 0.435, 1 / 2.2, 0.475, 0.48, 0.55556, 0.7, 1, 1.8, 3];
  const primaries = { P3, ADOBE, WIDE, SRGB, WARM };
  const codes = [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22];
  const transfers = [1, 4, 5, 6, 7, 8, 11, 13, 14, 15, 17];
  return [
    ...gammas.map((gamma): Case => [`gamma ${gamma}`, pngWith(2, 8, gAMA(gamma))]),
    ...Object.entries(primaries).flatMap(([name, own]) =>
      [1 / 2.2, 1 / 1.8, 1].map((gamma): Case => [`${name}, gamma ${gamma}`, pngWith(2, 8, gAMA(gamma), cHRM(...own))]),
    ),
    ...codes.map((code): Case => [`coded primaries ${code}`, pngWith(2, 8, cICP(code, 13))]),
    ...transfers.map((code): Case => [`coded transfer ${code}`, pngWith(2, 8, cICP(9, code))]),
    ...[1, 9, 12].flatMap((code) =>
      [16, 18].flatMap((transfer): Case[] => [
        [`high range ${code}, ${transfer}`, pngWith(2, 8, cICP(code, transfer))],
        [`high range ${code}, ${transfer}, gray`, pngWith(0, 8, cICP(code, transfer))],
        [`high range ${code}, ${transfer}, content up to 400`, pngWith(2, 8, cICP(code, transfer), cLLI(400))],
        [`high range ${code}, ${transfer}, display of 4000`, pngWith(2, 8, cICP(code, transfer), mDCV(4000))],
      ]),
    ),
    ["profile before gamma", await pngWithProfile(gAMA(1))],
    ["profile after coded linear light", await pngWithProfile(cICP(1, 8))],
    ["profile after coded sRGB", await pngWithProfile(cICP(1, 13))],
    ["profile after an unknown code", await pngWithProfile(cICP(2, 2))],
    ["high range, no brighter than white", pngWith(2, 8, cICP(1, 16), cLLI(100), mDCV(4000))],
  ];
}

function ignoredChunks(): readonly Case[] {
  const damaged = gAMA(1);
  damaged[damaged.length - 1]! ^= 1;
  const plain = pngWith(2, 8);
  const late = (chunk: Buffer): Buffer => Buffer.concat([plain.subarray(0, -12), chunk, plain.subarray(-12)]);
  const sets: Readonly<Record<string, readonly Buffer[]>> = {
    "sRGB before gamma": [sRGB(), gAMA(1)],
    "sRGB after gamma": [gAMA(1), cHRM(...P3), sRGB()],
    "coded sRGB before gamma": [cICP(1, 13), gAMA(1)],
    "coded linear light after sRGB": [sRGB(), cICP(1, 8)],
    "unknown transfer before gamma": [cICP(1, 2), gAMA(1)],
    "unknown primaries before gamma": [cICP(2, 13), gAMA(1)],
    "limited range before gamma": [cICP(1, 13, 0, 0), gAMA(1)],
    "logarithmic transfer": [cICP(1, 9)],
    "chromaticities only": [cHRM(...P3)],
    "gamma 0": [gAMA(0)],
    "gamma 0 with chromaticities": [gAMA(0), cHRM(...P3)],
    "chromaticities of zero": [gAMA(1), cHRM(0, 0, 0, 0, 0, 0, 0, 0)],
    "chromaticities beyond one": [gAMA(1), cHRM(0.3, 0.3, 1.2, 0.3, 0.3, 0.6, 0.15, 0.06)],
    "primaries in one place": [gAMA(1), cHRM(0.31, 0.33, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3)],
    "two gammas": [gAMA(1), gAMA(0.5)],
    "damaged gamma": [damaged],
    "gamma of three bytes": [chunkOf("gAMA", Buffer.alloc(3, 1))],
  };
  return [
    ...Object.entries(sets).map(([name, chunks]): Case => [name, pngWith(2, 8, ...chunks)]),
    ["gamma after the pixels", late(gAMA(1))],
    ["coded linear light after the pixels", late(cICP(1, 8))],
  ];
}

function applePngs(): readonly Case[] {
  const kinds: readonly (readonly [PngColorType, ...Buffer[]])[] = [[2], [2, gAMA(1)], [2, cICP(12, 13)], [6]];
  return kinds.map(([colorType, ...chunks]): Case => {
    const pixel = levels(8);
    const applePixel = (x: number, y: number): readonly number[] => {
      const [red, green, blue, alpha] = pixel(x, y) as [number, number, number, number];
      const share = colorType === 6 ? alpha / 255 : 1;
      return [...[blue, green, red].map((level) => Math.round(level * share)), alpha];
    };
    const form = { width: SIDE, height: SIDE, colorType, depth: 8, chunks };
    const name = `type ${colorType} with ${chunks.length} color chunks`;
    return [name, pngFile({ ...form, pixel: applePixel, isApple: true }), pngFile({ ...form, pixel })];
  });
}

async function avifFiles(): Promise<readonly Case[]> {
  const avif = await sharp(pngWith(2, 8)).avif({ lossless: true }).toBuffer();
  const at = avif.indexOf("colrnclx") + 8;
  const coded = (primaries: number, transfer: number): Buffer => {
    const changed = Buffer.from(avif);
    changed.writeUInt16BE(primaries, at);
    changed.writeUInt16BE(transfer, at + 2);
    return changed;
  };
  const codes = [
    ...[1, 2, 3, 9, 12].map((primaries) => [primaries, 13] as const),
    ...[1, 2, 4, 6, 8, 14, 16, 18].map((transfer) => [9, transfer] as const),
  ];
  const profile = await sharp(pngWith(2, 8)).withIccProfile("p3").avif({ lossless: true }).toBuffer();
  return [
    ...codes.map(
      ([primaries, transfer]): Case => [`primaries ${primaries}, transfer ${transfer}`, coded(primaries, transfer)],
    ),
    ["profile", profile],
  ];
}

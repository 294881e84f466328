import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { bareRaster } from "#build/image/render/bare-raster.js";
import { decodeRaster } from "#build/image/render/decode-raster.js";
import { decodeImage, measuredPixels } from "#build/image/render/measured-pixels.js";
import { type StoredItem, storeImage } from "#build/image/render/store-image.js";
import { decodeStoredImage, type Presentation } from "#src/format/stored-image.js";
import { phash } from "#src/phash/phash.js";
import { chunkOf } from "../png-files.js";

const PLAIN: Presentation = { tint: undefined, background: undefined, padding: 0.17 };

/** A gradient with noise, like a photograph. */
function picture(width: number, height: number, channels: 3 | 4 = 4): Sharp {
  const bytes = Uint8Array.from({ length: width * height * channels }, (_, at) => (at * at * 31 + at * 7) >> 5);
  return sharp(bytes, { raw: { width, height, channels } });
}

const raster = (bytes: Buffer): Promise<StoredItem> => storeImage({ kind: "raster", bytes }, PLAIN);
const drawing = (text: string, presentation = PLAIN): Promise<StoredItem> =>
  storeImage({ kind: "svg", bytes: Buffer.from(text) }, presentation);
const svg = (body: string, attributes = 'viewBox="0 0 24 12"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>`;

const SECRET = "GPS of my home";
const exif = { IFD0: { Copyright: SECRET } };

describe("stored raster image", () => {
  const clean = {
    png: () => picture(40, 30).png(),
    "png with a palette": () => picture(40, 30).png({ palette: true }),
    "gray png": () => picture(40, 30).grayscale().png(),
    webp: () => picture(40, 30).webp({ lossless: true }),
    "lossy webp": () => picture(40, 30).webp({ quality: 60 }),
    jpeg: () => picture(40, 30, 3).jpeg(),
    "progressive jpeg": () => picture(40, 30, 3).jpeg({ progressive: true }),
  };

  it.each(Object.entries(clean))("keeps a %s file without metadata", async (_, make) => {
    const bytes = await make().toBuffer();
    const { stored, item, raster: decoded } = await raster(bytes);
    expect(stored).toMatchObject({ width: 40, height: 30, recolorable: false });
    expect(decodeStoredImage(item)).toEqual({ ...stored, file: Buffer.from(stored.file) });
    expect((await decodeRaster(stored.file)).data).toEqual(decoded!.pixels.data);
    expect(bareRaster(Buffer.from(stored.file))!.file).toEqual(Buffer.from(stored.file));
    expect(stored.file.length).toBeLessThanOrEqual(bytes.length);
  });

  it.each(Object.entries(clean))("removes metadata from a %s file without changing a pixel", async (_, make) => {
    const bytes = Buffer.concat([await make().withExif(exif).toBuffer(), Buffer.from(`PK${SECRET}`)]);
    const { stored, raster: decoded } = await raster(bytes);
    expect(bytes.includes(SECRET)).toBe(true);
    expect(Buffer.from(stored.file).includes(SECRET)).toBe(false);
    expect((await decodeRaster(stored.file)).data).toEqual(decoded!.pixels.data);
  });

  it("removes texts, additional frames and unknown chunks from a PNG file", async () => {
    const bytes = await picture(40, 30).png().toBuffer();
    const extra = ["tEXt", "iTXt", "tIME", "acTL", "fdAT", "prIv"].map((name) => chunkOf(name, Buffer.from(SECRET)));
    const packed = Buffer.concat([bytes.subarray(0, 33), ...extra, bytes.subarray(33)]);
    expect(bareRaster(packed)!.file).toEqual(bareRaster(bytes)!.file);
    const critical = Buffer.concat([bytes.subarray(0, 33), chunkOf("ABCD", Buffer.from(SECRET)), bytes.subarray(33)]);
    expect(bareRaster(critical)).toBeUndefined();
  });

  it.each(["png", "png with a palette", "gray png", "webp", "lossy webp"] as const)(
    "needs no metadata to know that a %s file is upright and in sRGB, unless there is some",
    async (kind) => {
      const plain = await clean[kind]().toBuffer();
      expect(bareRaster(plain)!.isPlain).toBe(true);
      for (const make of [
        clean[kind]().withExif(exif),
        clean[kind]().withMetadata({ orientation: 6 }),
        clean[kind]().withIccProfile("p3"),
        clean[kind]().withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"),
      ]) {
        expect(bareRaster(await make.toBuffer())!.isPlain).toBe(false);
      }
    },
  );

  it("needs no metadata for a PNG file with chunks that leave colors and orientation alone", async () => {
    const bytes = await picture(40, 30).png().toBuffer();
    const gamma = Buffer.of(0, 0, 0xb1, 0x8f);
    for (const [name, data, isPlain] of [
      ["pHYs", Buffer.of(0, 0, 0x0e, 0xc4, 0, 0, 0x0e, 0xc4, 1), true],
      ["gAMA", gamma, true],
      ["cHRM", Buffer.concat(Array(8).fill(gamma)), true],
      ["sRGB", Buffer.of(0), true],
      ["bKGD", Buffer.of(0, 1, 0, 2, 0, 3), true],
      ["tIME", Buffer.of(7, 0xe8, 1, 1, 1, 1, 1), true],
      ["tEXt", Buffer.from("Raw profile type exif\0none"), false],
      ["eXIf", Buffer.from("MM\0*"), false],
      ["prIv", Buffer.of(0), false],
    ] as const) {
      const packed = Buffer.concat([bytes.subarray(0, 33), chunkOf(name, data), bytes.subarray(33)]);
      expect([name, bareRaster(packed)!.isPlain]).toEqual([name, isPlain]);
      const { width, height, orientation, icc, space } = await sharp(packed).metadata();
      if (isPlain) expect([width, height, orientation, icc, space]).toEqual([40, 30, undefined, undefined, "srgb"]);
    }
  });

  const encoded = {
    "turned by its orientation": () => picture(40, 30, 3).jpeg().withMetadata({ orientation: 6 }),
    "with a color profile": () => picture(40, 30, 3).png().withIccProfile("p3"),
    "of CMYK colors": () => picture(40, 30, 3).toColorspace("cmyk").jpeg(),
    "of 16 bits a channel": () => picture(40, 30).toColorspace("rgb16").png(),
    "in a format that browsers may not show": () => picture(40, 30).tiff(),
    "of several frames": () => picture(40, 60).gif(),
  };

  it.each(Object.entries(encoded))("re-encodes an image %s, upright and in sRGB", async (_, make) => {
    const { stored } = await raster(await make().toBuffer());
    expect(stored.kind).toBe("webp");
    const { orientation, icc, exif: kept, width, height } = await sharp(stored.file).metadata();
    expect({ orientation, icc, kept }).toEqual({ orientation: undefined, icc: undefined, kept: undefined });
    expect([width, height]).toEqual([stored.width, stored.height]);
  });

  it.each([
    [512, 300, "png", [512, 300]],
    [513, 300, "webp", [512, 299]],
    [200, 1600, "webp", [64, 512]],
    [3000, 1, "webp", [512, 1]],
  ] as const)("stores %i × %i pixels as %s of %j", async (width, height, kind, size) => {
    const { stored, raster: decoded } = await raster(await picture(width, height).png().toBuffer());
    expect([stored.kind, [stored.width, stored.height]]).toEqual([kind, size]);
    expect(decoded!.size).toEqual([width, height]);
  });

  it("re-encodes a file that is much larger than necessary", async () => {
    const bytes = await picture(40, 30).png().toBuffer();
    const stuffed = Buffer.concat([
      bytes.subarray(0, 33),
      ...Array.from({ length: 20 }, () => chunkOf("tRNS", Buffer.alloc(0))),
      ...Array.from({ length: 90_000 }, () => chunkOf("IDAT", Buffer.alloc(0))),
      bytes.subarray(33),
    ]);
    const kind = await raster(stuffed).then(
      ({ stored }) => stored.kind,
      () => "refused",
    );
    expect(["webp", "refused"]).toContain(kind);
  });

  it.each(["png", "webp", "jpeg"] as const)("never reads beyond the end of a truncated %s file", async (format) => {
    const bytes = await picture(60, 60, 3).toFormat(format).toBuffer();
    for (let length = 0; length < bytes.length; length += Math.ceil(bytes.length / 40)) {
      const bare = bareRaster(bytes.subarray(0, length));
      if (bare !== undefined) expect(bare.file.length).toBeLessThanOrEqual(bytes.length);
    }
  });

  it("is hashed at its own size, without a background", async () => {
    for (const side of [40, 700]) {
      const bytes = await picture(side, side).png().toBuffer();
      const { hashed, square } = await measuredPixels(await raster(bytes));
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect(phash(hashed, hashed.runs)).toBe(phash({ width: info.width, height: info.height, data }));
      expect([square.width, square.height]).toEqual([128, 128]);
    }
  });
});

describe("stored drawing", () => {
  it("keeps its text, with the record's look stored separately", async () => {
    const text = svg('<path fill="currentColor" d="M0 0h24v12h-24z"/>');
    const presentation = { tint: "#1db954", background: "#ffffff", padding: 0.1 };
    const { stored } = await drawing(text, presentation);
    expect(stored).toMatchObject({ kind: "svg", width: 24, height: 12, recolorable: true, tint: "#1db954" });
    expect(stored.background).toBe("#ffffff");
    expect(stored.padding).toBeCloseTo(0.1, 4);
    expect(Buffer.from(stored.file).toString()).toBe(text);
  });

  it("is hashed and measured in its tint in a square of 128 pixels", async () => {
    const stored = await drawing(svg('<path fill="currentColor" d="M0 0h24v12h-24z"/>'), { ...PLAIN, tint: "#ff0000" });
    const { hashed, square } = await measuredPixels(stored);
    expect([square.width, square.height]).toEqual([128, 128]);
    const pixel = (y: number): number[] => [...square.data.subarray((y * 128 + 64) * 4, (y * 128 + 64) * 4 + 4)];
    expect([31, 32, 95, 96].map(pixel)).toEqual([
      [0, 0, 0, 0],
      [255, 0, 0, 255],
      [255, 0, 0, 255],
      [0, 0, 0, 0],
    ]);
    expect(Buffer.from(hashed.data).equals(Buffer.from(square.data))).toBe(true);
  });

  it.each([
    ["0 0 278050 333334", 'viewBox="0 0 278050 333334"'],
    ["0 0 3.591 3.727", 'viewBox="0 0 3.591 3.727"'],
    ["0 0 24.4 0.3", 'viewBox="0 0 24.4 0.3" width="24.4" height="0.3"'],
    ["0 0 24 7", 'viewBox="0 0 24 7" width="100%"'],
  ])("keeps its aspect ratio, also of many pixels or less than one: %s", async (box, attributes) => {
    const [, , wide, high] = box.split(" ").map(Number) as [number, number, number, number];
    const { stored } = await drawing(svg("", attributes));
    const drawnHigh = (1024 * stored.height) / stored.width;
    expect(Math.abs(drawnHigh - (1024 * high) / wide)).toBeLessThan(1);
  });

  it("is rendered at 512 pixels if only its shapes define its size", async () => {
    const { stored } = await drawing(svg('<rect width="20" height="10" fill="red"/>', ""));
    expect(stored).toMatchObject({ kind: "webp", width: 512, height: 256, recolorable: false });
  });

  it("is rendered at 512 pixels in its tint if it has more than 1 MiB", async () => {
    const long = `<path fill="currentColor" d="M0 0h24v12h-24z"/><desc>${"x".repeat(2 ** 20)}</desc>`;
    const { stored } = await drawing(svg(long), { ...PLAIN, tint: "#ff0000" });
    expect(stored).toMatchObject({ kind: "webp", width: 512, height: 256, tint: undefined });
    const { data } = await decodeRaster(stored.file);
    expect([...data.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
  });

  it("is decoded with its declared encoding", async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${svg("<title>é</title>")}`;
    const { stored } = await storeImage({ kind: "svg", bytes: Buffer.from(text, "latin1") }, PLAIN);
    expect(Buffer.from(stored.file).toString()).toBe(svg("<title>é</title>"));
  });

  it("has the same hash as its record if it is hashed as a file", async () => {
    const text = svg('<path d="M3 1h14l4 9H1z"/>');
    const { hashed } = await measuredPixels(await drawing(text));
    expect(phash(await decodeImage({ kind: "svg", bytes: Buffer.from(text) }))).toBe(phash(hashed));
  });
});

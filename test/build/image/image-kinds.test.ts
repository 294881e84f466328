import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { unpackImage } from "#build/image/decode/unpack-image.js";
import { ImageError } from "#build/image/image-file.js";
import { decodeRaster } from "#build/image/render/decode-raster.js";
import { decodeImage } from "#build/image/render/measured-pixels.js";
import { storeImage } from "#build/image/render/store-image.js";
import { imageOf } from "#build/image/source/image-source.js";
import { openCatalog } from "#src/catalog/catalog.js";
import type { Pixels } from "#src/phash/pixels.js";
import { temporaryFolder } from "../../support/folder.js";
import { randomRuns } from "../../support/random-runs.js";
import { runHere } from "../../support/run-here.js";
import { bitmapOf, icnsOf, icoOf, packedOf } from "./icon-files.js";
import { cHRM, cICP, gAMA, pngFile } from "./png-files.js";

/** A circle in two colors with transparent corners. */
function draw(side: number, color: readonly [number, number, number] = [24, 119, 242]): Pixels {
  const data = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const inside = (x - side / 2) ** 2 + (y - side / 2) ** 2 < (side / 2) ** 2;
      const pixel = x < y / 2 ? [...color, 255] : [255, 200, 0, 255];
      data.set(inside ? pixel : [0, 0, 0, 0], (y * side + x) * 4);
    }
  }
  return { width: side, height: side, data };
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h6v3H1z"/></svg>';
const fromPixels = ({ data, width, height }: Pixels) => sharp(data, { raw: { width, height, channels: 4 } });
const pngOf = (pixels: Pixels): Promise<Buffer> => fromPixels(pixels).png().toBuffer();
const decode = async (file: Buffer): Promise<Pixels> => decodeImage(await unpackImage(imageOf(file)));
const plain = ({ width, height, data }: Pixels) => ({ width, height, data: [...data] });
const refusal = (file: Buffer): Promise<string> =>
  decode(file).then(
    () => "decoded",
    (error: Error) => error.message,
  );

describe("image formats", () => {
  it("builds hash, palette and image from every image format, and computes the same hash on the command line", async () => {
    const pixels = draw(64);
    const png = await pngOf(pixels);
    const ordinary = { png, webp: await fromPixels(pixels).webp({ lossless: true }).toBuffer() };
    const files: Record<string, Buffer | string> = {
      ...Object.fromEntries(Object.entries(ordinary).map(([kind, bytes]) => [`p/${kind}.${kind}`, bytes])),
      "p/tiff.tiff": await fromPixels(pixels).tiff({ compression: "lzw" }).toBuffer(),
      "p/gif.gif": await fromPixels(pixels).gif().toBuffer(),
      "p/avif.avif": await fromPixels(pixels).avif({ lossless: true }).toBuffer(),
      "p/jpeg.jpg": await fromPixels(pixels).flatten({ background: "#ffffff" }).jpeg().toBuffer(),
      "p/ico.ico": icoOf({ width: 64, height: 64, bytes: png }),
      "p/bitmap.ico": icoOf(bitmapOf(pixels, 32)),
      "p/cursor.cur": Buffer.from(icoOf(bitmapOf(pixels, 32))).fill(2, 2, 3),
      "p/icns.icns": icnsOf({ icp6: png }),
      "p/svg.svg": SVG,
    };
    const folder = temporaryFolder(files);
    const { code } = await runHere(["init", folder, "--developer", "D", "--category", "c"]);
    expect(code).toBe(0);
    const built = await runHere(["build", folder, "--out", join(folder, "artifacts"), "--strict", "--json"]);
    expect(built).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(built.stdout)).toMatchObject({ icons: 11, skipped: [] });
    const hashed = await runHere(["hash", "--json", ...Object.keys(files).map((file) => join(folder, file))]);
    const hashes = new Map<string, string>(
      JSON.parse(hashed.stdout).map(({ file, phash }: { file: string; phash: string }) => [file, phash]),
    );
    const exact = ["png.png", "webp.webp", "tiff.tiff", "gif.gif", "ico.ico", "bitmap.ico", "cursor.cur", "icns.icns"];
    expect(new Set(exact.map((name) => hashes.get(join(folder, "p", name)))).size).toBe(1);
    expect(hashes.size).toBe(11);
    const near = await runHere([
      "similar",
      join(folder, "p/bitmap.ico"),
      ...["--by", "phash"],
      "--artifacts",
      join(folder, "artifacts"),
      "--json",
    ]);
    expect(JSON.parse(near.stdout).data[0].distance).toBe(0);
  });

  it.each<[string, string]>([
    ["after white space", `\n`.repeat(900) + SVG],
    ["after a byte order mark", `\uFEFF ${SVG}`],
    ["after an instruction", `<?made by="hand"?>${SVG}`],
    ["after a comment", `<!-- a -->${SVG}`],
    [
      "with a prefix",
      `<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><s:path d="M1 1h6v3H1z"/></s:svg>`,
    ],
  ])("recognizes a drawing %s", async (_, text) => {
    const file = Buffer.from(text);
    expect(imageOf(file).kind).toBe("svg");
    expect(await decode(file)).toEqual(await decode(Buffer.from(SVG)));
  });
});

/** A gray square on black. */
function square(level: number, ...chunks: readonly Buffer[]): Buffer {
  const pixel = (x: number, y: number): readonly number[] => [x > 8 && x < 30 && y > 4 && y < 30 ? level : 0];
  return pngFile({ width: 40, height: 40, colorType: 0, depth: 8, pixel, chunks });
}

describe("colors that PNG chunks define", () => {
  it("are converted for image, palette, shape and hash, also inside icon files", async () => {
    const linear = square(128, gAMA(1));
    const folder = temporaryFolder({
      "p/plain.png": square(188),
      "p/gamma.png": linear,
      "p/coded.png": square(128, cICP(1, 8), gAMA(0.3)),
      "p/windows.ico": icoOf({ width: 40, height: 40, bytes: linear }),
      "p/mac.icns": icnsOf({ ic11: linear }),
    });
    const artifacts = join(folder, "artifacts");
    expect(await runHere(["init", folder, "--developer", "D", "--category", "c"])).toMatchObject({ code: 0 });
    expect(await runHere(["build", folder, "--out", artifacts, "--strict"])).toMatchObject({ code: 0 });
    const catalog = openCatalog(artifacts);
    const { phash, colorPalette, colors, style } = catalog.get("plain");
    expect(colorPalette).toEqual(expect.arrayContaining([expect.objectContaining({ hex: "#bcbcbc" })]));
    for (const id of ["gamma", "coded", "windows", "mac"]) {
      expect(catalog.get(id)).toMatchObject({ phash, colorPalette, colors, style });
      expect(catalog.similar({ id, by: "look" }).matches.map(({ score }) => score)).toEqual([1, 1, 1, 1]);
      const { data, info } = await sharp(await catalog.image(id))
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(data[((info.height >> 1) * info.width + (info.width >> 1)) * info.channels]).toBe(188);
    }
    const files = ["gamma.png", "coded.png", "windows.ico", "mac.icns"].map((file) => join(folder, "p", file));
    const hashed = await runHere(["hash", "--json", ...files]);
    expect(JSON.parse(hashed.stdout)).toEqual(files.map((file) => ({ file, phash })));
  });

  it("are stored without loss, and files that show the same colors without chunks unchanged", async () => {
    const store = (bytes: Buffer) =>
      storeImage({ kind: "raster", bytes }, { tint: undefined, background: undefined, padding: 0 });
    const pixel = (x: number, y: number): readonly number[] => [x, y, (x * y) & 255];
    const gradient = pngFile({ width: 200, height: 200, colorType: 2, depth: 8, pixel, chunks: [gAMA(0.6)] });
    const { stored, raster } = await store(gradient);
    expect(stored).toMatchObject({ kind: "png", width: 200, height: 200 });
    expect((await decodeRaster(stored.file)).data).toEqual(raster!.pixels.data);
    const [plain, same] = [
      square(255),
      square(255, gAMA(1 / 2.2), cHRM(0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)),
    ];
    expect((await store(same)).stored.file).toEqual((await store(plain)).stored.file);
  });
});

describe("Windows icon", () => {
  it.each([1, 4, 8, 24, 32] as const)(
    "decodes a Windows icon from a bitmap of %i bits with its mask",
    async (depth) => {
      // Two colors fit in one bit; an odd width needs row padding.
      const pixels = draw(33, [255, 200, 0]);
      expect(plain(await decode(icoOf(bitmapOf(pixels, depth))))).toEqual(plain(pixels));
    },
  );

  it("decodes a Windows icon from a bitmap of 32 bits with an empty fourth byte", async () => {
    const pixels = draw(33);
    expect(plain(await decode(icoOf(bitmapOf(pixels, 32, { alpha: false }))))).toEqual(plain(pixels));
  });

  it("decodes the largest image of a Windows icon with the most colors, regardless of the directory", async () => {
    const large = draw(48);
    const png = { width: 255, height: 255, bytes: await pngOf(draw(20)) };
    const entries = [png, bitmapOf(draw(48, [0, 0, 0]), 4), { ...bitmapOf(large, 32), width: 1, height: 1 }];
    expect(plain(await decode(icoOf(...entries)))).toEqual(plain(large));
    const huge = { width: 0, height: 0, bytes: await pngOf(draw(256)) };
    expect(await decode(icoOf(...entries, huge))).toMatchObject({ width: 256, height: 256 });
  });

  const bitmap = bitmapOf(draw(16), 24).bytes;
  const written = (...changes: readonly (readonly [at: number, value: number])[]): Buffer => {
    const changed = Buffer.from(bitmap);
    for (const [at, value] of changes) changed.writeUInt32LE(value, at);
    return changed;
  };
  it.each<[string, Buffer, string]>([
    ["a bitmap that ends early", bitmap.subarray(0, 300), "ends before its last pixel"],
    ["a bitmap of 5 bits", written([12, 0x50001]), "has a damaged bitmap header"],
    ["a bitmap of 2,147,483,647 pixels", written([4, 2 ** 31 - 1]), "has a damaged bitmap header"],
    ["a bitmap without a row", written([8, 0]), "has a damaged bitmap header"],
    [
      "a large bitmap",
      written([4, 2000], [8, 4000]),
      "has 2000 × 2000 pixels, but bitmaps may have at most 1024 per side",
    ],
    ["a compressed bitmap", written([16, 1]), "has a compressed bitmap, which is not supported"],
    [
      "overlapping color masks",
      bitmapOf(draw(16), 32, { masks: [0xff00, 0xff00, 0xff] }).bytes,
      "has invalid color masks",
    ],
    [
      "a torn color mask",
      bitmapOf(draw(16), 32, { masks: [0xf0f0000, 0xff00, 0xff] }).bytes,
      "has invalid color masks",
    ],
    [
      "a drawing inside",
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='16' height='16'/>"),
      "is neither a bitmap nor a PNG, JPEG or WebP file",
    ],
    ["noise", Buffer.alloc(64, 7), "is neither a bitmap nor a PNG, JPEG or WebP file"],
  ])("names image, reason and remedy for a Windows icon with %s", async (_, bytes, reason) => {
    const message = `with no image that can be decoded: image 1 ${reason}; save it with PNG images`;
    const icon = icoOf({ width: 16, height: 16, bytes });
    expect(await refusal(icon)).toBe(`it is an ICO file ${message}`);
    icon[2] = 2;
    expect(await refusal(icon)).toBe(`it is a CUR file ${message}`);
  });

  it("rejects a Windows icon whose images lie outside the file", async () => {
    const entry = bitmapOf(draw(16), 32);
    const outside = icoOf(entry);
    outside.writeUInt32LE(1e9, 18);
    expect(await refusal(outside)).toBe("it is an ICO file without a complete image; save it with PNG images");
    expect(await refusal(icoOf(entry).subarray(0, 10))).toMatch(/without a complete image/);
  });

  it("names the largest image of a Windows icon without a valid one, and tries no more than 16", async () => {
    const png = { width: 20, height: 20, bytes: (await pngOf(draw(20))).subarray(0, -30) };
    const small = { ...bitmapOf(draw(16), 24), bytes: bitmap.subarray(0, 99) };
    expect(await refusal(icoOf(small, png))).toMatch(/: image 2 can't be decoded \(.+\); save it with PNG images$/);
    const good = bitmapOf(draw(8), 24);
    expect(await decode(icoOf(...Array(15).fill(png), good))).toMatchObject({ width: 8 });
    expect(await refusal(icoOf(...Array(16).fill(png), good))).toMatch(/image 1 can't be decoded/);
  });

  it("accepts a Windows icon with 65,535 overlapping images", async () => {
    const entry = bitmapOf(draw(16), 32);
    const directory = icoOf(entry).subarray(6, 22);
    const head = Buffer.from(icoOf(entry).subarray(0, 6));
    head.writeUInt16LE(65_535, 4);
    const shifted = Buffer.from(directory);
    shifted.writeUInt32LE(6 + 16 * 65_535, 12);
    const file = Buffer.concat([head, ...Array.from({ length: 65_535 }, () => shifted), entry.bytes]);
    expect(await decode(file)).toMatchObject({ width: 16, height: 16 });
  });
});

describe("macOS icon", () => {
  it("decodes the largest PNG image of a macOS icon", async () => {
    const parts = { ic11: await pngOf(draw(32)), ic08: await pngOf(draw(256)), ic07: await pngOf(draw(128)) };
    expect(plain(await decode(icnsOf({ "TOC ": Buffer.alloc(24), ...parts })))).toEqual(plain(draw(256)));
  });

  it.each([
    ["it32", 128, "t8mk"],
    ["ih32", 48, "h8mk"],
    ["il32", 32, "l8mk"],
    ["is32", 16, "s8mk"],
  ])("unpacks a macOS icon from a part %s with its mask", async (name, side, mask) => {
    const pixels = draw(side);
    const runs = packedOf(pixels, [0, 1, 2]);
    const colors = name === "it32" ? Buffer.concat([Buffer.alloc(4), runs]) : runs;
    const alpha = Buffer.from(pixels.data.filter((_, at) => at % 4 === 3));
    expect(plain(await decode(icnsOf({ [name]: colors, [mask]: alpha })))).toEqual(plain(pixels));
  });

  it.each([
    ["ic05", 32],
    ["ic04", 16],
  ])("unpacks a macOS icon from a part %s with four channels", async (name, side) => {
    const pixels = draw(side);
    const part = Buffer.concat([Buffer.from("ARGB"), packedOf(pixels, [3, 0, 1, 2])]);
    expect(plain(await decode(icnsOf({ [name]: part })))).toEqual(plain(pixels));
  });

  it("decodes a smaller image of a macOS icon if the largest is damaged", async () => {
    const damaged = (await pngOf(draw(256))).subarray(0, -30);
    const runs = Buffer.concat([Buffer.from("ARGB"), packedOf(draw(32), [3, 0, 1, 2])]);
    const short = packedOf(draw(48), [0, 1, 2]).subarray(0, 99);
    expect(plain(await decode(icnsOf({ ic08: damaged, ih32: short, ic05: runs })))).toEqual(plain(draw(32)));
    expect(await refusal(icnsOf({ ic08: damaged }))).toMatch(
      /^it is an ICNS file with no image .*: its part "ic08" can't be decoded \(.+\); save it with PNG images$/,
    );
  });

  it("rejects a macOS icon with a reason if it contains no valid image", async () => {
    const jpeg2000 = Buffer.from("0000000c6a5020200d0a870a", "hex");
    expect(await refusal(icnsOf({ ic09: jpeg2000 }))).toMatch(/with JPEG 2000 images only; save it with PNG images/);
    expect(await refusal(icnsOf({ info: Buffer.from("?") }))).toMatch(/with no image that can be decoded/);
    expect(await refusal(icnsOf({ is32: Buffer.from([255, 1]) }))).toMatch(
      /16 pixels can't be unpacked: it ends early/,
    );
    const endless = icnsOf({ ic07: await pngOf(draw(128)), info: Buffer.from("?") });
    endless.writeUInt32BE(0, endless.length - 5);
    expect(await refusal(endless)).toMatch(/cut off or damaged at byte/);
  });
});

describe("PNG file optimized for iOS", () => {
  const apple = pngFile({ width: 9, height: 9, colorType: 6, depth: 8, pixel: () => [1, 2, 3, 4], isApple: true });
  const sized = (width: number, height: number): Buffer => {
    const changed = Buffer.from(apple);
    changed.writeUInt32BE(width, 32);
    changed.writeUInt32BE(height, 36);
    return changed;
  };
  const grayLike = pngFile({ width: 9, height: 9, colorType: 0, depth: 8, pixel: () => [1], isApple: true });

  it.each([
    ["that is truncated", apple.subarray(0, -30), "its pixels can't be unpacked"],
    ["with more pixels than its header says", sized(3, 3), "its pixels can't be unpacked"],
    ["with fewer pixels than its header says", sized(90, 90), "its pixels can't be unpacked"],
    ["without colors", grayLike, "its header is invalid"],
    ["without a header", apple.subarray(0, 24), "its header is invalid"],
  ])("is rejected with reason and remedy if it is a file %s", async (_, file, reason) => {
    expect(await refusal(file)).toBe(
      `it is a PNG file optimized for iOS, and ${reason}; save it again as an ordinary PNG file`,
    );
  });

  it("is rejected if it has more than 6 million pixels", async () => {
    expect(await refusal(sized(4e9, 4e9))).toBe("it has more than 6 million pixels; make it smaller");
  });
});

describe("damaged icon file", () => {
  it("decodes or rejects an icon file with any changed bytes by name", async () => {
    const pixels = draw(20);
    const png = await pngOf(pixels);
    const files = [
      icoOf(bitmapOf(pixels, 4), bitmapOf(pixels, 32), { width: 20, height: 20, bytes: png }),
      icoOf(bitmapOf(pixels, 8)),
      icoOf(bitmapOf(pixels, 24)),
      icnsOf({ icp4: png, il32: packedOf(draw(32), [0, 1, 2]), l8mk: Buffer.alloc(9) }),
      icnsOf({ ic05: Buffer.concat([Buffer.from("ARGB"), packedOf(draw(32), [3, 0, 1, 2])]) }),
    ];
    const change = fc.record({ at: fc.nat(400), value: fc.nat(255) });
    const changes = fc.array(change, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), changes, fc.nat(), async (file, changed, cut) => {
        const damaged = Buffer.from(file.subarray(0, cut % 3 === 0 ? 4 + (cut % file.length) : file.length));
        for (const { at, value } of changed) if (at > 3 && at < damaged.length) damaged[at] = value;
        const picture = imageOf(damaged);
        const unpacked = await unpackImage(picture).catch((error: unknown) => error);
        if (unpacked instanceof Error) expect(unpacked).toBeInstanceOf(ImageError);
        else expect(unpacked).toMatchObject({ kind: "raster" });
      }),
      randomRuns(1000),
    );
  });

  it("reports a damaged icon file with its record, and continues the build", async () => {
    const folder = temporaryFolder({
      "dataset.json": { name: "x" },
      "icons/a.json": ["bad", "good"].map((id) => ({
        id,
        name: id,
        developer: "D",
        category: "c",
        image: `${id}.ico`,
      })),
    });
    const file = icoOf(bitmapOf(draw(32), 24));
    writeFileSync(join(folder, "good.ico"), file);
    writeFileSync(join(folder, "bad.ico"), file.subarray(0, 500));
    const { code, stdout } = await runHere(["build", folder, "--out", join(folder, "artifacts"), "--json"]);
    expect(code).toBe(0);
    const reason = expect.stringMatching(/^it is an ICO file .*: image 1 ends before its last pixel; save it with PNG/);
    expect(JSON.parse(stdout)).toMatchObject({ icons: 2, skipped: [{ id: "bad", image: "bad.ico", reason }] });
  });
});

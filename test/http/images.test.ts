import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import type { ApiResponse } from "../support/ask.js";
import { type Service, startService } from "../support/service.js";

const svg = (shapes: string, box = "0 0 10 10"): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${shapes}</svg>`;
const DISC = svg('<circle cx="5" cy="5" r="4" fill="#e53935"/>');
const QUARTER = svg('<path d="M0 0h5v5H0z"/>');
const FLAG = svg('<path fill="red" d="M0 0h5v10H0z"/><path fill="blue" d="M5 0h5v10H5z"/>');
const DETAILED = svg('<path fill="red" d="M0 0h1v1z"/><path fill="blue" d="M1 1h1v1z"/>'.repeat(40));
const GREEN = "#1db954";
const png = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: GREEN } })
    .png()
    .toBuffer();
const record = (id: string, image?: string): object => ({
  id,
  name: id,
  developer: "D",
  category: "c",
  ...(image === undefined ? {} : { image }),
});

const RECORDS = [
  record("drawing", "disc.svg"),
  record("quarter", "quarter.svg"),
  record("flag", "flag.svg"),
  record("detailed", "detailed.svg"),
  record("small", "small.png"),
  record("high", "high.png"),
  record("huge", "huge.png"),
  record("none"),
  record("drawing.svg", "flag.svg"),
  record("only.png", "quarter.svg"),
  record("дом", "disc.svg"),
  record('a"b;c', "disc.svg"),
];

const folder = mkdtempSync(join(tmpdir(), "icons-images-"));
const data = join(folder, "a.json");
let service: Service;
beforeAll(async () => {
  writeFileSync(data, JSON.stringify(RECORDS));
  for (const [name, text] of Object.entries({ disc: DISC, quarter: QUARTER, flag: FLAG, detailed: DETAILED }))
    writeFileSync(join(folder, `${name}.svg`), text);
  writeFileSync(join(folder, "small.png"), await png(40, 20));
  writeFileSync(join(folder, "high.png"), await png(200, 300));
  writeFileSync(join(folder, "huge.png"), await png(900, 600));
  await compile({ data, out: join(folder, "out"), jobs: 1 });
  service = await startService(join(folder, "out"), { renderers: 1 });
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

const image = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<ApiResponse> =>
  service.ask(`/images/${path}`, headers, method);
const cacheOf = ({ headers }: ApiResponse): string | undefined => headers["cache-control"];
const versionOf = ({ headers }: ApiResponse): string => /^W\/"([0-9a-f]{16})"$/.exec(headers.etag!)![1]!;

/** The color at a point of an image, as hex digits with alpha. Coordinates are fractions of the sides. */
async function colorAt(bytes: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4;
  return data.toString("hex", at, at + 4);
}

describe("formats of images", () => {
  it.each([
    ["drawing", "image/webp", "webp", 128],
    ["drawing?format=webp", "image/webp", "webp", 128],
    ["drawing.webp", "image/webp", "webp", 128],
    ["drawing.png", "image/png", "png", 128],
    ["drawing.png?size=16", "image/png", "png", 16],
    ["drawing.png?size=1024", "image/png", "png", 1024],
    ["drawing?format=png&size=00512", "image/png", "png", 512],
    ["drawing.jpg?size=100", "image/jpeg", "jpeg", 100],
    ["drawing.jpeg?size=100", "image/jpeg", "jpeg", 100],
    ["drawing.avif?size=64", "image/avif", "heif", 64],
    ["drawing?size=", "image/webp", "webp", 128],
    ["drawing?unknown=1&size=64", "image/webp", "webp", 64],
    ["huge.png?size=512", "image/png", "png", 512],
    ["small.webp", "image/webp", "webp", 128],
  ])("serves /images/%s as %s", async (path, type, format, side) => {
    const { status, headers, bytes } = await image(path);
    expect([status, headers["content-type"]]).toEqual([200, type]);
    expect(headers).toMatchObject({ "x-image-width": String(side), "x-image-height": String(side) });
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: side, height: side });
  });

  it("serves a Windows icon with one PNG image", async () => {
    const { headers, bytes } = await image("drawing.ico?size=256");
    expect(headers["content-type"]).toBe("image/x-icon");
    expect(bytes.toString("hex", 0, 8)).toBe("0000010001000000");
    expect(bytes.readUInt32LE(14)).toBe(bytes.length - bytes.readUInt32LE(18));
    const inside = bytes.subarray(bytes.readUInt32LE(18));
    expect(await sharp(inside).metadata()).toMatchObject({ format: "png", width: 256, height: 256 });
  });

  it.each<[path: string, sides: readonly number[]]>([
    ["drawing.ico", [16, 32, 48, 64, 128]],
    ["drawing?format=ico&size=", [16, 32, 48, 64, 128]],
    ["drawing.ico?size=16,32,48", [16, 32, 48]],
    ["drawing.ico?size=48,16,32,16", [16, 32, 48]],
    ["drawing.ico?size=256&size=16", [16, 256]],
    ["drawing.ico?size=16,17,18,19,20,21,22,256", [16, 17, 18, 19, 20, 21, 22, 256]],
    ["small.ico", [16, 32, 48, 64, 128]],
    // Without `upscale=1`, larger images would be equal.
    ["small.ico?size=16,40,64,256", [16, 40]],
    ["small.ico?size=16,40,64,256&upscale=1", [16, 40, 64, 256]],
    ["quarter.ico?size=16,32&content=0.5", [16, 32]],
  ])("serves /images/%s as a Windows icon with PNG images of %j pixels", async (path, sides) => {
    const { status, headers, bytes } = await image(path);
    expect([status, headers["content-type"], headers["x-image-width"]]).toEqual([
      ...[200, "image/x-icon"],
      String(sides.at(-1)),
    ]);
    expect(bytes.toString("hex", 0, 4)).toBe("00000100");
    let start = 6 + 16 * sides.length;
    expect(bytes.readUInt16LE(4)).toBe(sides.length);
    for (const [at, side] of sides.entries()) {
      const entry = bytes.subarray(6 + 16 * at);
      expect([...entry.subarray(0, 4)]).toEqual([side % 256, side % 256, 0, 0]);
      expect([entry.readUInt16LE(4), entry.readUInt16LE(6), entry.readUInt32LE(12)]).toEqual([1, 32, start]);
      const inside = bytes.subarray(start, start + entry.readUInt32LE(8));
      expect(await sharp(inside).metadata()).toMatchObject({ format: "png", width: side, height: side });
      const alone = await image(`${path.split("?")[0]!.replace(/(?:\.ico)?$/, ".png")}?size=${side}&upscale=1`);
      if (!path.includes("content") && !path.includes("format"))
        expect((await colorAt(inside, 0.4, 0.5)).slice(0, 6)).toBe((await colorAt(alone.bytes, 0.4, 0.5)).slice(0, 6));
      start += inside.length;
    }
    expect(start).toBe(bytes.length);
  });

  it("serves the record's drawing byte for byte as SVG, and at the requested size", async () => {
    const own = await image("drawing.svg?format=svg");
    expect(own.bytes.toString()).toBe(FLAG);
    expect((await image("quarter.svg")).bytes.toString()).toBe(QUARTER);
    expect((await image("quarter.svg")).headers["x-image-width"]).toBeUndefined();
    const sized = await image("quarter.svg?width=64&height=32");
    expect(sized.headers).toMatchObject({ "x-image-width": "64", "x-image-height": "32" });
    expect(await sharp(sized.bytes, { density: 72 }).metadata()).toMatchObject({ width: 64, height: 32 });
  });

  it("prefers an exact id that ends in an extension, and the parameter format over an extension", async () => {
    const exact = await image("drawing.svg");
    expect([exact.headers["content-type"], await colorAt(exact.bytes, 0.9, 0.5)]).toEqual(["image/webp", "0000ffff"]);
    const named = await image("drawing?format=svg");
    expect([named.headers["content-type"], named.bytes.toString()]).toEqual(["image/svg+xml", DISC]);
    expect((await image("drawing.svg.svg")).bytes.toString()).toBe(FLAG);
    expect((await image("only.png")).headers["content-type"]).toBe("image/webp");
    expect((await image("only.png.png")).headers["content-type"]).toBe("image/png");
    // With `format`, the whole path is the id.
    expect((await image("quarter.png?format=svg")).body.error).toMatchObject({ code: "icon_not_found" });
  });

  it.each(["none", "none.png", "nobody", "nobody.svg", "drawing.gif", "drawing.SVG", ".svg"])(
    "responds with 404 for /images/%s, but checks the parameters first",
    async (path) => {
      const { status, body } = await image(path);
      expect([status, body.error.code]).toEqual([404, "icon_not_found"]);
      expect((await image(`${path}?size=x`)).status).toBe(400);
    },
  );

  it("responds with 404 drawing_not_found for the SVG of a raster image", async () => {
    const { status, body } = await image("small.svg");
    expect([status, body.error.code]).toEqual([404, "drawing_not_found"]);
  });
});

describe("parameters of images", () => {
  it.each<[path: string, x: number, y: number, color: string]>([
    ["quarter.png", 0.25, 0.25, "000000ff"],
    ["quarter.png?color=1db954", 0.25, 0.25, "1db954ff"],
    ["quarter.png?color=rgb(255%20128%200%20%2F%2060%25)", 0.25, 0.25, "ff800099"],
    ["quarter.png?background=%2300ff00", 0.75, 0.75, "00ff00ff"],
    ["quarter.png?background=red&padding=0.25", 0.2, 0.2, "ff0000ff"],
    ["quarter.png?background=red&padding=0.25", 0.3, 0.3, "000000ff"],
    ["quarter.png?background=red&radius=0.5", 0.02, 0.98, "00000000"],
    ["quarter.png?background=red&shape=circle", 0.02, 0.98, "00000000"],
    ["quarter.png?rotate=90", 0.75, 0.25, "000000ff"],
    ["quarter.png?flip=vertical", 0.25, 0.75, "000000ff"],
    ["quarter.png?width=64&height=32", 0.12, 0.25, "00000000"],
    ["quarter.png?width=64&height=32", 0.3, 0.25, "000000ff"],
    ["huge.png?background=blue&padding=0.1", 0.05, 0.5, "0000ffff"],
    ["huge.png?background=blue&radius=0.5", 0.02, 0.02, "00000000"],
  ])("renders /images/%s as requested", async (path, x, y, color) => {
    expect(await colorAt((await image(path)).bytes, x, y)).toBe(color);
  });

  it("applies parameters to SVG like to other formats", async () => {
    const look = "color=teal&background=white&padding=0.2&radius=0.3&rotate=270&flip=both&size=64";
    const drawn = await image(`quarter.png?${look}`);
    const composed = await sharp((await image(`quarter.svg?${look}`)).bytes, { density: 72 })
      .png()
      .toBuffer();
    for (const [x, y] of [
      [0.01, 0.01],
      [0.1, 0.5],
      [0.3, 0.3],
      [0.3, 0.7],
      [0.7, 0.3],
      [0.7, 0.7],
    ] as const) {
      expect(await colorAt(composed, x, y)).toBe(await colorAt(drawn.bytes, x, y));
    }
  });

  it.each([
    ["size", "15"],
    ["size", "0"],
    ["size", "1025"],
    ["size", "-64"],
    ["size", "+64"],
    ["size", "5e2"],
    ["size", "0x200"],
    ["size", "64.0"],
    ["size", "%2064"],
    ["size", "large"],
    ["size", "64,128"],
    ["size", "64%00"],
    ["size", "64&size=128"],
    ["size", "64&width=64"],
    ["width", "15"],
    ["width", "1025"],
    ["height", "15"],
    ["height", "1e3"],
    ["format", "gif"],
    ["format", "jpeg"],
    ["format", "constructor"],
    ["color", "nocolor"],
    ["color", "url(http://a.example)"],
    ["color", "%22/%3E%3Cscript%3E"],
    ["color", "a".repeat(101)],
    ["background", "currentColor"],
    ["background", "red;fill:blue"],
    ["padding", "0.51"],
    ["padding", "-0.1"],
    ["padding", "NaN"],
    ["padding", "10%25"],
    ["radius", "1"],
    ["radius", "x"],
    ["shape", "hexagon"],
    ["rotate", "45"],
    ["rotate", "-90"],
    ["flip", "left"],
    ["upscale", "yes"],
    ["download", "2"],
  ])("responds with 400 naming the parameter %s=%s", async (param, value) => {
    const { status, body } = await image(`drawing?${param}=${value}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_parameter", param });
    expect(body.error.message).toContain(param);
  });

  it.each([
    ["drawing.ico?size=257", "size must be a whole number from 16 to 256"],
    ["drawing.ico?size=16,257", "size must be a whole number from 16 to 256"],
    ["drawing.ico?size=16,32,48,64,96,128,192,200,256", "size has 9 numbers; 8 are allowed"],
    ["drawing.ico?size=16,32&width=16", "size can't be combined with width or height"],
    ["drawing.png?size=16,32", "size takes one number; only ico has several sizes"],
    ["drawing.svg?size=16&size=32", "size takes one number; only ico has several sizes"],
    ["drawing.ico?size=16,", "size must be a whole number from 16 to 1024, in decimal digits"],
    ["drawing.ico?size=16,x", "size must be a whole number from 16 to 1024, in decimal digits"],
    ["drawing.ico?size=16,15", "size must be a whole number from 16 to 1024, in decimal digits"],
    [`drawing.ico?size=${"16,".repeat(2000)}16,17,18,19,20,21,22,23,24`, "size has 9 numbers; 8 are allowed"],
  ])("responds with 400 for /images/%s", async (path, message) => {
    const { status, body } = await image(path);
    expect([status, body.error.param, body.error.message]).toEqual([400, "size", message]);
  });

  it.each(["flag.svg?color=red", "flag.png?color=red", "small.png?color=red", "small?color=red"])(
    "responds with 422 not_recolorable for /images/%s",
    async (path) => {
      const { status, body } = await image(path);
      expect(status).toBe(422);
      expect(body.error).toMatchObject({ code: "not_recolorable", param: "color" });
    },
  );

  it.each([
    ["small.png?size=512", 40, 40],
    ["small.png?size=32", 32, 32],
    ["small.png?size=512&upscale=1", 512, 512],
    ["small.png?size=512&upscale=true", 512, 512],
    ["small.png?size=512&upscale=0", 40, 40],
    ["small.png", 128, 128],
    ["small.png?rotate=90&size=512", 40, 40],
    ["small.png?width=400&height=100", 80, 20],
    ["high.png?size=512", 300, 300],
    ["huge.png?size=1024", 512, 512],
    ["drawing.png?size=1024", 1024, 1024],
  ])("enlarges raster images only with upscale=1 or without a size: /images/%s", async (path, width, height) => {
    const { bytes, headers } = await image(path);
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
    expect(headers).toMatchObject({ "x-image-width": String(width), "x-image-height": String(height) });
  });
});

describe("headers of images", () => {
  it.each(["drawing", "quarter.svg", "drawing.png?size=32", "small.jpg"])(
    "forbids scripts in /images/%s, and allows pages of other origins to show it",
    async (path) => {
      const { headers } = await image(path, { Origin: "https://app.test" });
      expect(headers).toMatchObject({
        "content-security-policy": "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
        "cross-origin-resource-policy": "cross-origin",
        "x-content-type-options": "nosniff",
        "access-control-allow-origin": "*",
      });
      expect(headers["access-control-expose-headers"]!.split(", ")).toEqual(
        expect.arrayContaining(["X-Image-Width", "X-Image-Height", "ETag"]),
      );
      expect(headers["content-disposition"]).toBeUndefined();
    },
  );

  it.each([
    ["drawing.png?download=1", `attachment; filename="drawing.png"; filename*=UTF-8''drawing.png`],
    ["drawing?download=true", `attachment; filename="drawing.webp"; filename*=UTF-8''drawing.webp`],
    ["drawing.svg?download=1", `attachment; filename="drawing.svg.webp"; filename*=UTF-8''drawing.svg.webp`],
    ["%D0%B4%D0%BE%D0%BC.svg?download=1", `attachment; filename="___.svg"; filename*=UTF-8''%D0%B4%D0%BE%D0%BC.svg`],
    ["a%22b;c.png?download=1", `attachment; filename="a_b_c.png"; filename*=UTF-8''a%22b%3Bc.png`],
  ])("sends the name of the file to save: /images/%s", async (path, expected) => {
    expect((await image(path)).headers["content-disposition"]).toBe(expected);
  });

  it("sends the headers of GET and no body for HEAD", async () => {
    for (const path of ["drawing?size=512", "quarter.svg"]) {
      const get = await image(path);
      const head = await image(path, {}, "HEAD");
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      for (const name of ["content-type", "content-length", "etag", "cache-control", "x-image-width"])
        expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  it("compresses large drawings, and sends the headers of the compressed response for HEAD", async () => {
    const plain = await image("detailed.svg");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toBe("Accept-Encoding");
    for (const encoding of ["br", "gzip"]) {
      // The second response comes from another path in the server.
      for (const round of [1, 2]) {
        const packed = await image("detailed.svg", { "Accept-Encoding": encoding });
        expect(packed.headers["content-encoding"], `${encoding} ${round}`).toBe(encoding);
        expect(packed.headers.etag).toBe(plain.headers.etag);
        expect(packed.bytes).toEqual(plain.bytes);
        expect(packed.wireBytes).toBeLessThan(plain.wireBytes / 2);
      }
      const head = await image("detailed.svg", { "Accept-Encoding": encoding }, "HEAD");
      expect([head.headers["content-encoding"], head.bytes.length]).toEqual([encoding, 0]);
    }
    const { headers } = await image("quarter.svg", { "Accept-Encoding": "br" });
    expect(headers["content-encoding"]).toBeUndefined();
    expect((await image("high", { "Accept-Encoding": "br" })).headers["content-encoding"]).toBeUndefined();
  });

  it("sends no image headers with errors", async () => {
    for (const path of ["small.svg", "flag.png?color=red", "drawing?size=0"]) {
      const { headers } = await image(path);
      expect(headers.etag).toBeUndefined();
      expect(headers["cache-control"] ?? "").not.toContain("public");
    }
  });
});

describe("image caching", () => {
  it("lets caches revalidate an image after an hour, and responds with 304 while it is unchanged", async () => {
    const response = await image("drawing?size=512");
    expect(cacheOf(response)).toBe("public, max-age=3600");
    const again = await image("drawing?size=512", { "If-None-Match": response.headers.etag! });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({ etag: response.headers.etag, "cache-control": cacheOf(response) });
    expect((await image("drawing", { "If-None-Match": response.headers.etag! })).status).toBe(200);
  });

  it("caches an image for a year under its version and for an hour under any other", async () => {
    const small = versionOf(await image("drawing"));
    const large = versionOf(await image("drawing?size=512"));
    expect(small).not.toBe(large);
    for (const [query, expected] of [
      [`v=${small}`, "public, max-age=31536000, immutable"],
      [`size=512&v=${large}`, "public, max-age=31536000, immutable"],
      [`size=512&v=${small}`, "public, max-age=3600"],
      ["v=", "public, max-age=3600"],
      ["v=0123456789abcdef", "public, max-age=3600"],
    ]) {
      const response = await image(`drawing?${query}`);
      expect([query, response.status, cacheOf(response)]).toEqual([query, 200, expected]);
    }
  });

  it("derives the version from the image and the meaning of the parameters", async () => {
    const version = async (path: string): Promise<string> => versionOf(await image(path));
    const first = await version("drawing.png?size=64&background=red&padding=0.1");
    expect(await version("%D0%B4%D0%BE%D0%BC?format=png&width=64&background=%23F00&padding=0.1001&v=1")).toBe(first);
    const others = ["drawing.png?size=64", "drawing.webp?size=64", "quarter.png?size=64", "drawing.png?size=65"];
    expect(new Set(await Promise.all([...others, "drawing.svg?format=svg"].map(version))).size).toBe(5);
  });

  it("keeps versions when a new generation changes other icons", async () => {
    const before = versionOf(await image("drawing.png?size=48"));
    const changed = join(folder, "changed.json");
    writeFileSync(changed, JSON.stringify([record("aaa", "flag.svg"), ...RECORDS.slice(0, 2)]));
    await compile({ data: changed, out: join(folder, "rebuilt"), jobs: 1 });
    const rebuilt = await startService(join(folder, "rebuilt"), { renderers: 1 });
    try {
      expect(versionOf(await rebuilt.ask("/images/drawing.png?size=48"))).toBe(before);
    } finally {
      await rebuilt.close();
    }
  });
});

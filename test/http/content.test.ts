import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../support/service.js";
import { serveIcons } from "../support/small-icons.js";

const svg = (shapes: string, box = "0 0 24 24", more = ""): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"${more}>${shapes}</svg>`;
/** Drawings whose visible part is only a part of their view box. */
const DRAWINGS: Readonly<Record<string, string>> = {
  corner: svg('<path fill="#e53935" d="M2 3h6v6H2z"/>'),
  wide: svg('<path fill="#e53935" d="M1 4h90v5H1z"/>', "0 0 100 40"),
  high: svg('<path fill="#e53935" d="M20 4h5v90h-5z"/>', "0 0 40 100"),
  disc: svg('<circle cx="9" cy="16" r="5"/>'),
  full: svg('<path fill="#e53935" d="M0 0h24v24H0z"/>'),
  outside: svg('<circle cx="0" cy="0" r="8" fill="#43a047"/>'),
  offset: svg('<circle cx="-500" cy="300" r="30" fill="#43a047"/>', "-600 200 400 300"),
  line: svg('<path d="M3 5h9" stroke="#e53935" stroke-width="1"/>'),
  pale: svg('<path fill="#e53935" opacity=".3" d="M2 3h6v6H2z"/>'),
  faded: svg('<path fill="#e53935" d="M12 12h6v6h-6z"/>', "0 0 24 24", ' opacity=".5"'),
  shaded: svg(
    '<defs><filter id="s" x="-50%" y="-50%" width="200%" height="200%"><feDropShadow dx="0" dy="0" stdDeviation="1.5" flood-opacity=".2"/></filter></defs><path filter="url(#s)" fill="#e53935" d="M8 8h6v6H8z"/>',
  ),
  masked: svg(
    '<mask id="m"><path d="M2 2h4v4H2z"/></mask><path mask="url(#m)" d="M0 0h24v24H0z"/>',
    "0 0 24 24",
    ' fill="#fff"',
  ),
  tiny: svg('<path fill="#e53935" d="M4 4h1v1H4z"/>', "0 0 1000 1000"),
  drawn: svg('<circle cx="9" cy="16" r="5" fill="currentColor"/>'),
};
const RED = { r: 229, g: 57, b: 53, alpha: 1 };

/** A red rectangle on transparent pixels. */
const raster = (width: number, height: number, at: readonly [number, number], inner: readonly [number, number]) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([
      {
        input: { create: { width: inner[0], height: inner[1], channels: 4, background: RED } },
        left: at[0],
        top: at[1],
      },
    ])
    .png()
    .toBuffer();

let service: Service;
let icons: { readonly id: string; readonly [field: string]: unknown }[];
const files: Record<string, string | Buffer> = {};
beforeAll(async () => {
  for (const [name, text] of Object.entries(DRAWINGS)) files[`${name}.svg`] = text;
  files["small.png"] = await raster(40, 20, [5, 4], [20, 10]);
  files["large.png"] = await raster(900, 1200, [30, 600], [300, 400]);
  files["flat.png"] = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#e53935" } })
    .png()
    .toBuffer();
  icons = Object.keys(files).map((file) => ({ id: file.split(".")[0]!, image: file }));
  icons.push({ id: "tile", image: "drawn.svg", background: "#123456", tint: "#ffffff" });
  service = await serveIcons(files, icons);
});
afterAll(() => service.close());

/** The visible part of an image in pixels: left, top, width and height of what is not transparent or the ground. */
async function visibleIn(bytes: Buffer, format: string): Promise<{ box: number[]; side: number }> {
  const image = sharp(bytes, { density: 72 }).toColorspace("srgb").ensureAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const greatest = data.reduce((most, value, at) => (at % 4 === 3 ? Math.max(most, value) : most), 0);
  // A pixel of a soft edge counts by half of it.
  const isSeen = (at: number): boolean =>
    format === "jpg" || format === "tile"
      ? Math.abs(data[at]! - data[0]!) + Math.abs(data[at + 2]! - data[2]!) > 120
      : data[at + 3]! >= greatest / 2;
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let at = 0; at < data.length; at += 4) {
    if (!isSeen(at)) continue;
    xs.push((at / 4) % info.width);
    ys.push(Math.floor(at / 4 / info.width));
  }
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { box: [left, top, Math.max(...xs) + 1 - left, Math.max(...ys) + 1 - top], side: info.width };
}

/** Icons whose visible part is at least 1/8 of their side. */
const USUAL = [...Object.keys(DRAWINGS), "small", "large"].filter((id) => id !== "tiny");

describe("content", () => {
  it.each(USUAL.flatMap((id) => [0.3, 0.9].map((content): [string, number] => [id, content])))(
    "makes the visible part of %s take %f of the side, in the middle",
    async (id, content) => {
      const isRaster = id === "small" || id === "large";
      for (const format of isRaster ? ["webp"] : ["svg", "png"]) {
        const size = 128;
        const { status, headers, bytes } = await service.ask(`/images/${id}.${format}?size=${size}&content=${content}`);
        expect([id, format, status]).toEqual([id, format, 200]);
        expect([headers["x-image-width"], headers["x-image-height"]]).toEqual(["128", "128"]);
        const { box, side } = await visibleIn(bytes, format);
        const [left, top, width, height] = box as [number, number, number, number];
        expect(side).toBe(size);
        const about = { id, format, content, box };
        // Measured in 512 pixels; blurs and strokes round further.
        const far = 2.5 + (id === "shaded" ? 3 : 0);
        expect({ ...about, far: Math.abs(Math.max(width, height) - content * size) <= far }).toEqual({
          ...about,
          far: true,
        });
        const [x, y] = [left + width / 2, top + height / 2];
        const isCentered = Math.abs(x - size / 2) <= 1.5 && Math.abs(y - size / 2) <= 1.5;
        expect({ ...about, isCentered }).toEqual({ ...about, isCentered: true });
      }
    },
  );

  it("keeps a background under the whole image, and measures what is on it", async () => {
    for (const [look, format] of [
      ["", "png"],
      ["", "svg"],
      ["&background=none", "png"],
      ["&rotate=90&flip=horizontal", "png"],
      ["&shape=circle", "png"],
    ] as const) {
      const { bytes } = await service.ask(`/images/tile.${format}?size=100&content=0.5${look}`);
      const { box } = await visibleIn(bytes, look.startsWith("&background") ? "png" : "tile");
      if (look !== "&shape=circle")
        for (const [at, value] of [25, 25, 50, 50].entries()) expect(Math.abs(box[at]! - value)).toBeLessThanOrEqual(2);
      const { data } = await sharp(bytes, { density: 72 })
        .ensureAlpha()
        .extract({ left: 50, top: 4, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(data.toString("hex")).toBe(look === "&background=none" ? "00000000" : "123456ff");
    }
  });

  it("recolors, as without it", async () => {
    for (const id of ["disc", "masked", "corner"]) {
      const { bytes } = await service.ask(`/images/${id}.png?size=64&content=0.9&color=1db954`);
      const { data } = await sharp(bytes)
        .extract({ left: 31, top: 31, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([id, data.toString("hex")]).toEqual([id, "1db954ff"]);
    }
    expect((await service.ask("/images/small.png?content=0.5&color=red")).status).toBe(422);
  });

  it("keeps the opacity of a drawing", async () => {
    const alphaOf = async (path: string): Promise<number> =>
      (
        await sharp((await service.ask(path)).bytes, { density: 72 })
          .ensureAlpha()
          .extractChannel(3)
          .raw()
          .toBuffer()
      ).reduce((most, value) => Math.max(most, value), 0);
    for (const format of ["svg", "png"]) {
      const plain = await alphaOf(`/images/faded.${format}?size=64`);
      expect(Math.abs(plain - 128)).toBeLessThanOrEqual(2);
      expect(await alphaOf(`/images/faded.${format}?size=64&content=0.5`)).toBe(plain);
    }
  });

  it("enlarges a very small part at most eightfold, and shows what has no visible part as it is", async () => {
    const { bytes } = await service.ask("/images/tiny.png?size=512&content=1");
    const { box } = await visibleIn(bytes, "png");
    expect(Math.max(...box.slice(2))).toBeLessThanOrEqual(8);
    expect((await service.ask("/images/disc.png?content=0.5&color=00000000")).status).toBe(200);
    expect((await service.ask("/images/flat.jpg?content=0.5&size=100")).status).toBe(200);
  });

  it("gives an SVG of its own size a square view box", async () => {
    const { headers, bytes } = await service.ask("/images/wide.svg?content=0.5");
    expect(headers["x-image-width"]).toBeUndefined();
    const [, , width, height] = /viewBox="([^"]+)"/.exec(bytes.toString())![1]!.split(" ");
    expect(width).toBe(height);
  });

  it("is the same image in another process, with its own ETag", async () => {
    const other = await serveIcons(files, icons);
    try {
      for (const path of ["corner.svg?content=0.8", "disc.png?content=0.8", "small.webp?content=0.7&size=64"]) {
        const [one, two] = [await service.ask(`/images/${path}`), await other.ask(`/images/${path}`)];
        expect(two.bytes.equals(one.bytes)).toBe(true);
        expect(two.headers.etag).toBe(one.headers.etag);
        const again = await service.ask(`/images/${path}`, { "If-None-Match": one.headers.etag! });
        expect(again.status).toBe(304);
        expect((await service.ask(`/images/${path.split("?")[0]}`)).headers.etag).not.toBe(one.headers.etag);
      }
    } finally {
      await other.close();
    }
  });

  it.each([
    ["0.09", "must be a number from 0.1 to 1"],
    ["0", "must be a number from 0.1 to 1"],
    ["1.01", "must be a number from 0.1 to 1"],
    ["-1", "must be a number from 0.1 to 1"],
    ["80%", "must be a number from 0.1 to 1"],
    ["1e-1", "must be a number from 0.1 to 1"],
    ["0.5&padding=0.1", "can't be combined with padding"],
  ])("refuses %s", async (content, message) => {
    const { status, body } = await service.ask(`/images/disc.png?content=${content.replace("%", "%25")}`);
    expect([status, body.error.param]).toEqual([400, "content"]);
    expect(body.error.message).toContain(message);
  });
});

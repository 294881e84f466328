import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitizeDrawing } from "#build/image/drawing/sanitize-drawing.js";
import type { StoredImage } from "#src/format/stored-image.js";
import { composeDrawing, NotRecolorableError } from "#src/images/compose-drawing.js";
import { type ImageOptions, toImageRequest } from "#src/images/image-options.js";
import { rasterize } from "#src/images/rasterize.js";
import type { Pixels } from "#src/phash/pixels.js";

/** A red square in the upper left quarter. */
const QUARTER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="red" d="M0 0h12v12H0z"/></svg>';

function drawing(svg: string, more: Partial<StoredImage> = {}): StoredImage {
  const plain = { tint: undefined, background: undefined, padding: 0, recolorable: true };
  return { kind: "svg", width: 24, height: 24, ...plain, file: Buffer.from(svg), ...more };
}

function compose(image: StoredImage, options: ImageOptions): string {
  return composeDrawing(image, toImageRequest({ format: "svg", ...options }));
}

function draw(image: StoredImage, options: ImageOptions, side = 64): Promise<Pixels> {
  return rasterize(image, { ...toImageRequest({ ...options, size: side }), width: side, height: side });
}

/** The color at a point of the image, as hex digits with alpha. Coordinates are fractions of the side. */
function colorAt({ width, height, data }: Pixels, x: number, y: number): string {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
  return Buffer.from(data.subarray(at, at + 4)).toString("hex");
}

describe("composeDrawing", () => {
  it("returns the drawing byte for byte if nothing changes", () => {
    expect(compose(drawing(QUARTER), {})).toBe(QUARTER);
  });

  it("replaces currentColor with the record's tint, if there is one", () => {
    const svg = QUARTER.replace("red", "currentColor");
    expect(compose(drawing(svg), {})).toBe(svg);
    expect(compose(drawing(svg, { tint: "#1db954" }), {})).toBe(QUARTER.replace("red", "#1db954"));
  });

  it("rejects recoloring a drawing in several colors", () => {
    expect(() => compose(drawing(QUARTER, { recolorable: false }), { color: "blue" })).toThrow(NotRecolorableError);
  });

  it.each([
    ['<path d="M0 0h24v24H0z"/>', "a shape without a fill"],
    ['<path fill="#123" d="M0 0h24v24H0z"/>', "a fill"],
    ["<path fill='currentColor' d='M0 0h24v24H0z'/>", "single quotes"],
    [
      '<linearGradient id="a"><stop stop-color="#123"/></linearGradient><path fill="url(#a)" d="M0 0h24v24H0z"/>',
      "a gradient of one color",
    ],
    [
      '<linearGradient id="a"><stop/><stop offset="1"/></linearGradient><path fill="url(#a)" d="M0 0h24v24H0z"/>',
      "a gradient without colors, which is black",
    ],
    ['<g fill="none" stroke="#000" stroke-width="24"><path d="M0 12h24"/></g>', "a stroke"],
    [
      '<mask id="a"><path fill="#fff" d="M0 0h24v24H0z"/></mask><path mask="url(#a)" d="M0 0h24v24H0z"/>',
      "a mask, which keeps its white",
    ],
    [
      '<mask id="a"><path fill="#fff" d="M0 0h24v24H0z"/><path d="M0 0h4v4H0z"/></mask><path mask="url(#a)" d="M0 0h24v24H0z"/>',
      "a mask, which keeps its black",
    ],
  ])("recolors %s (%s)", async (shapes) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${shapes}</svg>`;
    expect(colorAt(await draw(drawing(svg), { color: "#1db954" }), 0.5, 0.5)).toBe("1db954ff");
  });

  it.each<[ImageOptions, [x: number, y: number]]>([
    [{}, [0.25, 0.25]],
    [{ rotate: 90 }, [0.75, 0.25]],
    [{ rotate: 180 }, [0.75, 0.75]],
    [{ rotate: 270 }, [0.25, 0.75]],
    [{ flip: "horizontal" }, [0.75, 0.25]],
    [{ flip: "vertical" }, [0.25, 0.75]],
    [{ flip: "both" }, [0.75, 0.75]],
    [{ flip: "horizontal", rotate: 90 }, [0.75, 0.75]],
  ])("rotates the drawing with %j after mirroring it", async (options, red) => {
    const pixels = await draw(drawing(QUARTER), options);
    for (const x of [0.25, 0.75])
      for (const y of [0.25, 0.75])
        expect(colorAt(pixels, x, y)).toBe(x === red[0] && y === red[1] ? "ff0000ff" : "00000000");
  });

  it("lays a drawing on a background with a margin and round corners", async () => {
    const full = drawing(QUARTER.replace("h12v12H0", "h24v24H0"));
    const pixels = await draw(full, { background: "blue", padding: 0.25, radius: 0.5 });
    expect(colorAt(pixels, 0.5, 0.5)).toBe("ff0000ff");
    expect(colorAt(pixels, 0.5, 0.1)).toBe("0000ffff");
    expect(colorAt(pixels, 0.02, 0.02)).toBe("00000000");
  });

  it.each<ImageOptions>([{}, { padding: 0.25 }, { rotate: 90 }, { radius: 0.1 }, { background: "blue" }])(
    "applies the opacity of the root element once with %j",
    async (options) => {
      const half = QUARTER.replace("h12v12H0", "h24v24H0").replace("viewBox", "opacity='.5' viewBox");
      const expected = options.background === undefined ? "ff000080" : "800080ff";
      expect(colorAt(await draw(drawing(half), options), 0.5, 0.5)).toBe(expected);
    },
  );

  it("applies the record's background and padding unless others are requested", async () => {
    const full = drawing(QUARTER.replace("h12v12H0", "h24v24H0"), { background: "#00ff00", padding: 0.25 });
    expect(colorAt(await draw(full, {}), 0.1, 0.5)).toBe("00ff00ff");
    expect(colorAt(await draw(full, { background: "blue" }), 0.1, 0.5)).toBe("0000ffff");
    expect(colorAt(await draw(full, { padding: 0 }), 0.1, 0.5)).toBe("ff0000ff");
    expect(colorAt(await draw(full, { background: "none" }), 0.1, 0.5)).toBe("ff0000ff");
  });

  it("keeps the aspect ratio of a drawing for any lengths of its root", async () => {
    const wide = QUARTER.replace('viewBox="0 0 24 24"', 'width="2em" height="1em" viewBox="0 0 24 12"');
    const pixels = await draw(drawing(wide, { height: 12 }), {});
    expect(colorAt(pixels, 0.25, 0.5)).toBe("ff0000ff");
    expect(colorAt(pixels, 0.25, 0.2)).toBe("00000000");
    expect(colorAt(pixels, 0.75, 0.5)).toBe("00000000");
  });

  it("composes safe drawings from safe drawings", () => {
    const options = fc.record(
      {
        size: fc.integer({ min: 16, max: 1024 }),
        color: fc.constantFrom("red", "rgb(1 2 3 / 40%)"),
        background: fc.constantFrom("none", "blue", "#00000080"),
        padding: fc.double({ min: 0, max: 0.5, noNaN: true }),
        radius: fc.double({ min: 0, max: 0.5, noNaN: true }),
        rotate: fc.constantFrom(0 as const, 90 as const, 180 as const),
        flip: fc.constantFrom("none" as const, "horizontal" as const, "both" as const),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(options, (asked) => {
        const composed = compose(drawing(QUARTER, { tint: "#123456" }), asked);
        expect(sanitizeDrawing(composed)).toMatchObject({ text: composed, removed: [] });
      }),
    );
  });
});

import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { measureStyle } from "#build/analysis/measure/style.js";
import { toOklab } from "#src/color/culori.js";
import { binColors, countColors } from "#src/palette/colors.js";
import { withoutEdges } from "#src/palette/without-edges.js";
import { type Pixels, withRuns } from "#src/phash/pixels.js";
import { paint } from "../../paint.js";

const styleOf = (pixels: Pixels): string | undefined => {
  const image = withRuns(pixels);
  const plain = withoutEdges(image);
  return measureStyle(image, plain, binColors(countColors(plain), { toOklab }));
};

const draw = async (shapes: string, turn = 0): Promise<Pixels> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128">${shapes}</svg>`;
  const image = sharp(Buffer.from(svg)).rotate(turn).ensureAlpha().raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

const background = (fill: string): string => `<rect width="128" height="128" fill="${fill}"/>`;
const ring = (stroke: string): string =>
  `<circle cx="64" cy="64" r="50" fill="none" stroke="${stroke}" stroke-width="6"/>`;
const letter = (fill: string): string => `<path d="M40 30h48v18H74v52H54V48H40z" fill="${fill}"/>`;
const blend = `<linearGradient id="b" x2="1" y2="1"><stop stop-color="#ff0050"/><stop offset="1" stop-color="#4000ff"/></linearGradient>`;
const spots = (count: number, fills: readonly string[]): string =>
  Array.from({ length: count }, (_, at) => {
    const [x, y] = [14 + (at % 4) * 32, 14 + Math.floor(at / 4) * 32];
    return `<circle cx="${x}" cy="${y}" r="10" fill="${fills[at % fills.length]}"/>`;
  }).join("");

describe("style classification", () => {
  it.each([
    ["a foreground in one color", letter("#000000"), "glyph"],
    ["a foreground on a background", background("#1877f2") + letter("#ffffff"), "glyph"],
    ["a foreground on a disc", `<circle cx="64" cy="64" r="64" fill="#cc2020"/>${letter("#ffffff")}`, "glyph"],
    ["a plain square", background("#1877f2"), "glyph"],
    ["a thin ring", ring("#000000"), "outline"],
    ["a bolder ring", ring("#000000").replace('"6"', '"13"'), "outline"],
    ["a bold ring", ring("#000000").replace('"6"', '"24"'), "glyph"],
    ["a bolder hook", '<path d="M20 20v88h88" fill="none" stroke="#000000" stroke-width="11"/>', "glyph"],
    ["a thin ring on a background", background("#f09020") + ring("#ffffff"), "outline"],
    ["a thin ring on a disc", `<circle cx="64" cy="64" r="64" fill="#308040"/>${ring("#ffffff")}`, "outline"],
    [
      "a line of small letters",
      background("#202020") + letter("#ffffff").replace("path ", 'path transform="matrix(.2 0 0 .2 20 50)" '),
      "glyph",
    ],
    ["spots of several colors", spots(8, ["#ea4335", "#4285f4", "#fbbc05", "#34a853"]), "flat"],
    [
      "a foreground in two colors",
      `${letter("#e04020")}<rect x="40" y="70" width="48" height="40" fill="#2060d0"/>`,
      "flat",
    ],
    ["a blend", `${blend}<rect width="128" height="128" fill="url(#b)"/>`, "gradient"],
    [
      "a foreground on a blend",
      `${blend}<rect width="128" height="128" fill="url(#b)"/>${ring("#ffffff")}`,
      "gradient",
    ],
    [
      "a body in light and shade",
      '<path d="M64 10 118 36 64 62 10 36z" fill="#7ac0ff"/><path d="M10 40 64 66v52L10 92z" fill="#3a90f0"/><path d="M118 40 64 66v52l54-26z" fill="#1060b8"/>',
      "layered",
    ],
    ["many parts", spots(16, ["#ea4335", "#4285f4", "#fbbc05", "#34a853"]), "illustrated"],
  ])("classifies the style of %s in any orientation", async (_, shapes, style) => {
    for (const turn of [0, 90, 180, 270]) expect(styleOf(await draw(shapes, turn)), `${turn} degrees`).toBe(style);
  });

  it("returns no style for an invisible image", () => {
    expect(styleOf(paint())).toBeUndefined();
    expect(styleOf(paint(["#ff00007f", 100]))).toBeUndefined();
  });

  it("returns the same style if a decoder differs by a level or two", async () => {
    for (const [shapes, style] of [
      [background("#40a0c0") + letter("#ffffff"), "glyph"],
      [background("#40a0c0") + ring("#ffffff"), "outline"],
    ] as const) {
      const { data, ...size } = await draw(shapes);
      const off = data.map((value, at) => (at % 4 === 3 ? value : value + ((at * 7) % 3) - 1));
      expect(styleOf({ ...size, data: off.map((value, at) => (data[at]! > 250 ? data[at]! : value)) })).toBe(style);
    }
  });

  it("returns one of six styles, or none, for any pixels", () => {
    const pictures = fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.uint8Array({ minLength: 4, maxLength: 800 }))
      .map(([width, bytes]) => {
        const height = Math.max(1, Math.floor(bytes.length / 4 / width));
        const data = new Uint8Array(width * height * 4);
        data.set(bytes.subarray(0, data.length));
        return { width, height, data };
      });
    fc.assert(
      fc.property(pictures, (pixels) => {
        const styles = ["glyph", "outline", "flat", "gradient", "layered", "illustrated", undefined];
        expect(styles).toContain(styleOf(pixels));
      }),
    );
  });
});

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { RENDERER_NAMES } from "#src/images/renderers.js";
import { describeInBrowser } from "../support/browser.js";
import { icons } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";

const FONT = "src/images/font";
const SIDE = 256;
/**
 * The part of the ink by which an image may differ from Chromium's: antialiasing differs by up to 8 %. Other fonts
 * differ by over 50 %.
 */
const TOLERANCE = 0.1;

/** What is in a drawing of 256 units, by its id. */
const CASES: Readonly<Record<string, string>> = {
  regular: '<text x="10" y="150" font-size="60">Hagfy</text>',
  bold: '<text x="10" y="150" font-size="60" font-weight="bold">Hagfy</text>',
  "weight-500": '<text x="10" y="150" font-size="60" font-weight="500">Hagfy</text>',
  "weight-600": '<text x="10" y="150" font-size="60" font-weight="600">Hagfy</text>',
  thin: '<text x="10" y="150" font-size="60" font-weight="100">Hagfy</text>',
  heavy: '<text x="10" y="150" font-size="60" font-weight="900">Hagfy</text>',
  italic: '<text x="10" y="150" font-size="60" font-style="italic">Hagfy</text>',
  "bold-oblique": '<text x="10" y="150" font-size="60" font-weight="700" font-style="oblique">Hagfy</text>',
  serif: '<text x="10" y="150" font-size="60" font-family="serif">Hagfy</text>',
  monospace: '<text x="10" y="150" font-size="60" font-family="monospace">Hagfy</text>',
  cursive: '<text x="10" y="150" font-size="60" font-family="Comic Sans MS, cursive">Hagfy</text>',
  installed: '<text x="10" y="150" font-size="60" font-family="DejaVu Sans">Hagfy</text>',
  greek: '<text x="10" y="150" font-size="50">Ωμέγα</text>',
  cyrillic: '<text x="10" y="150" font-size="50">Привіт Їжак</text>',
  vietnamese: '<text x="10" y="150" font-size="50">Tiếng Việt</text>',
  marks: '<text x="10" y="150" font-size="60">e\u0301a\u030aо\u0308</text>',
  signs: '<text x="10" y="150" font-size="50">€→≥№™“”</text>',
  kerning: '<text x="10" y="150" font-size="60">AVToV</text>',
  spacing: '<text x="10" y="150" font-size="40" letter-spacing="6">Hagfy</text>',
  middle: '<text x="128" y="150" text-anchor="middle" font-size="60">Hagfy</text>',
  end: '<text x="250" y="150" text-anchor="end" font-size="60">Hagfy</text>',
  parts: '<text x="10" y="100" font-size="60">One<tspan x="10" dy="60" fill="#d00">Two</tspan></text>',
  outline: '<text x="10" y="150" font-size="90" fill="none" stroke="#06c" stroke-width="4">Hag</text>',
  turned: '<text transform="rotate(30)" x="60" y="60" font-size="60">Hagfy</text>',
  styled: '<style>.a{font:italic bold 60px Georgia}</style><text class="a" x="10" y="150">Hagfy</text>',
  "no-size": '<text transform="scale(4)" x="2" y="30">Hagfy</text>',
  ems: '<g style="font-size:2em"><text style="font-size:2em" x="10" y="150">Hagfy</text></g>',
};
/** Chromium would draw it in another font. */
const MISSING = { missing: '<text x="10" y="150" font-size="120">漢</text>' };

const svgOf = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">${body}</svg>`;

/** A configuration of fontconfig with these fonts. */
const configuration = (fonts: string): string =>
  `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${fonts}/cache</cachedir></fontconfig>`;

interface Compiled {
  /** The name of the generation, which contains the checksum of its files. */
  readonly generation: string;
  /** The exported images by id. */
  readonly images: Readonly<Record<string, Buffer>>;
}

/** Builds and exports the cases on a system with these fonts. */
async function compileWith(fonts: Readonly<Record<string, Buffer>>): Promise<Compiled> {
  const cases = Object.entries({ ...CASES, ...MISSING });
  const folder = temporaryFolder({
    "data/dataset.json": { name: "Text" },
    "data/icons/a.json": cases.map(([id]) => {
      return { id, name: id, developer: "d", category: "c", image: `pictures/${id}.svg` };
    }),
    ...Object.fromEntries(cases.map(([id, body]) => [`data/pictures/${id}.svg`, svgOf(body)])),
    ...Object.fromEntries(Object.entries(fonts).map(([name, font]) => [`fonts/${name}`, font])),
    "fonts/list.txt": Object.keys(fonts).join(),
  });
  const out = join(folder, "out");
  const env = { FONTCONFIG_FILE: join(temporaryFolder({ "f.conf": configuration(join(folder, "fonts")) }), "f.conf") };
  const built = await icons(["build", join(folder, "data"), "--out", out, "--jobs", "1", "--json"], env);
  expect([built.code, built.stderr]).toEqual([0, expect.not.stringContaining("ontconfig")]);
  const layout = ["--layout", "{id}.png", "--size", String(SIDE)];
  const exported = await icons(["export", "*", "--artifacts", out, "--out", join(folder, "png"), ...layout], env);
  expect([exported.code, exported.stderr]).toEqual([0, expect.not.stringContaining("ontconfig")]);
  return {
    generation: JSON.parse(built.stdout).generation,
    images: Object.fromEntries(cases.map(([id]) => [id, readFileSync(join(folder, `png/${id}.png`))])),
  };
}

let bare: Promise<Compiled> | undefined;
/** The cases, from a system without fonts. */
function withoutFonts(): Promise<Compiled> {
  bare ??= compileWith({});
  return bare;
}

describe("text in drawings", () => {
  it("makes the same generation and images with and without fonts of the system", async () => {
    const other = await compileWith({ "other.ttf": readFileSync(join(FONT, "inter-bold.ttf")) });
    const { generation, images } = await withoutFonts();
    expect(other.generation).toBe(generation);
    for (const [id, image] of Object.entries(images)) expect(other.images[id]!.equals(image), id).toBe(true);
  });

  it("shows a box for a character that the font lacks", async () => {
    const { images } = await withoutFonts();
    const { info } = await sharp(images.missing).trim().toBuffer({ resolveWithObject: true });
    expect(info.width).toBeGreaterThan(50);
    expect(info.height).toBeGreaterThan(70);
  });

  it("names the font's version and its files among the renderers", () => {
    const files = readdirSync(FONT)
      .sort()
      .map((name) => readFileSync(join(FONT, name)));
    const digest = createHash("sha256").update(Buffer.concat(files)).digest("hex").slice(0, 8);
    // Texts in fonts are UTF-16.
    const text = readFileSync(join(FONT, "inter-regular.ttf"), "latin1").replaceAll("\0", "");
    const [, version] = /Version ([\d.]+);/.exec(text)!;
    expect(RENDERER_NAMES).toContain(`Inter ${version}-${digest}`);
  });
});

describeInBrowser("text in drawings", ({ open }) => {
  it("looks as in Chromium with the same font", async () => {
    const { images } = await withoutFonts();
    const page = await open("about:blank", { width: SIDE, height: SIDE, deviceScaleFactor: 4 });
    await useFont(page);
    const faults: string[] = [];
    for (const [id, body] of Object.entries(CASES)) {
      await page.locator("#drawing").evaluate((element, svg) => {
        element.innerHTML = svg;
      }, svgOf(body));
      const shot = await page.screenshot({ clip: { x: 0, y: 0, width: SIDE, height: SIDE } });
      const [expected, drawn] = await Promise.all([inkOf(shot), inkOf(images[id]!)]);
      const difference = sumOf(expected.map((ink, at) => Math.abs(ink - drawn[at]!))) / sumOf(expected);
      if (!(difference < TOLERANCE)) faults.push(`${id}: ${difference}`);
    }
    expect(faults).toEqual([]);
  });
});

/** Shows an empty page that draws all text in our font, whatever a drawing names. */
async function useFont(page: Page): Promise<void> {
  const face = (style: string, weight: number): string => {
    const font = readFileSync(resolve(FONT, `inter-${style}.ttf`), "base64");
    return `@font-face{font-family:Own;font-weight:${weight};src:url(data:font/ttf;base64,${font})}`;
  };
  const style = `${face("regular", 400)}${face("bold", 700)}*{margin:0;font-family:Own!important;text-rendering:geometricPrecision}`;
  await page.setContent(`<style>${style}</style><div id="drawing"></div><p>a<b>b</b></p>`);
  await page.evaluate("document.fonts.ready");
}

/** How far each channel of each pixel is from white, 0 to 255. */
async function inkOf(image: Buffer): Promise<number[]> {
  const shrunk = sharp(image).resize(SIDE, SIDE, { kernel: "mitchell" }).flatten({ background: "white" });
  return Array.from(await shrunk.toColorspace("srgb").removeAlpha().raw().toBuffer(), (level) => 255 - level);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

import { fileURLToPath } from "node:url";
import sharp, { type Sharp } from "sharp";
import { openRaster } from "./open-raster.js";

/** The density at which a unit of length is a pixel, in dots per inch. */
export const DRAWING_DENSITY = 72;
/** Text without a size has 16 pixels, as in browsers; librsvg's own default is 12. */
const STYLE = { stylesheet: ":root{font-size:16px}" } as const;
/** Makes librsvg find the fonts in `font` and no others. */
const FONT_ENVIRONMENT = {
  FONTCONFIG_FILE: fileURLToPath(new URL("../../../src/images/font/fonts.conf", import.meta.url)),
  FONTCONFIG_SYSROOT: undefined,
  PANGOCAIRO_BACKEND: "fontconfig",
} as const;
const UNREADABLE = ["data:image/webp", "data:image/gif"];
const UNREADABLE_IMAGE = /data:image\/(?:webp|gif);base64,([\sA-Za-z0-9+/=]*)/g;
const LETTER = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">a</text></svg>';

let font: Promise<void> | undefined;

/**
 * A drawing, to be rendered by librsvg with decoding limits. Its text is rendered in our own font on every machine,
 * unless this process has rendered text otherwise before, or this is a worker thread, whose environment is a copy.
 *
 * @param svg a sanitized drawing
 */
export async function openDrawing(svg: Uint8Array, density: number): Promise<Sharp> {
  const bytes = Buffer.from(svg.buffer, svg.byteOffset, svg.length);
  if (hasText(bytes)) {
    font ??= loadFont();
    await font;
  }
  return openRaster(await withReadableImages(bytes), { density, svg: STYLE });
}

/** The drawing with its WebP and GIF images as PNG, since librsvg shows no others than PNG and JPEG. */
async function withReadableImages(svg: Buffer): Promise<Buffer> {
  if (!UNREADABLE.some((start) => svg.includes(start))) return svg;
  const parts: string[] = [];
  const text = svg.toString();
  let end = 0;
  for (const { 0: url, 1: data, index } of text.matchAll(UNREADABLE_IMAGE)) {
    const png = await openRaster(Buffer.from(data!, "base64")).png().toBuffer();
    parts.push(text.slice(end, index), `data:image/png;base64,${png.toString("base64")}`);
    end = index + url.length;
  }
  return Buffer.from(parts.join("") + text.slice(end));
}

/** @param svg a sanitized drawing */
export function hasText(svg: Buffer): boolean {
  return svg.includes("<text");
}

/**
 * Loads the font, which takes 20 ms once in a process. Fonts are found through the environment, which only matters for
 * the first text. It is restored, since it is that of the whole program and of those that it starts.
 */
async function loadFont(): Promise<void> {
  const before = Object.keys(FONT_ENVIRONMENT).map((name) => [name, process.env[name]] as const);
  setEnvironment(Object.entries(FONT_ENVIRONMENT));
  try {
    await sharp(Buffer.from(LETTER)).raw().toBuffer();
  } catch (error) {
    font = undefined;
    throw error;
  } finally {
    setEnvironment(before);
  }
}

function setEnvironment(values: readonly (readonly [name: string, value: string | undefined])[]): void {
  for (const [name, value] of values) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

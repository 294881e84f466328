import { type RenderedImage, Resvg, renderAsync } from "@resvg/resvg-js";
import sharp, { type Sharp } from "sharp";
import type { StoredImage } from "../format/stored-image.js";
import { type Pixels, type RunPixels, withRuns } from "../phash/pixels.js";
import { type Composition, composeDrawing, OVERFLOW, presentationOf, ROOT } from "./compose-drawing.js";
import { DRAWING_DENSITY, openDrawing } from "./open-drawing.js";
import { MAX_PIXELS, openRaster, toPixels } from "./open-raster.js";

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/**
 * Drawings that librsvg must render. Their memory and time depend on more than the image size and the number of shapes
 * (resvg has no limits, librsvg has), they need fonts, or they have strokes of constant width, which resvg does not
 * support.
 */
const UNBOUNDED = /<(?:filter|pattern|marker|image|text|use|style|switch|symbol)[\s/>]/;
const STYLED = /<[^<>]*\s(?:style|vector-effect)\s*=/;

/** A drawing is rendered within a few milliseconds if it has at most this many characters, */
const MAX_QUICK = 2 ** 14;
/** at most this side in pixels, */
const MAX_QUICK_SIDE = 256;
/** and none of these, which multiply each other or a line. */
const MULTIPLYING = /<(?:mask|clipPath)[\s>]|\sstroke-dasharray\s*=/;

/** How far a filter may reach, as a part of the image's side. */
const FILTER_MARGIN = 0.5;

/** A composition with a given size. */
export type SizedComposition = Composition & { readonly width: number; readonly height: number };

/**
 * The renderer of a drawing. By default, resvg, which is fast, renders drawings whose cost it can bound, and librsvg
 * all others. Resvg crashes on some drawings, for example if a translucent group lies far outside the view box, so
 * these are rendered by librsvg.
 */
export type Renderer = "resvg" | "librsvg";

/**
 * Properties, and a nested `<svg>`, which clips, that make resvg render a part of a drawing separately. It crashes only
 * on such parts.
 */
const LAYERED = /[\s;"'](?:opacity|mask|clip-path|filter|mix-blend-mode|isolation)\s*[:=]|<svg[\s>].*<svg[\s>]/s;

/** The renderer for a process that must survive any drawing. @param svg a sanitized drawing */
export function uncrashableRenderer(svg: string): Renderer {
  return LAYERED.test(svg) ? "librsvg" : "resvg";
}

/**
 * Renders an image as requested.
 *
 * @throws NotRecolorableError; Error of the decoder if the image can't be rendered within its limits
 */
export async function rasterize(
  image: StoredImage,
  request: SizedComposition,
  renderer: Renderer = "resvg",
): Promise<Pixels> {
  if (image.kind === "svg")
    return rasterizeDrawing(composeDrawing(image, request), request.width, request.height, renderer);
  return toPixels(await composeRaster(image, request));
}

/** @param svg a sanitized drawing with this width and height */
export async function rasterizeDrawing(
  svg: string,
  width: number,
  height: number,
  renderer: Renderer = "resvg",
): Promise<Pixels> {
  const data = renderer === "librsvg" ? undefined : await drawPremultiplied(svg, width, height);
  return data === undefined ? drawOtherwise(svg, width, height) : { width, height, data: unpremultiply(data) };
}

/** Pixels as a renderer returns them. */
export interface RawPixels extends Pixels {
  /** Whether colors are multiplied by alpha. */
  readonly isPremultiplied: boolean;
}

/** The same pixels before colors are divided by alpha. @param svg a sanitized drawing with that width and height */
export async function rasterizeRaw(
  svg: string,
  width: number,
  height: number,
  renderer: Renderer = "resvg",
): Promise<RawPixels> {
  const data = renderer === "librsvg" ? undefined : await drawPremultiplied(svg, width, height);
  if (data === undefined) return { ...(await drawOtherwise(svg, width, height)), isPremultiplied: false };
  return { width, height, data, isPremultiplied: true };
}

/**
 * Plain pixels with their runs. Converts colors in place, once for each run instead of each pixel.
 *
 * @param ground the color under the image, if any, as `#rrggbb`
 */
export function toPlainRuns({ width, height, data, isPremultiplied }: RawPixels, ground?: string): RunPixels {
  const image = withRuns({ width, height, data });
  if (ground !== undefined) return withRuns(paintUnder(ground, image, isPremultiplied));
  if (isPremultiplied) unpremultiplyRuns(image);
  return image;
}

/** Undefined if the drawing needs the other renderer. */
async function drawPremultiplied(svg: string, width: number, height: number): Promise<Uint8Array | undefined> {
  return isSmall(width, height)
    ? halve((await drawPlain(svg, width, height, 2))?.pixels, width, height)
    : (await drawPlain(svg, width, height))?.pixels;
}

async function drawOtherwise(svg: string, width: number, height: number): Promise<Pixels> {
  if (svg.includes("<filter")) return drawFiltered(svg, width, height);
  const file = Buffer.from(svg);
  const drawn = await toPixels(await openDrawing(file, DRAWING_DENSITY));
  if (drawn.width === width && drawn.height === height) return drawn;
  return toPixels((await openDrawing(file, DRAWING_DENSITY)).resize(width, height, { fit: "fill" }));
}

/**
 * Renders on a larger canvas, since librsvg cuts off what lies outside of it, which filters spread into the image.
 *
 * @param svg a composed drawing
 */
async function drawFiltered(svg: string, width: number, height: number): Promise<Pixels> {
  const room = Math.floor((Math.sqrt(MAX_PIXELS) - Math.max(width, height)) / 2);
  const margin = Math.max(0, Math.min(room, Math.floor(Math.min(width, height) * FILTER_MARGIN)));
  const size = `width="${width + 2 * margin}" height="${height + 2 * margin}"`;
  const root = ROOT.exec(svg)![0];
  const visible = root.replace(OVERFLOW, "").replace("<svg", `<svg x="${margin}" y="${margin}" overflow="visible"`);
  const canvas = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${visible}${svg.slice(root.length)}</svg>`;
  const drawn = await openDrawing(Buffer.from(canvas), DRAWING_DENSITY);
  return toPixels(drawn.extract({ left: margin, top: margin, width, height }));
}

/**
 * Renders a drawing as a PNG file, in a tenth of the time of other encoders. Undefined if it needs another renderer or
 * encoder.
 */
export async function drawPng(svg: string, width: number, height: number): Promise<Buffer | undefined> {
  return isSmall(width, height) ? undefined : (await drawPlain(svg, width, height))?.asPng();
}

/**
 * Resvg distinguishes 4 × 4 points per pixel. This is too coarse for lines about a pixel wide, so small images are
 * rendered at twice their size.
 */
function isSmall(width: number, height: number): boolean {
  return Math.max(width, height) < 64;
}

/** Averages four premultiplied pixels each. @param width of the result */
function halve(pixels: Uint8Array | undefined, width: number, height: number): Uint8Array | undefined {
  if (pixels === undefined) return undefined;
  const halved = new Uint8Array(width * height * 4);
  const row = width * 8;
  for (let y = 0, to = 0; y < height; y++) {
    for (let from = y * 2 * row, end = from + row; from < end; from += 8) {
      for (let channel = from; channel < from + 4; channel++, to++) {
        const sum = pixels[channel]! + pixels[channel + 4]! + pixels[channel + row]! + pixels[channel + row + 4]!;
        halved[to] = (sum + 2) >> 2;
      }
    }
  }
  return halved;
}

/**
 * Renders with resvg; undefined if it can't. Drawings that may take long are rendered in a separate thread, so that
 * this one can end the process if the limits are exceeded.
 */
async function drawPlain(svg: string, width: number, height: number, zoom = 1): Promise<RenderedImage | undefined> {
  if (isUnbounded(svg)) return undefined;
  try {
    const isQuick = svg.length <= MAX_QUICK && !MULTIPLYING.test(svg) && Math.max(width, height) <= MAX_QUICK_SIDE;
    const options = { ...RESVG_OPTIONS, fitTo: { mode: "zoom", value: zoom } } as const;
    const drawn = isQuick ? new Resvg(svg, options).render() : await renderAsync(svg, options);
    return drawn.width === width * zoom && drawn.height === height * zoom ? drawn : undefined;
  } catch {
    // The other renderer may accept what resvg's parser rejects.
    return undefined;
  }
}

/** Looks for plain text first, since the expression reads every tag, which takes ten times as long. */
function isUnbounded(svg: string): boolean {
  if (UNBOUNDED.test(svg)) return true;
  return (svg.includes("style") || svg.includes("vector-effect")) && STYLED.test(svg);
}

const RESVG_OPTIONS = { font: { loadSystemFonts: false }, logLevel: "off" } as const;

/**
 * Color level by alpha and premultiplied level. A table, since dividing for each pixel takes longer than rendering the
 * icon.
 */
const LEVELS = Uint8Array.from({ length: 2 ** 16 }, (_, at) => {
  const alpha = at >> 8;
  return alpha === 0 ? 0 : Math.min(255, ((at & 0xff) * 255 + (alpha >> 1)) / alpha);
});

/** Paints a color under an image, in place. */
function paintUnder(ground: string, image: RunPixels, isPremultiplied: boolean): Pixels {
  const { data, runs } = image;
  const under = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16));
  for (let run = 0; run < runs.starts.length; run++) {
    const from = runs.starts[run]! * 4;
    const alpha = data[from + 3]!;
    if (alpha === 255) continue;
    const weight = isPremultiplied ? 255 : alpha;
    const over = (channel: number): number => {
      const own = data[from + channel]! * weight;
      // The same color but for rounding stays.
      if (Math.abs(own - under[channel]! * alpha) <= 255) return under[channel]!;
      return Math.floor((own + under[channel]! * (255 - alpha) + 127) / 255);
    };
    const color = [over(0), over(1), over(2), 255];
    const end = run + 1 < runs.starts.length ? runs.starts[run + 1]! * 4 : data.length;
    for (let at = from; at < end; at += 4) data.set(color, at);
  }
  return image;
}

function unpremultiply(pixels: Uint8Array): Uint8Array {
  for (let at = 0; at < pixels.length; at += 4) unpremultiplyPixel(pixels, at);
  return pixels;
}

function unpremultiplyRuns({ data, runs: { starts } }: RunPixels): void {
  for (let run = 0; run < starts.length; run++) {
    const alpha = data[starts[run]! * 4 + 3]!;
    if (alpha === 255 || alpha === 0) continue;
    const end = run + 1 < starts.length ? starts[run + 1]! * 4 : data.length;
    for (let at = starts[run]! * 4; at < end; at += 4) unpremultiplyPixel(data, at);
  }
}

/** @param at index of the pixel's first byte */
function unpremultiplyPixel(pixels: Pixels["data"], at: number): void {
  const alpha = pixels[at + 3]!;
  if (alpha === 255 || alpha === 0) return;
  const from = alpha << 8;
  pixels[at] = LEVELS[from | pixels[at]!]!;
  pixels[at + 1] = LEVELS[from | pixels[at + 1]!]!;
  pixels[at + 2] = LEVELS[from | pixels[at + 2]!]!;
}

async function composeRaster(image: StoredImage, request: SizedComposition): Promise<Sharp> {
  const { width, height, radius, rotate, flip } = request;
  const { background, padding } = presentationOf(image, request);
  const side = Math.min(width, height);
  const margin = Math.round(padding * side);
  const turned = rotate === 90 || rotate === 270;
  const [ownWidth, ownHeight] = turned ? [image.height, image.width] : [image.width, image.height];
  const scale = Math.min((width - 2 * margin) / ownWidth, (height - 2 * margin) / ownHeight);
  let inner = openRaster(image.file);
  if (rotate !== 0) inner = inner.rotate(rotate);
  if (flip === "horizontal" || flip === "both") inner = inner.flop();
  if (flip === "vertical" || flip === "both") inner = inner.flip();
  const [innerWidth, innerHeight] = [
    Math.max(1, Math.round(ownWidth * scale)),
    Math.max(1, Math.round(ownHeight * scale)),
  ];
  const [left, top] = [(width - innerWidth) >> 1, (height - innerHeight) >> 1];
  const placed = inner.resize(innerWidth, innerHeight, { fit: "fill" }).extend({
    left,
    top,
    right: width - innerWidth - left,
    bottom: height - innerHeight - top,
    background: CLEAR,
  });
  if (background === undefined && radius === 0) return placed;
  const flat = fromPixels(await toPixels(placed));
  const grounded = background === undefined ? flat : layOn(background, await toPixels(flat));
  if (radius === 0) return grounded;
  const corner = radius * side;
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${corner}"/></svg>`;
  return fromPixels(await toPixels(grounded)).composite([{ input: Buffer.from(mask), blend: "dest-in" }]);
}

function layOn(background: string, { width, height, data }: Pixels): Sharp {
  const input = Buffer.from(data.buffer, data.byteOffset, data.length);
  const raw = { width, height, channels: 4 } as const;
  return sharp({ create: { width, height, channels: 4, background } }).composite([{ input, raw }]);
}

function fromPixels({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } });
}

import type { Presentation, StoredImage } from "../format/stored-image.js";
import type { ImageRequest } from "./image-options.js";

/** The options that composing a drawing uses. */
export type Composition = Pick<
  ImageRequest,
  "width" | "height" | "color" | "background" | "padding" | "radius" | "rotate" | "flip"
>;

/** A color was requested for a drawing with several colors. */
export class NotRecolorableError extends Error {
  override readonly name = "NotRecolorableError";
}

/** Margins are rounded down to a multiple of this part of the side, */
const PLACES = 256;
/** and then reduced by this part. */
const SHIFT = 1 / 1024;

/** Whether parts of a drawing that lie outside of its view box are hidden or visible. */
export type Overflow = "hidden" | "visible";

const ATTRIBUTE = /([\w:.-]+)(\s*=\s*)("[^"]*"|'[^']*')/g;
const TAG = /<[a-z][^<>]*>/gi;
/** The start tag of a sanitized drawing. */
export const ROOT = /^<svg[^<>]*>/;
/** Position and size attributes in a start tag. */
const LENGTHS = /\s(?:width|height|x|y)\s*=\s*(?:"[^"]*"|'[^']*')/g;
/** A view box in decimal numbers: left, top, width and height. */
const VIEW_BOX =
  /\sviewBox\s*=\s*["']\s*([-+]?[\d.]+)[\s,]+([-+]?[\d.]+)[\s,]+([\d.]*[1-9][\d.]*)[\s,]+([\d.]*[1-9][\d.]*)\s*["']/;
export const OVERFLOW = /\soverflow\s*=\s*(?:"[^"]*"|'[^']*')/;
const HAS_SIZE = /\s(?:width|height)\s*=/;
const OPACITY = /\sopacity\s*=\s*(?:"[^"]*"|'[^']*')/;
const UNEVEN = /\s(?:preserveAspectRatio|style|class|transform)\s*=/;
const STENCIL = /<(mask|clipPath)[\s>][\s\S]*?<\/\1>/g;
const BARE_STOP = /<stop(?![^<>]*\sstop-color\s*=)(?=[\s/>])\s*/g;
const GROUP = /^<(?:svg|g|use)[\s/>]/;
const PAINTS = /^(?:fill|stroke|color|stop-color)$/;
/** References to gradients stay, whose stops are replaced. */
const NO_PAINT = /^\s*(?:none|transparent|inherit|url\(.*)\s*$/i;
const CURRENT_COLOR = /currentColor/gi;

/**
 * The text of a drawing as requested: the drawing itself if nothing changes, else nested in a drawing of the requested
 * size.
 *
 * @param overflow whether a nested drawing is clipped to its place. Resvg takes three times as long to clip it
 * @throws NotRecolorableError if a color is requested and the drawing has several colors
 */
export function composeDrawing(image: StoredImage, request: Composition, overflow: Overflow = "hidden"): string {
  const drawing = paint(image, request.color);
  const { background, padding } = presentationOf(image, request);
  const { width, height, radius, rotate, flip } = request;
  const plain = background === undefined && padding === 0 && radius === 0 && rotate === 0 && flip === "none";
  if (plain && width === undefined) return drawing;
  const canvasWidth = width ?? Math.max(image.width, image.height);
  const canvasHeight = height ?? canvasWidth;
  const side = Math.min(canvasWidth, canvasHeight);
  const root = ROOT.exec(drawing)![0];
  const box = viewBoxOf(root, image);
  const place = placeOf(box ?? image, padding, canvasWidth, canvasHeight);
  const frame = box === undefined ? image : undefined;
  if (plain && box !== undefined && place.width === canvasWidth && place.height === canvasHeight)
    return put(drawing, root, frame, place, overflow);
  const corner = round(radius * side);
  const canvas = `viewBox="0 0 ${canvasWidth} ${canvasHeight}" width="${canvasWidth}" height="${canvasHeight}"`;
  // Images on one page share an id only if they share the shape.
  const clipId = `icon-corners-${canvasWidth}-${canvasHeight}-${corner}`;
  const clip =
    corner === 0 ? "" : `<clipPath id="${clipId}">${rectangle(canvasWidth, canvasHeight, corner, "")}</clipPath>`;
  const under = background === undefined ? "" : rectangle(canvasWidth, canvasHeight, 0, ` fill="${background}"`);
  const turned = turn(nest(drawing, root, frame, place, overflow), canvasWidth, canvasHeight, rotate, flip);
  const content = clip === "" ? under + turned : `${clip}<g clip-path="url(#${clipId})">${under}${turned}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${canvas}>${content}</svg>`;
}

/**
 * The requested background and padding, or those of the record. Removing the background also removes the record's
 * padding.
 */
export function presentationOf(
  image: Presentation,
  { background, padding }: Pick<ImageRequest, "background" | "padding">,
): { readonly background: string | undefined; readonly padding: number } {
  const under = background === "none" ? undefined : (background ?? image.background);
  return { background: under, padding: padding ?? (under === undefined ? 0 : image.padding) };
}

function paint(image: StoredImage, color: string | undefined): string {
  const text = Buffer.from(image.file.buffer, image.file.byteOffset, image.file.length).toString("utf8");
  if (color === undefined) return image.tint === undefined ? text : text.replaceAll(CURRENT_COLOR, image.tint);
  if (!image.recolorable) throw new NotRecolorableError("the drawing has several colors");
  return recolor(text, color);
}

/**
 * The color of a drawing in a single color, as it is written; black, as by default, if it names none.
 *
 * @param text of a recolorable drawing
 */
export function ownColor(text: string): string {
  const tags = Array.from(text.replaceAll(STENCIL, "").matchAll(TAG), ([tag]) => tag);
  const isGroup = (tag: string): boolean => GROUP.test(tag);
  // Groups may be empty, and shapes have other colors than their group.
  for (const tag of [...tags.filter((tag) => !isGroup(tag)), ...tags.filter(isGroup)])
    for (const [, name, , quoted] of tag.matchAll(ATTRIBUTE))
      if (PAINTS.test(name!) && !NO_PAINT.test(quoted!.slice(1, -1))) return quoted!.slice(1, -1).trim();
  return "#000000";
}

/**
 * A drawing in a single color, in another one. Masks and clip paths keep their colors, since these define what is
 * visible.
 */
export function recolor(text: string, color: string): string {
  // Shapes are black by default.
  const [, before = "#000"] = /^<svg[^<>]*\sfill\s*=\s*["']([^"']*)["']/.exec(text) ?? [];
  let recolored = "";
  let end = 0;
  for (const { index, 0: stencil } of text.matchAll(STENCIL)) {
    recolored += recolorTags(text.slice(end, index), color);
    recolored += stencil.replace(/^<mask(?![^>]*\sfill\s*=)/, `<mask fill="${before}"`);
    end = index + stencil.length;
  }
  recolored += recolorTags(text.slice(end), color);
  return /^<svg[^<>]*\sfill\s*=/.test(recolored) ? recolored : recolored.replace("<svg", `<svg fill="${color}"`);
}

function recolorTags(text: string, color: string): string {
  // Stops are black by default as well, but don't inherit.
  return text.replaceAll(BARE_STOP, `<stop stop-color="${color}" `).replaceAll(TAG, (tag) =>
    tag.replaceAll(ATTRIBUTE, (attribute, name: string, equals: string, quoted: string) => {
      const isPaint = PAINTS.test(name) && !NO_PAINT.test(quoted.slice(1, -1));
      return isPaint ? `${name}${equals}"${color}"` : attribute;
    }),
  );
}

type Size = Pick<StoredImage, "width" | "height">;

/** A rectangle. */
export interface Place extends Size {
  readonly left: number;
  readonly top: number;
}

/**
 * Places a drawing in the middle of the canvas, as large as the padding and its aspect ratio allow, but where there is
 * room, up to 1/200 of the canvas farther left and up. If a symmetric drawing were exactly in the middle, rounding errors
 * would decide its hash.
 */
export function placeOf({ width, height }: Size, padding: number, canvasWidth: number, canvasHeight: number): Place {
  const side = Math.min(canvasWidth, canvasHeight);
  const margin = padding * side;
  const scale = Math.min((canvasWidth - 2 * margin) / width, (canvasHeight - 2 * margin) / height);
  const shift = (padding - Math.floor(padding * PLACES) / PLACES + SHIFT) * side;
  const start = (length: number, room: number): number => round(Math.max(0, (room - length) / 2 - shift));
  return {
    left: start(width * scale, canvasWidth),
    top: start(height * scale, canvasHeight),
    width: round(width * scale),
    height: round(height * scale),
  };
}

/**
 * The drawing at its place in another one. Resvg applies the opacity of a nested root element twice, that of a group
 * once.
 */
export function nest(drawing: string, root: string, frame: Size | undefined, place: Place, overflow: Overflow): string {
  const opacity = OPACITY.exec(root)?.[0];
  if (opacity === undefined) return put(drawing, root, frame, place, overflow);
  const opaque = root.replace(opacity, "");
  return `<g${opacity}>${put(opaque + drawing.slice(root.length), opaque, frame, place, overflow)}</g>`;
}

/** The drawing at its place. It is nested in a frame if its root element can't be placed itself. */
function put(
  drawing: string,
  root: string,
  frame: Size | undefined,
  { left, top, width, height }: Place,
  overflow: Overflow,
): string {
  const position = left === 0 && top === 0 ? "" : ` x="${left}" y="${top}"`;
  const seen = overflow === "visible" ? ' overflow="visible"' : "";
  const placed = `<svg${position} width="${width}" height="${height}"${seen}`;
  const sizeless = root.replaceAll(LENGTHS, "");
  const filling = seen === "" ? sizeless : sizeless.replace(OVERFLOW, "");
  const content = drawing.slice(root.length);
  if (frame === undefined) return placed + filling.slice("<svg".length) + content;
  return `${placed} viewBox="0 0 ${frame.width} ${frame.height}">${filling}${content}</svg>`;
}

/**
 * The view box with which a drawing looks the same at another width and height. Undefined if it needs a frame, which
 * takes as long to render as an icon.
 */
function viewBoxOf(root: string, { width, height }: Size): Place | undefined {
  const numbers = VIEW_BOX.exec(root)?.slice(1).map(Number);
  if (numbers === undefined || UNEVEN.test(root)) return undefined;
  const box = { left: numbers[0]!, top: numbers[1]!, width: numbers[2]!, height: numbers[3]! };
  return !HAS_SIZE.test(root) || box.width * height === box.height * width ? box : undefined;
}

function turn(content: string, width: number, height: number, rotate: number, flip: ImageRequest["flip"]): string {
  if (rotate === 0 && flip === "none") return content;
  const [x, y] = [flip === "horizontal" || flip === "both" ? -1 : 1, flip === "vertical" || flip === "both" ? -1 : 1];
  const center = `${round(width / 2)} ${round(height / 2)}`;
  const flipped =
    flip === "none" ? "" : ` translate(${center}) scale(${x} ${y}) translate(-${center.replace(" ", " -")})`;
  return `<g transform="rotate(${rotate} ${center})${flipped}">${content}</g>`;
}

function rectangle(width: number, height: number, corner: number, attributes: string): string {
  return `<rect width="${width}" height="${height}"${corner === 0 ? "" : ` rx="${corner}"`}${attributes}/>`;
}

function round(length: number): number {
  return Math.round(length * 1000) / 1000;
}

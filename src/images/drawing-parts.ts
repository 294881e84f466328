import type { Dimensions, IconData } from "../format/icon-sets.js";
import type { StoredImage } from "../format/stored-image.js";

/** A drawing as its view box and its content. */
export interface DrawingParts {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** SVG elements. */
  readonly body: string;
}

type Size = Pick<StoredImage, "width" | "height">;

// Drawings are sanitized, so attribute values contain neither "<" nor ">".
const ROOT = /^<svg(?<attributes>[^<>]*?)(?<closed>\/?)>/;
const ATTRIBUTE = /(\s)([\w:.-]+)(\s*=\s*)("[^"]*"|'[^']*')/g;
const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const VIEW_BOX = new RegExp(String.raw`^\s*(${NUMBER})[\s,]+(${NUMBER})[\s,]+(${NUMBER})[\s,]+(${NUMBER})\s*$`, "i");
const LENGTH = new RegExp(String.raw`^\s*(${NUMBER})(?:px)?\s*$`, "i");
/** Attributes of the root that don't affect its content. */
const IDLE = /^(?:xmlns.*|width|height|x|y|viewBox|version|baseProfile|id|class|role|lang|xml:.*|focusable|aria-.*)$/;
/** Attributes that only an element with its own size can have. */
const FRAMED = /^(?:preserveAspectRatio|transform|overflow)$/;
const STYLE_SHEET = /<style[\s/>]/;

/** Whether a drawing has a style sheet, which would apply to the whole document that it is embedded in. */
export function hasStyleSheet(drawing: string): boolean {
  return STYLE_SHEET.test(drawing);
}

/**
 * Removes the root element of a drawing. Presentation attributes are moved to a group; a root with other effects
 * becomes an inner `svg`.
 *
 * @param drawing a sanitized drawing
 * @param size used if the drawing has no size of its own
 */
export function splitDrawing(drawing: string, size: Size): DrawingParts {
  const { attributes, content } = parseRoot(drawing);
  const kept = [...attributes].filter(([name]) => !IDLE.test(name));
  const box = viewBoxOf(attributes, size);
  // A style sheet may select the root.
  if (box === undefined || hasStyleSheet(content) || kept.some(([name]) => FRAMED.test(name))) {
    const { width, height } = sizeOf(attributes, box ?? size);
    const others = [...attributes].filter(([name]) => !/^(?:xmlns.*|width|height|x|y)$/.test(name));
    const body = `<svg width="${width}" height="${height}"${write(others)}>${content}</svg>`;
    return { left: 0, top: 0, width, height, body };
  }
  return { ...box, body: kept.length === 0 ? content : `<g${write(kept)}>${content}</g>` };
}

/**
 * A drawing as a part of a document. One with a style sheet, which would apply to the whole document, becomes an image.
 *
 * @param drawing a sanitized drawing
 * @param size used if the drawing has no size of its own
 */
export function isolatedParts(drawing: string, size: Size): DrawingParts {
  if (!hasStyleSheet(drawing)) return splitDrawing(drawing, size);
  const { width, height } = drawnSize(drawing, size);
  const url = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  return { left: 0, top: 0, width, height, body: `<image width="${width}" height="${height}" href="${url}"/>` };
}

/**
 * A drawing as an icon of Iconify's format.
 *
 * @param drawing a sanitized drawing
 * @param size used if the drawing has no size of its own
 * @param defaults of the set that the icon is in
 */
export function toIconData(drawing: string, size: Size, defaults: Dimensions = {}): IconData {
  const { left, top, width, height, body } = splitDrawing(drawing, size);
  const place = { ...(left !== (defaults.left ?? 0) && { left }), ...(top !== (defaults.top ?? 0) && { top }) };
  return { body, ...place, width, height };
}

/** The displayed size of a drawing. @param size used if the drawing has no size of its own */
function drawnSize(drawing: string, size: Size): Size {
  const { attributes } = parseRoot(drawing);
  return sizeOf(attributes, viewBoxOf(attributes, size) ?? size);
}

interface Root {
  /** Values include their quotes. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly content: string;
}

function parseRoot(drawing: string): Root {
  const root = ROOT.exec(drawing);
  if (root === null) throw new Error("a drawing does not begin with <svg>");
  const attributes = new Map<string, string>();
  for (const [, , name, , value] of root.groups!.attributes!.matchAll(ATTRIBUTE)) attributes.set(name!, value!);
  const content = root.groups!.closed === "" ? drawing.slice(root[0].length, drawing.lastIndexOf("</svg")) : "";
  return { attributes, content };
}

function write(attributes: readonly (readonly [string, string])[]): string {
  return attributes.map(([name, value]) => ` ${name}=${value}`).join("");
}

/** The visible area of a root in user units. Undefined if its view box is empty. */
function viewBoxOf(attributes: Root["attributes"], size: Size): Omit<DrawingParts, "body"> | undefined {
  const text = attributes.get("viewBox")?.slice(1, -1);
  if (text === undefined) return { left: 0, top: 0, ...sizeOf(attributes, size) };
  const [, left, top, width, height] = VIEW_BOX.exec(text) ?? [];
  if (!(Number(width) > 0 && Number(height) > 0)) return undefined;
  return { left: Number(left), top: Number(top), width: Number(width), height: Number(height) };
}

/** Width and height in pixels, each from `size` if the attribute is missing. */
function sizeOf(attributes: Root["attributes"], size: Size): Size {
  const lengthOf = (name: "width" | "height"): number => {
    const [, length] = LENGTH.exec(attributes.get(name)?.slice(1, -1) ?? "") ?? [];
    return Number(length) > 0 ? Number(length) : size[name];
  };
  return { width: lengthOf("width"), height: lengthOf("height") };
}

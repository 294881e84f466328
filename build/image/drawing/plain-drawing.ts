import { XmlElement } from "@rgrove/parse-xml";
import { PLAIN_ATTRIBUTES, STYLED_ATTRIBUTES, SVG, XLINK } from "./allowed.js";

/** Elements that only draw. */
const SHAPES: ReadonlySet<string> = new Set([
  ...["circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect"],
]);
/** Attributes as Iconify writes them; values contain nothing that CSS or XML treats as more than text. */
const ATTRIBUTES = /((?: [a-zA-Z:-]+="[^"<>&\\@()\t\r\n]*")*)/.source;
const TAG = `<(?:([a-z]+)${ATTRIBUTES}(/?)>|/([a-z]+)>)`;
const ROOT = new RegExp(`^<svg${ATTRIBUTES}>`);
const END = "</svg>";
const ATTRIBUTE = / ([a-zA-Z:-]+)="([^"]*)"/g;
/** Names of namespaces, which only the root declares. */
const SPACES: Readonly<Record<string, string>> = { xmlns: SVG, "xmlns:xlink": XLINK };
const MAX_DEPTH = 50;
/** Longer drawings may have so many elements that they need limits. */
const MAX_LENGTH = 2 ** 16;

/**
 * Whether a part of a drawing is so plain that `sanitizeDrawing` would keep it as it is. True for nearly all icons of
 * Iconify. O(length).
 */
export function isPlainBody(body: string): boolean {
  return readBody(body, 0, body.length) !== undefined;
}

/**
 * The root element of a drawing that is so plain that sanitizing would keep it as it is, in half the time of
 * parsing and sanitizing. Undefined for any other. O(length).
 */
export function readPlainDrawing(svg: string): XmlElement | undefined {
  if (svg.length > MAX_LENGTH || !svg.endsWith(END)) return undefined;
  const [start, written] = ROOT.exec(svg) ?? [];
  if (start === undefined) return undefined;
  const attributes = readAttributes(written!, SPACES);
  if (attributes?.xmlns === undefined) return undefined;
  const children = readBody(svg, start.length, svg.length - END.length);
  return children && new XmlElement("svg", attributes, children);
}

/** The elements in a part of a text; undefined if anything in it is not plain. */
function readBody(text: string, from: number, end: number): XmlElement[] | undefined {
  const tags = new RegExp(TAG, "y");
  tags.lastIndex = from;
  const body = new XmlElement("svg");
  const open = [body];
  while (tags.lastIndex < end) {
    const [, name, written, empty, closed] = tags.exec(text) ?? [];
    if (closed !== undefined) {
      if (open.length === 1 || open.pop()!.name !== closed) return undefined;
      continue;
    }
    const attributes = name !== undefined && SHAPES.has(name) ? readAttributes(written!, {}) : undefined;
    if (attributes === undefined) return undefined;
    const element = new XmlElement(name!, attributes);
    open.at(-1)!.children.push(element);
    if (empty === "" && open.push(element) > MAX_DEPTH) return undefined;
  }
  return open.length === 1 && tags.lastIndex === end ? (body.children as XmlElement[]) : undefined;
}

/** Attributes that are all allowed, and none of them twice; else undefined. */
function readAttributes(written: string, spaces: Readonly<Record<string, string>>): Record<string, string> | undefined {
  const attributes: Record<string, string> = {};
  for (const [, name, value] of written.matchAll(ATTRIBUTE)) {
    if (Object.hasOwn(attributes, name!)) return undefined;
    const isAllowed = Object.hasOwn(spaces, name!)
      ? spaces[name!] === value
      : !name!.includes(":") && (STYLED_ATTRIBUTES.has(name!) || PLAIN_ATTRIBUTES.has(name!));
    if (!isAllowed) return undefined;
    attributes[name!] = value!;
  }
  return attributes;
}

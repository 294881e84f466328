import { parseXml, XmlElement, XmlText } from "@rgrove/parse-xml";
import { ImageError } from "../image-file.js";
import {
  ANIMATED,
  ANIMATIONS,
  ELEMENTS,
  FUNCTIONS,
  PLAIN_ATTRIBUTES,
  STYLED_ATTRIBUTES,
  WITH_TEXT,
} from "./allowed.js";

const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";

/** Deeper nesting overflows the stacks of renderers and browsers. */
const MAX_DEPTH = 200;
/** Maximum number of elements after expanding references such as `use`. */
const MAX_EXPANDED = 100_000;
/** Maximum number of tags and of attributes; parsing more of either takes over 100 MiB. */
const MAX_MARKS = 200_000;
/** Maximum total size of all entities where they are used. */
const MAX_ENTITY_BYTES = 2 ** 20;

/** An embedded raster image. Embedded drawings are not allowed, since they could refer to anything. */
const RASTER_DATA = /^\s*data:image\/(?:png|jpe?g|gif|webp);base64,[\sA-Za-z0-9+/=]*$/;
const LOCAL = /^\s*#[^\s"'()<>\\]+\s*$/;
const LOCAL_URL = /url\(\s*(["']?)#[^\s"'()<>\\]+\1\s*\)/gi;
const ENTITY = /<!ENTITY\s+([^\s%"'<>]+)\s+(?:"([^"<&]*)"|'([^'<&]*)')\s*>/g;
/**
 * Text that XML and HTML parsers read differently, or that is not rendered. A drawing that contains it is serialized
 * again.
 */
const AMBIGUOUS = /<[!?]|&(?!(?:amp|lt|gt|quot|#39);)/;

/** A drawing that is safe as a document, as an image and inlined into a page. */
export interface SafeDrawing {
  readonly root: XmlElement;
  /** The text of the drawing; identical to the source if nothing had to be removed. */
  readonly text: string;
  /** The removed parts without duplicates, such as `onclick` or `<script>`. */
  readonly removed: readonly string[];
}

/**
 * Removes everything that can run, load or link, by an allowlist. Removes scripts, event handlers, foreign content,
 * links, references except to parts of the drawing and embedded raster images, style sheets that import, and animations
 * of such attributes. The rest is written without comments, processing instructions, document type and prefixes. Cost:
 * about 20 microseconds per KB.
 *
 * @param svg the text of an SVG file
 * @throws ImageError if it is not well-formed, is not an SVG, or expands to more than 100,000 elements
 */
export function sanitizeDrawing(svg: string): SafeDrawing {
  const root = parse(svg);
  const names = namesOf(root);
  if (names.element(root.name) !== "svg") throw new ImageError(`it is XML but not SVG: its root is <${root.name}>`);
  const removed = new Set<string>();
  const clean = cleanElement(root, "svg", { names, removed, depth: 0, rewritten: false });
  if (mayRefer(svg)) refuseMultiplication(clean.element);
  const same = removed.size === 0 && !clean.rewritten && !AMBIGUOUS.test(svg) && !svg.startsWith("\uFEFF");
  return { root: clean.element, text: same ? svg.trim() : write(clean.element), removed: [...removed] };
}

function parse(svg: string): XmlElement {
  for (const mark of svg.length > MAX_MARKS ? ["<", "="] : []) {
    if (countUpTo(MAX_MARKS, mark, svg) > MAX_MARKS)
      throw new ImageError(`it has more than ${MAX_MARKS} tags or attributes; make it simpler`);
  }
  let left = MAX_ENTITY_BYTES;
  const entities = new Map<string, string>();
  if (svg.includes("<!ENTITY"))
    for (const [, name, double, single] of svg.matchAll(ENTITY)) entities.set(name!, double ?? single!);
  const resolveUndefinedEntity = (reference: string): string => {
    const value = entities.get(reference.slice(1, -1)) ?? "";
    left -= value.length;
    if (left < 0) throw new ImageError("its entities expand to more than 1 MiB; save it without a document type");
    return value;
  };
  try {
    const { root } = parseXml(svg, entities.size > 0 ? { resolveUndefinedEntity } : {});
    if (root === null) throw new Error("it has no root element");
    return root;
  } catch (error) {
    if (error instanceof ImageError) throw error;
    // Stack overflow of the parser.
    if (error instanceof RangeError) throw new ImageError(`its elements are nested more than ${MAX_DEPTH} deep`);
    const [reason] = (error as Error).message.split("\n", 1);
    throw new ImageError(`it is not well-formed XML: ${reason}`);
  }
}

/** Number of occurrences of a character, at most `max` + 1. */
function countUpTo(max: number, character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count <= max; at = text.indexOf(character, at + 1)) count++;
  return count;
}

/** Resolves the namespace prefixes that the root element declares, where programs declare them. */
interface Names {
  /** The local name of an SVG element; undefined for elements of other namespaces. */
  element(name: string): string | undefined;
  attribute(name: string): string | undefined;
}

function namesOf({ attributes }: XmlElement): Names {
  const prefixes = new Map([
    ["", SVG],
    ["xml", "xml"],
    ["xlink", XLINK],
  ]);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "xmlns") prefixes.set("", value);
    else if (name.startsWith("xmlns:")) prefixes.set(name.slice("xmlns:".length), value);
  }
  const split = (name: string): [space: string | undefined, local: string] => {
    const at = name.indexOf(":");
    return [prefixes.get(name.slice(0, Math.max(0, at))), name.slice(at + 1)];
  };
  return {
    element(name) {
      const [space, local] = split(name);
      return space === SVG && ELEMENTS.has(local) ? local : undefined;
    },
    attribute(name) {
      if (!name.includes(":")) return name;
      const [space, local] = split(name);
      if (space === XLINK) return local === "href" ? "xlink:href" : undefined;
      return space === "xml" ? `xml:${local}` : undefined;
    },
  };
}

interface Cleaning {
  readonly names: Names;
  readonly removed: Set<string>;
  readonly depth: number;
  /** Whether the drawing must be serialized again although nothing was removed. */
  rewritten: boolean;
}

function cleanElement(
  { attributes, children, name: written }: XmlElement,
  name: string,
  cleaning: Cleaning,
): { element: XmlElement; rewritten: boolean } {
  if (cleaning.depth > MAX_DEPTH) throw new ImageError(`its elements are nested more than ${MAX_DEPTH} deep`);
  const inner = { ...cleaning, depth: cleaning.depth + 1, rewritten: written !== name };
  const element = new XmlElement(name, cleanAttributes(attributes, name, inner));
  for (const child of children) {
    if (child instanceof XmlElement) cleanChild(child, element, inner);
    else if (child instanceof XmlText) addText(child.text, element, inner);
    else inner.rewritten = true;
  }
  if (name === "style" && !isSafeStyle(element.text)) {
    inner.removed.add("<style> with references");
    element.children.length = 0;
  }
  return { element, rewritten: inner.rewritten };
}

function cleanChild(child: XmlElement, parent: XmlElement, cleaning: Cleaning): void {
  const name = cleaning.names.element(child.name);
  const ownSpace = child.attributes.xmlns;
  if (name === undefined || (ownSpace !== undefined && ownSpace !== SVG)) {
    if (child.name === "a" || child.name.endsWith(":a")) unwrap(child, parent, cleaning);
    cleaning.removed.add(`<${child.name}>`);
    return;
  }
  if (ANIMATIONS.has(name) && !isSafeAnimation(child)) {
    cleaning.removed.add(`<${name}> of ${JSON.stringify(child.attributes.attributeName ?? "")}`);
    return;
  }
  const { element, rewritten } = cleanElement(child, name, cleaning);
  cleaning.rewritten ||= rewritten;
  parent.children.push(element);
}

/** Replaces a link by its content. */
function unwrap({ children }: XmlElement, parent: XmlElement, cleaning: Cleaning): void {
  const inner = { ...cleaning, depth: cleaning.depth + 1 };
  if (inner.depth > MAX_DEPTH) throw new ImageError(`its elements are nested more than ${MAX_DEPTH} deep`);
  for (const child of children) {
    if (child instanceof XmlElement) cleanChild(child, parent, inner);
    else if (child instanceof XmlText) addText(child.text, parent, inner);
  }
}

function addText(text: string, parent: XmlElement, cleaning: Cleaning): void {
  if (WITH_TEXT.has(parent.name) || text.trim() === "") parent.children.push(new XmlText(text));
  else cleaning.removed.add("text that is not drawn");
}

function isSafeAnimation({ attributes }: XmlElement): boolean {
  return attributes.attributeName === undefined || ANIMATED.has(attributes.attributeName);
}

function cleanAttributes(
  attributes: XmlElement["attributes"],
  element: string,
  cleaning: Cleaning,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const written in attributes) {
    const value = attributes[written]!;
    if (written === "xmlns" || written === "xmlns:xlink") {
      if (value === (written === "xmlns" ? SVG : XLINK)) kept[written] = value;
      else cleaning.rewritten = true;
      continue;
    }
    const name = cleaning.names.attribute(written);
    if (name !== undefined && isSafeAttribute(element, name, value)) {
      kept[name] = value;
      // Code that edits start tags relies on `>` occurring only at their end.
      cleaning.rewritten ||= name !== written || value.includes(">");
    } else if (written.startsWith("xmlns:")) cleaning.rewritten = true;
    else cleaning.removed.add(written);
  }
  if (cleaning.depth === 1) {
    if (kept.xmlns === undefined) cleaning.rewritten = true;
    kept.xmlns = SVG;
  }
  return kept;
}

function isSafeAttribute(element: string, name: string, value: string): boolean {
  if (name === "href" || name === "xlink:href") {
    return LOCAL.test(value) || (element === "image" && RASTER_DATA.test(value));
  }
  if (name === "attributeName") return ANIMATIONS.has(element);
  if (PLAIN_ATTRIBUTES.has(name)) return true;
  return STYLED_ATTRIBUTES.has(name) && isSafeValue(value);
}

/**
 * Whether a value, parsed as CSS, refers to nothing outside the drawing. Escapes are rejected, since they could hide
 * anything.
 */
function isSafeValue(value: string): boolean {
  if (!value.includes("(") && !value.includes("\\") && !value.includes("@")) return true;
  if (value.includes("\\") || value.includes("@")) return false;
  return hasSafeFunctions(value);
}

function isSafeStyle(css: string): boolean {
  if (css.includes("\\") || css.includes("<")) return false;
  const rules = css.match(/@[\w-]*/g) ?? [];
  return (
    rules.every((rule) => ["@media", "@keyframes", "@supports"].includes(rule.toLowerCase())) && hasSafeFunctions(css)
  );
}

function hasSafeFunctions(css: string): boolean {
  // Comments are not removed first, since what looks like one may be part of a string.
  for (const [, name] of css.replaceAll(LOCAL_URL, "none").matchAll(/([\w-]*)\s*\(/g)) {
    const known = name!.toLowerCase().replace(/^-webkit-/, "");
    if (known === "url" || (known !== "" && !FUNCTIONS.has(known))) return false;
  }
  return true;
}

/** Whether a text has references to parts of the drawing, or character references that may spell them. */
function mayRefer(svg: string): boolean {
  return svg.includes("url(") || svg.includes("href") || svg.includes("&");
}

/** References can multiply: twenty levels of two references each result in a million elements. */
function refuseMultiplication(root: XmlElement): void {
  const targets = new Map<string, XmlElement>();
  let references = 0;
  visit(root, (element) => {
    const { id } = element.attributes;
    if (id !== undefined && !targets.has(id)) targets.set(id, element);
    references += referencesOf(element).length;
  });
  if (references < 2) return;
  const sizes = new Map<XmlElement, number>();
  const sizeOf = (element: XmlElement, depth: number): number => {
    const known = sizes.get(element);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH * 5) throw new ImageError("its references are nested too deep; save it without them");
    // A cyclic reference renders nothing.
    sizes.set(element, 0);
    let size = 1;
    for (const child of element.children) if (child instanceof XmlElement) size += sizeOf(child, depth + 1);
    for (const id of referencesOf(element)) {
      const target = targets.get(id);
      if (target !== undefined) size += sizeOf(target, depth + 1);
    }
    sizes.set(element, size);
    return size;
  };
  if (sizeOf(root, 0) > MAX_EXPANDED) {
    throw new ImageError(`its references multiply it to more than ${MAX_EXPANDED} elements; make it simpler`);
  }
}

function visit(element: XmlElement, work: (element: XmlElement) => void): void {
  work(element);
  for (const child of element.children) if (child instanceof XmlElement) visit(child, work);
}

/** Ids that an element refers to, for its content or its painting. */
function referencesOf({ attributes }: XmlElement): string[] {
  const ids: string[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "href" || name === "xlink:href") {
      if (value.trim().startsWith("#")) ids.push(value.trim().slice(1));
    } else if (value.includes("url(")) {
      for (const [, id] of value.matchAll(/url\(\s*["']?#([^\s"')]+)/g)) ids.push(id!);
    }
  }
  return ids;
}

function write(root: XmlElement): string {
  const parts: string[] = [];
  const writeElement = ({ name, attributes, children }: XmlElement): void => {
    parts.push("<", name);
    for (const [attribute, value] of Object.entries(attributes)) parts.push(` ${attribute}="${escapeXml(value)}"`);
    if (children.length === 0) {
      parts.push("/>");
      return;
    }
    parts.push(">");
    for (const child of children) {
      if (child instanceof XmlElement) writeElement(child);
      else if (child instanceof XmlText) parts.push(escapeXml(child.text));
    }
    parts.push("</", name, ">");
  };
  const usesXlink = hasXlink(root);
  if (usesXlink) root.attributes["xmlns:xlink"] = XLINK;
  else delete root.attributes["xmlns:xlink"];
  writeElement(root);
  return parts.join("");
}

function hasXlink(element: XmlElement): boolean {
  return (
    element.attributes["xlink:href"] !== undefined ||
    element.children.some((child) => child instanceof XmlElement && hasXlink(child))
  );
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character]!);
}

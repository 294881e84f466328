import { hasStyleSheet } from "../images/drawing-parts.js";
import { type Drawing, toDataUrl } from "./image-code.js";

const SVG = "http://www.w3.org/2000/svg";
/** A drawing and the id of its symbol. */
export interface SpriteDrawing {
  readonly id: string;
  readonly drawing: Drawing;
}

/**
 * An SVG sprite: one symbol per drawing, shown by `<use href="icons.svg#id">`. Drawings with a style sheet or
 * without a view box are embedded as images. Ids of different drawings differ.
 */
export function spriteOf(drawings: readonly SpriteDrawing[]): string {
  const sprite = document.implementation.createDocument(SVG, "svg");
  const root = sprite.documentElement;
  for (const { id, drawing } of drawings) {
    const symbol = sprite.createElementNS(SVG, "symbol");
    symbol.setAttribute("id", id);
    const viewBox = drawing.root.getAttribute("viewBox");
    if (viewBox === null || hasStyleSheet(drawing.text)) {
      symbol.setAttribute("viewBox", "0 0 1 1");
      symbol.append(imageOf(sprite, drawing));
    } else {
      symbol.setAttribute("viewBox", viewBox);
      symbol.append(contentOf(sprite, drawing.root));
    }
    root.append(symbol);
  }
  return `${new XMLSerializer().serializeToString(sprite)}\n`;
}

function imageOf(sprite: Document, { text }: Drawing): Element {
  const image = sprite.createElementNS(SVG, "image");
  image.setAttribute("width", "1");
  image.setAttribute("height", "1");
  image.setAttribute("href", toDataUrl(text));
  return image;
}

/** The content of a drawing in a group with the inheritable attributes of its root, such as `fill`. */
function contentOf(sprite: Document, root: Element): Element {
  const group = sprite.createElementNS(SVG, "g");
  for (const { name, value } of root.attributes) {
    if (!ROOT_ONLY.has(name) && !name.startsWith("xmlns")) group.setAttribute(name, value);
  }
  for (const node of root.childNodes) group.append(sprite.importNode(node, true));
  return group;
}

/** Attributes that position the root or have no meaning on a group. */
const ROOT_ONLY = new Set(["viewBox", "width", "height", "x", "y", "version", "preserveAspectRatio"]);

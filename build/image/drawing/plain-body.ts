import { PLAIN_ATTRIBUTES, STYLED_ATTRIBUTES } from "./allowed.js";

/** Elements that only draw. */
const SHAPES: ReadonlySet<string> = new Set([
  ...["circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect"],
]);
/** A tag as Iconify writes it; values contain nothing that CSS or XML treats as more than text. */
const TAG = /<(?:([a-z]+)((?: [a-zA-Z-]+="[^"<>&\\@()]*")*)(\/?)>|\/([a-z]+)>)/.source;
const ATTRIBUTE = / ([a-zA-Z-]+)="/g;
const MAX_DEPTH = 50;

/**
 * Whether a part of a drawing is so plain that `sanitizeDrawing` would keep it as it is. True for nearly all icons of
 * Iconify, in a tenth of the time. O(length).
 */
export function isPlainBody(body: string): boolean {
  const tags = new RegExp(TAG, "y");
  const open: string[] = [];
  while (tags.lastIndex < body.length) {
    const [, name, attributes, empty, closed] = tags.exec(body) ?? [];
    if (closed !== undefined) {
      if (open.pop() !== closed) return false;
      continue;
    }
    if (name === undefined || !SHAPES.has(name) || !areAllowed(attributes!)) return false;
    if (empty === "" && open.push(name) > MAX_DEPTH) return false;
  }
  return open.length === 0;
}

/** Whether attributes are all allowed, and none is repeated. */
function areAllowed(attributes: string): boolean {
  const names: string[] = [];
  for (const [, name] of attributes.matchAll(ATTRIBUTE)) {
    if (names.includes(name!) || !(STYLED_ATTRIBUTES.has(name!) || PLAIN_ATTRIBUTES.has(name!))) return false;
    names.push(name!);
  }
  return true;
}

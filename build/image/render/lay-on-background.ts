import type { StoredImage } from "#src/format/stored-image.js";
import { composeDrawing, LENGTHS, ROOT, snapPadding, VIEW_BOX, viewBoxOf } from "#src/images/compose-drawing.js";

const AT_OWN_SIZE = {
  width: undefined,
  height: undefined,
  color: undefined,
  background: "none",
  padding: 0,
  radius: 0,
  rotate: 0,
  flip: "none",
} as const;
const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;
/** Attributes of a start tag that only position the drawing; others would also affect everything painted around it. */
const PLACING = /^(?:xmlns|xmlns:\w+|viewBox|width|height|x|y|preserveAspectRatio|transform)$/;
/** Lengths that a larger view box would change. */
const RELATIVE = /%|userSpaceOnUse/;
const END = /<\/svg\s*>\s*$/;
const EMPTY = /\/>$/;

/**
 * Composes a drawing on its background, in a square of `side` pixels.
 *
 * The drawing's own view box is extended by the padding, and the padding is painted over everything that sticks out.
 * Rendering this takes half as long as a nested drawing.
 *
 * @param image a drawing with a background
 */
export function layOnBackground(image: StoredImage & { readonly background: string }, side: number): string {
  const drawing = framed(grouped(composeDrawing(image, AT_OWN_SIZE).replace(EMPTY, "></svg>")), image);
  const root = ROOT.exec(drawing)![0];
  const box = viewBoxOf(root, image)!;
  const margin = side * image.padding;
  // Padding is stored rounded.
  const inner = round(side - 2 * margin, 100);
  const unit = Math.max(box.width, box.height) / inner;
  const length = round(side * unit);
  const before = (part: number): number => (side * snapPadding(image.padding) + (inner - part / unit) / 2) * unit;
  const left = round(box.left - before(box.width));
  const top = round(box.top - before(box.height));
  const ground = `fill="${image.background}" stroke="none"`;
  const size = ` viewBox="${left} ${top} ${length} ${length}" width="${side}" height="${side}"`;
  const under = `<rect x="${left}" y="${top}" width="${length}" height="${length}" ${ground}/>`;
  const square = `M${left} ${top}h${length}v${length}h${-length}z`;
  const hole = `M${box.left} ${box.top}h${box.width}v${box.height}h${-box.width}z`;
  const over = `<path d="${square}${hole}" fill-rule="evenodd" ${ground}/>`;
  const content = drawing.slice(root.length).replace(END, `${over}</svg>`);
  return root.replaceAll(LENGTHS, "").replace(VIEW_BOX, size) + under + content;
}

/** The drawing with all but the positioning attributes of its root moved to a group. */
function grouped(drawing: string): string {
  const root = ROOT.exec(drawing)![0];
  const others = [...root.matchAll(ATTRIBUTE)]
    .filter(([, name]) => !PLACING.test(name!))
    .map(([attribute]) => attribute);
  if (others.length === 0) return drawing;
  const placing = root.replaceAll(ATTRIBUTE, (attribute, name: string) => (PLACING.test(name) ? attribute : ""));
  return `${placing}<g${others.join("")}>${drawing.slice(root.length).replace(END, "</g></svg>")}`;
}

/** The drawing, nested in a frame if the view box of its root can't be replaced. */
function framed(drawing: string, image: StoredImage): string {
  const root = ROOT.exec(drawing)![0];
  if (viewBoxOf(root, image) !== undefined && !RELATIVE.test(drawing)) return drawing;
  const { width, height } = image;
  const sized = root.replaceAll(LENGTHS, "").replace("<svg", `<svg width="${width}" height="${height}"`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${sized}${drawing.slice(root.length)}</svg>`;
}

function round(length: number, parts = 1e4): number {
  return Math.round(length * parts) / parts;
}

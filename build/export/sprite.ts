import { creditsOf } from "#src/format/credits.js";
import type { IconRecord } from "#src/format/record.js";
import { isolatedParts } from "#src/images/drawing-parts.js";
import { symbolId } from "./names.js";

/** An icon that has a drawing. */
export interface DrawnIcon {
  readonly record: IconRecord;
  /** The sanitized drawing as SVG. */
  readonly drawing: string;
  /** The drawing's own size, in its units. */
  readonly width: number;
  readonly height: number;
}

const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
/**
 * Writes an SVG sprite: one symbol per drawing, shown by `<use href="icons.svg#id">`. Name and attribution are metadata
 * of the symbol. Drawings with a style sheet are embedded as images, since it would not apply where they are used.
 */
export function* writeSprite(icons: Iterable<DrawnIcon>): Generator<string> {
  yield `<svg ${SVG} ${XLINK} width="0" height="0">\n`;
  for (const icon of icons) yield symbolOf(icon);
  yield "</svg>\n";
}

function symbolOf({ record, drawing, ...size }: DrawnIcon): string {
  const id = escapeXml(symbolId(record.id));
  const { license, attribution } = creditsOf(record);
  const credits = [record.name, attribution, ...(license === undefined ? [] : [license])].join("; ");
  const { left, top, width, height, body } = isolatedParts(drawing, size);
  const viewBox = `${left} ${top} ${width} ${height}`;
  const content = `<metadata>${escapeXml(credits)}</metadata>${body}`;
  return `<symbol id="${id}" viewBox="${viewBox}">${content}</symbol>\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Writes a TypeScript type of the sprite's symbol ids. @param sprite the name of its file */
export function* writeSpriteTypes(ids: Iterable<string>, sprite: string): Generator<string> {
  yield `/** Ids of the symbols in ${sprite.replaceAll("*/", "* /")}. */\nexport type IconId =`;
  for (const id of ids) yield `\n  | ${JSON.stringify(symbolId(id))}`;
  yield ";\n";
}

import ansiEscapes from "ansi-escapes";
import type { Pixels } from "../../src/phash/pixels.js";
import { encodePng } from "./encode-png.js";
import { type Area, overlay, type Painting } from "./painting.js";

/** iTerm's inline images: a PNG, fitted into the area without being distorted. */
export async function paintITerm(pixels: Pixels, area: Area): Promise<Painting> {
  const png = await encodePng(pixels);
  return overlay(ansiEscapes.image(png, { width: area.columns, height: area.rows }), area);
}

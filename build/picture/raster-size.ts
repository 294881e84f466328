import sharp from "sharp";
import type { Picture } from "./picture.js";

/** Width and height of a raster file in pixels, read from its head; undefined for a drawing. @throws Error the decoder's */
export async function rasterSize({ kind, bytes }: Picture): Promise<readonly [number, number] | undefined> {
  if (kind === "svg") return undefined;
  const { width, height } = await sharp(bytes).metadata();
  return [width, height];
}

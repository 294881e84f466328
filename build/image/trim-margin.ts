import sharp from "sharp";
import type { Pixels } from "#src/phash/pixels.js";

/** Smaller pictures are not looked at. */
const MIN_SIDE = 3;

/** A picture without the even or clear margin around it; undefined where it has none. */
export async function trimMargin({ data, width, height }: Pixels): Promise<Pixels | undefined> {
  if (Math.min(width, height) < MIN_SIDE) return undefined;
  const image = sharp(data, { raw: { width, height, channels: 4 } }).trim();
  const trimmed = await image.raw().toBuffer({ resolveWithObject: true });
  if (trimmed.info.width === width && trimmed.info.height === height) return undefined;
  return { width: trimmed.info.width, height: trimmed.info.height, data: trimmed.data };
}

import sharp from "sharp";
import type { Pixels } from "../../src/phash/pixels.js";

export function encodePng({ data, width, height }: Pixels): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 6 })
    .toBuffer();
}

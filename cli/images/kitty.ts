import sharp from "sharp";
import type { Pixels } from "../../src/phash/pixels.js";
import { type Area, overlay, type Painting } from "./painting.js";

/** The protocol's maximum size of a piece. */
const MAX_PIECE = 4096;

/**
 * Kitty's graphics protocol: a PNG, displayed at once (`a=T`), as many rows high as the area (`r`), which determines
 * its width; the cursor stays (`C=1`), and the terminal sends no response (`q=2`).
 */
export async function paintKitty(pixels: Pixels, area: Area): Promise<Painting> {
  const payload = (await encodePng(pixels)).toString("base64");
  let sequence = "";
  for (let from = 0; from < payload.length; from += MAX_PIECE) {
    const control = from === 0 ? `a=T,f=100,r=${area.rows},C=1,q=2,` : "q=2,";
    const more = from + MAX_PIECE < payload.length ? 1 : 0;
    sequence += `\u001b_G${control}m=${more};${payload.slice(from, from + MAX_PIECE)}\u001b\\`;
  }
  return overlay(sequence, area);
}

function encodePng({ data, width, height }: Pixels): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 6 })
    .toBuffer();
}

import sharp from "sharp";
import { FINALIZER, introducer, sixelEncode } from "sixel";
import type { Pixels } from "../../src/phash/pixels.js";
import { blend } from "./blend.js";
import { type Area, overlay, type Painting } from "./painting.js";
import type { TerminalAnswer } from "./terminal-support.js";

/** Default cell size: that of the terminal that Sixel was made for. */
const VT340_CELL = { width: 10, height: 20 };
const KEEP_WHAT_IS_CLEAR = 1;

/** Sixel: pixels with few colors, at the native resolution of the screen. */
export async function paintSixel(pixels: Pixels, area: Area, terminal: TerminalAnswer): Promise<Painting> {
  const { width, height } = terminal.cell ?? VT340_CELL;
  const side = Math.min(area.rows * height, area.columns * width);
  const small = await sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 4 } })
    .resize(side, side)
    .raw()
    .toBuffer();
  const reduced = await reduceColors({ width: side, height: side, data: blend(small, terminal.ground) });
  const body = sixelEncode(reduced, side, side, colorsOf(reduced));
  return overlay(`${introducer(KEEP_WHAT_IS_CLEAR)}${body}${FINALIZER}`, area);
}

/** Reduces an image to 256 colors, the number of registers in terminals. */
async function reduceColors({ data, width, height }: Pixels): Promise<Uint8Array> {
  const png = await sharp(data, { raw: { width, height, channels: 4 } })
    .png({ palette: true, dither: 0 })
    .toBuffer();
  // A copy with its own buffer, since the encoder reads from the start of the buffer.
  return new Uint8Array(await sharp(png).ensureAlpha().raw().toBuffer());
}

/** The colors of visible pixels. */
function colorsOf(data: Uint8Array): [number, number, number][] {
  const words = new Map<number, [number, number, number]>();
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue, alpha] = data.subarray(at, at + 4) as unknown as [number, number, number, number];
    if (alpha > 0) words.set((red << 16) | (green << 8) | blue, [red, green, blue]);
  }
  return words.size === 0 ? [[0, 0, 0]] : [...words.values()];
}

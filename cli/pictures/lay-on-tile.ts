import type { Pixels } from "../../src/phash/pixels.js";
import { parseRgb, type Rgb } from "../terminal-color.js";

/** What the explorer page lays behind dark drawings, and its counterpart. */
const LIGHT = parseRgb("#e6e9ef");
const DARK = parseRgb("#30343b");
/** Up to this difference in brightness, 0 to 255, a colour can hardly be told from the ground. */
const ALIKE = 48;

/**
 * Lays a drawing on a plain tile where most of it would be lost on the terminal's ground, such as a black one on black. Others keep
 * the ground.
 */
export function layOnTile(pixels: Pixels, ground: Rgb): Pixels {
  if (!isLost(pixels.data, ground)) return pixels;
  const tile = brightness(ground) < 128 ? LIGHT : DARK;
  const data = new Uint8Array(pixels.data.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = pixels.data[at + 3]!;
    for (let channel = 0; channel < 3; channel++)
      data[at + channel] = Math.round((pixels.data[at + channel]! * alpha + tile[channel]! * (255 - alpha)) / 255);
    data[at + 3] = 255;
  }
  return { ...pixels, data };
}

/** Whether there are clear parts, and most of the others are about as bright as the ground. */
function isLost(data: Pixels["data"], ground: Rgb): boolean {
  const behind = brightness(ground);
  let seen = 0;
  let alike = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    seen += alpha;
    if (Math.abs(brightness([data[at]!, data[at + 1]!, data[at + 2]!]) - behind) < ALIKE) alike += alpha;
  }
  const isWhole = seen > (data.length / 4) * 255 * 0.98;
  return !isWhole && alike > seen / 2;
}

/** Luma by ITU-R BT.601. */
function brightness([red, green, blue]: Rgb): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

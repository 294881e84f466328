import type { Pixels } from "../../src/phash/pixels.js";
import type { Rgb } from "../terminal/color.js";

/** Below this a pixel counts as clear: what is left of it would only smear the edge. */
const FAINT = 16;
const HALF = 128;

/**
 * Pixels that are either there or clear, for terminals that know nothing between: mixed with the ground behind them, or where that is
 * not known, there from half on.
 *
 * @param data RGBA @returns a copy, with alpha 0 or 255
 */
export function blend(data: Pixels["data"], ground: Rgb | undefined): Uint8Array {
  const blended = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    if (alpha < (ground === undefined ? HALF : FAINT)) continue;
    for (let channel = 0; channel < 3; channel++) {
      const own = data[at + channel]!;
      blended[at + channel] = ground === undefined ? own : mix(own, ground[channel]!, alpha);
    }
    blended[at + 3] = 255;
  }
  return blended;
}

function mix(over: number, under: number, alpha: number): number {
  return Math.round((over * alpha + under * (255 - alpha)) / 255);
}

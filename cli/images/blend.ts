import type { Pixels } from "../../src/phash/pixels.js";
import type { Rgb } from "../terminal/color.js";

/** Pixels with a lower alpha count as transparent: blending them would only smear the edge. */
const FAINT = 16;
const HALF = 128;

/**
 * Makes pixels fully opaque or transparent, for terminals without partial transparency: blends them with the background
 * or, if that is unknown, makes them opaque from half alpha on.
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

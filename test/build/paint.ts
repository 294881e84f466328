import type { Pixels } from "#src/phash/pixels.js";

/** A row of pixels with the given number of pixels of each color, `#rrggbb` or `#rrggbbaa`. */
export function paint(...runs: readonly (readonly [hex: string, count: number])[]): Pixels {
  const width = runs.reduce((sum, [, count]) => sum + count, 0);
  const data = new Uint8Array(width * 4);
  let at = 0;
  for (const [hex, count] of runs) {
    const pixel = Buffer.from(hex.slice(1).padEnd(8, "f"), "hex");
    for (const end = at + 4 * count; at < end; at += 4) data.set(pixel, at);
  }
  return { width, height: 1, data };
}

/** A square of 64 pixels with a gradient from one color to the other. */
export function fade(from: readonly number[], to: readonly number[]): Pixels {
  const side = 64;
  const data = new Uint8Array(side * side * 4);
  for (let pixel = 0; pixel < side * side; pixel++) {
    const part = ((pixel % side) + Math.floor(pixel / side)) / (2 * side - 2);
    data.set([...from.map((value, channel) => value + (to[channel]! - value) * part), 255], pixel * 4);
  }
  return { width: side, height: side, data };
}

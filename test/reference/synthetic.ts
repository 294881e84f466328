import type { Pixels } from "#src/phash/pixels.js";

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

const CLEAR: Rgba = [0, 0, 0, 0];
const BLACK: Rgba = [0, 0, 0, 255];
const WHITE: Rgba = [255, 255, 255, 255];

function paint(width: number, height: number, colorAt: (x: number, y: number) => Rgba): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(colorAt(x, y), (y * width + x) * 4);
  return { width, height, data };
}

const ring = (x: number, y: number): Rgba => {
  const square = (2 * x - 255) ** 2 + (2 * y - 255) ** 2;
  return square > 120 ** 2 && square < 200 ** 2 ? BLACK : CLEAR;
};
const inArm = (at: number, side: number): boolean => Math.abs(2 * at + 1 - side) < side / 4;
const slope =
  (width: number, height: number) =>
  (x: number, y: number): Rgba => [
    Math.floor((x * 255) / Math.max(1, width - 1)),
    Math.floor((y * 255) / Math.max(1, height - 1)),
    (x * 7 + y * 13) % 256,
    255 - ((x * 3 + y * 5) % 128),
  ];

/**
 * Images drawn with integers, so that they are the same on every machine: symmetric, uniform, transparent, thin, tiny.
 */
export const SYNTHETIC: Readonly<Record<string, Pixels>> = {
  ring: paint(256, 256, ring),
  plus: paint(256, 256, (x, y) => (inArm(x, 256) || inArm(y, 256) ? BLACK : WHITE)),
  square: paint(128, 128, (x, y) => (x >= 32 && x < 96 && y >= 32 && y < 96 ? [200, 30, 60, 255] : CLEAR)),
  checker: paint(33, 33, (x, y) => ((x + y) % 2 === 0 ? BLACK : WHITE)),
  "across 256x256": paint(256, 256, (x) => [x, x, x, 255]),
  "down 256x256": paint(256, 256, (_, y) => [255 - y, 255 - y, 255 - y, 255]),
  "fading 100x40": paint(100, 40, (x, y) => [10, 90, y * 6, Math.floor(x * 2.55)]),
  "slope 31x57": paint(31, 57, slope(31, 57)),
  "slope 500x20": paint(500, 20, slope(500, 20)),
  "slope 32x32": paint(32, 32, slope(32, 32)),
  "slope 32x90": paint(32, 90, slope(32, 90)),
  "slope 7x3": paint(7, 3, slope(7, 3)),
  white: paint(64, 64, () => WHITE),
  black: paint(64, 64, () => BLACK),
  "single colour": paint(100, 100, () => [18, 140, 126, 255]),
  transparent: paint(50, 50, () => CLEAR),
  "one pixel": paint(1, 1, () => [255, 128, 0, 255]),
};

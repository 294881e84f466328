import { expect, it } from "vitest";
import { measureShape } from "#build/analysis/measure/shape.js";
import { type RunPixels, withRuns } from "#src/phash/pixels.js";

/** A square image from a function that returns gray level and alpha of each pixel. */
function square(side: number, pixel: (x: number, y: number) => readonly [gray: number, alpha: number]): RunPixels {
  const data = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [gray, alpha] = pixel(x, y);
      data.set([gray, gray, gray, alpha], (y * side + x) * 4);
    }
  }
  return withRuns({ width: side, height: side, data });
}

it.each([
  ["a full square", square(128, () => [90, 255]), { cover: 1, width: 1, height: 1, sharpness: 0 }],
  ["nothing", square(128, () => [0, 0]), { cover: 0, width: 0, height: 0, sharpness: 0 }],
  [
    "a bar across the middle",
    square(128, (_, y) => (y >= 48 && y < 80 ? [0, 255] : [0, 0])),
    { cover: 0.25, width: 1, height: 0.25, sharpness: 1 },
  ],
  ["a ramp", square(128, (x) => [2 * x, 255]), { cover: 1, width: 1, height: 1, sharpness: 2 / 254 }],
  ["what is hardly there", square(128, (x) => [0, x < 64 ? 15 : 255]), { cover: 0.5, width: 0.5, height: 1 }],
])("measures %s", (_, pixels, expected) => {
  const shape = measureShape(pixels);
  for (const [field, value] of Object.entries(expected))
    expect(shape[field as keyof typeof shape]).toBeCloseTo(value, 5);
});

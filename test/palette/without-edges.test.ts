import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutEdges } from "#src/palette/without-edges.js";
import { type Pixels, withRuns } from "#src/phash/pixels.js";
import { fade, paint } from "../build/paint.js";

const alphas = ({ data }: Pixels): number[] => [...data].filter((_, at) => at % 4 === 3);

describe("image without its edges", () => {
  it.each([
    [
      "a pixel half red and half white",
      ["#ff0000", "#ff0000", "#ff8080", "#ffffff", "#ffffff"],
      [255, 255, 0, 255, 255],
    ],
    ["a hard edge", ["#ff0000", "#ff0000", "#ffffff", "#ffffff"], [255, 255, 255, 255]],
    ["a line of one pixel", ["#ff0000", "#ffffff", "#ff0000"], [255, 255, 255]],
    ["a dull line of one pixel", ["#ff0000", "#ff8080", "#ff0000"], [255, 255, 255]],
    ["a third color between two", ["#ff0000", "#00ff00", "#ffffff"], [255, 255, 255]],
    ["the last pixel before nothing", ["#ff0000", "#ff8080", "#ffffff00"], [255, 255, 0]],
    ["a slow blend", ["#404040", "#424242", "#444444"], [255, 255, 255]],
  ])("clears edge pixels of %s correctly", (_, colors, expected) => {
    expect(alphas(withoutEdges(withRuns(paint(...colors.map((hex) => [hex, 1] as const)))))).toEqual(expected);
  });

  it("clears the same pixels of a rotated image", () => {
    const row = paint(["#ff0000", 2], ["#ff8080", 1], ["#ffffff", 2]);
    const column = { ...row, width: 1, height: 5 };
    expect(alphas(withoutEdges(withRuns(column)))).toEqual([255, 255, 0, 255, 255]);
  });

  it("keeps all of a gradient that fills the image", () => {
    const blend = fade([255, 0, 80], [60, 0, 255]);
    expect(withoutEdges(withRuns(blend)).data).toEqual(blend.data);
  });

  it("only clears pixels, does not modify its input, and never clears all visible pixels", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (bytes) => {
        const data = Buffer.from(bytes);
        const kept = withoutEdges(withRuns({ width: 4, height: 4, data }));
        expect([...data]).toEqual([...bytes]);
        for (let at = 0; at < 16; at++) {
          const pixel = kept.data.subarray(at * 4, at * 4 + 4);
          if (pixel.some((value) => value !== 0)) expect([...pixel]).toEqual([...bytes.subarray(at * 4, at * 4 + 4)]);
        }
        const visible = (pixels: ArrayLike<number>): boolean =>
          Array.from(pixels).some((v, at) => at % 4 === 3 && v > 127);
        expect(visible(kept.data)).toBe(visible(bytes));
      }),
    );
  });
});

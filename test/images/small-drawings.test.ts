import { expect, it } from "vitest";
import { rasterizeDrawing } from "#src/images/rasterize.js";

/** Left, top, width and height of rectangles whose edges are not aligned to pixels. */
const RECTANGLES = Array.from({ length: 40 }, (_, at) => [
  1 + ((at * 0.618) % 1) * 9,
  1 + ((at * 0.755) % 1) * 9,
  0.5 + ((at * 0.414) % 1) * 5,
  0.5 + ((at * 0.732) % 1) * 5,
]) as [number, number, number, number][];

/** The fraction of a pixel that is between two edges. */
const covered = (place: number, from: number, to: number): number =>
  Math.max(0, Math.min(place + 1, to) - Math.max(place, from));

it.each([16, 32, 63])("antialiases the edges of drawings at %i pixels by covered area", async (side) => {
  const errors: number[] = [];
  for (const [x, y, width, height] of RECTANGLES) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}"><path fill="#f0f" d="M${x} ${y}h${width}v${height}h${-width}z"/></svg>`;
    const { data, ...size } = await rasterizeDrawing(svg, side, side);
    expect(size).toEqual({ width: side, height: side });
    for (let at = 0; at < side * side; at++) {
      const [column, row] = [at % side, Math.floor(at / side)];
      const share = covered(column, x, x + width) * covered(row, y, y + height);
      if (share > 0) errors.push(Math.abs(data[at * 4 + 3]! - 255 * share));
      if (share > 0.1) expect([...data.subarray(at * 4, at * 4 + 3)]).toEqual([255, 0, 255]);
    }
  }
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(8);
});

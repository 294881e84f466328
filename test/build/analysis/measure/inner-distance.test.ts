import fc from "fast-check";
import { expect, it } from "vitest";
import { innerDistance } from "#build/analysis/measure/strokes.js";
import { maskOf } from "./mask-of.js";

it("measures the distance to the nearest pixel outside with an error of at most 8 %", () => {
  const masks = fc
    .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }), fc.array(fc.nat(399), { maxLength: 6 }))
    .map(([width, height, holes]) => {
      const mask = new Uint8Array(width * height).fill(1);
      for (const hole of holes) mask[hole % mask.length] = 0;
      return { width, height, mask };
    });
  fc.assert(
    fc.property(masks, ({ width, height, mask }) => {
      const distance = innerDistance(maskOf(mask, width));
      const outside: (readonly [x: number, y: number])[] = [];
      for (let y = -1; y <= height; y++) {
        for (let x = -1; x <= width; x++) {
          const inside = x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] === 1;
          if (!inside) outside.push([x, y]);
        }
      }
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const measured = distance[(y + 1) * (width + 2) + x + 1]! / 5;
          if (mask[y * width + x] === 0) expect(measured).toBe(0);
          else {
            const exact = Math.min(...outside.map(([otherX, otherY]) => Math.hypot(otherX - x, otherY - y)));
            expect(Math.abs(measured - exact)).toBeLessThanOrEqual(exact * 0.08 + 1e-9);
          }
        }
      }
    }),
  );
});

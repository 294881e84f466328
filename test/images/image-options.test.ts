import fc from "fast-check";
import { expect, it } from "vitest";
import { ImageOptionError, type ImageOptions, requestKey, toImageRequest } from "#src/images/image-options.js";
import { randomRuns } from "../support/random-runs.js";

it.each<[ImageOptions, object]>([
  [
    {},
    { format: "webp", width: 128, height: 128, color: undefined, background: undefined, padding: undefined, radius: 0 },
  ],
  [{ format: "svg" }, { width: undefined, height: undefined }],
  [
    { format: "svg", size: 64 },
    { width: 64, height: 64 },
  ],
  [{ width: 64 }, { width: 64, height: 64 }],
  [{ height: 32 }, { width: 32, height: 32 }],
  [
    { width: 64, height: 32 },
    { width: 64, height: 32 },
  ],
  [{ color: "red" }, { color: "#ff0000" }],
  [{ color: "1DB954" }, { color: "#1db954" }],
  [{ color: "#0f08" }, { color: "#00ff0088" }],
  [{ color: "rgb(0 128 255 / 50%)" }, { color: "#0080ff80" }],
  [{ background: "none" }, { background: "none" }],
  [{ padding: 0.1 }, { padding: 26 / 256 }],
  [{ radius: 0.5 }, { radius: 0.5 }],
  [{ shape: "square" }, { radius: 0 }],
  [{ shape: "rounded" }, { radius: 51 / 256 }],
  [{ shape: "circle" }, { radius: 0.5 }],
  [
    { rotate: 90, flip: "both", upscale: true },
    { rotate: 90, flip: "both", upscale: true },
  ],
  [{ format: "ico", size: 256 }, { width: 256 }],
])("normalizes %j", (options, expected) => {
  expect(toImageRequest(options)).toMatchObject(expected);
});

it.each<[object, string]>([
  [{ size: 15 }, "size must be a whole number from 16 to 1024"],
  [{ size: 1025 }, "size must be a whole number from 16 to 1024"],
  [{ size: 64.5 }, "size must be a whole number from 16 to 1024"],
  [{ width: Number.NaN }, "width must be a whole number from 16 to 1024"],
  [{ format: "ico", size: 257 }, "size must be a whole number from 16 to 256"],
  [{ size: 64, width: 64 }, "size can't be combined with width or height"],
  [{ format: "gif" }, "format must be one of svg, png, webp, avif, jpg, ico"],
  [{ format: "constructor" }, "format must be one of svg, png, webp, avif, jpg, ico"],
  [{ padding: 0.51 }, "padding must be a number from 0 to 0.5"],
  [{ padding: Number.NaN }, "padding must be a number from 0 to 0.5"],
  [{ radius: -0.1 }, "radius must be a number from 0 to 0.5"],
  [{ shape: "hexagon" }, "shape must be one of square, rounded, circle"],
  [{ shape: "circle", radius: 0 }, "shape can't be combined with radius"],
  [{ rotate: 45 }, "rotate must be one of 0, 90, 180, 270"],
  [{ flip: "left" }, "flip must be one of none, horizontal, vertical, both"],
  [{ color: '"/><script>' }, "color must be a CSS color, such as red, 1db954 or rgb(0 0 0 / 50%)"],
  [{ background: "url(http://a.example)" }, "background must be a CSS color, such as red, 1db954 or rgb(0 0 0 / 50%)"],
])("rejects %j and names the option", (options, message) => {
  const parse = (): unknown => toImageRequest(options as ImageOptions);
  expect(parse).toThrow(ImageOptionError);
  expect(parse).toThrow(message);
});

it("converts a color to hex digits or rejects it, so that no text of a request gets into a drawing", () => {
  const named = fc.constantFrom("red", "rebeccapurple", "hsl(120 50% 50%)", "color(display-p3 1 0 0)", "transparent");
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" }), named), (color) => {
      try {
        expect(toImageRequest({ color }).color).toMatch(/^#[0-9a-f]{6}([0-9a-f]{2})?$/);
      } catch (error) {
        expect(error).toBeInstanceOf(ImageOptionError);
      }
    }),
    randomRuns(2000),
  );
});

it("gives requests the same key only if they are equal", () => {
  const options = fc.record(
    {
      format: fc.constantFrom("svg" as const, "png" as const, "webp" as const),
      size: fc.integer({ min: 16, max: 20 }),
      color: fc.constantFrom("red", "#f00", "blue"),
      background: fc.constantFrom("none", "red"),
      padding: fc.constantFrom(0, 0.1, 0.2),
      radius: fc.constantFrom(0, 0.1),
      flip: fc.constantFrom("none" as const, "both" as const),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(options, options, (one, other) => {
      const [a, b] = [toImageRequest(one), toImageRequest(other)];
      expect(requestKey(a) === requestKey(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
  );
});

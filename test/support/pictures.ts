import fc from "fast-check";
import { type Pixels, pixelWords } from "#src/phash/pixels.js";

/** Values around the thresholds of the measurements. */
const alphas = fc.constantFrom(0, 0, 1, 15, 16, 100, 127, 128, 249, 250, 255, 255, 255, 255);
const levels = fc.oneof(fc.constantFrom(0, 3, 40, 60, 128, 255), fc.nat(255));
const colors = fc
  .tuple(levels, levels, levels, alphas)
  .map((channels) => new Int32Array(Uint8Array.of(...channels).buffer)[0]!);

/** Rows with a few patterns of runs, so that rows resemble their neighbors. */
const drawn = (width: number, height: number): fc.Arbitrary<Pixels> =>
  fc.array(colors, { minLength: 1, maxLength: 6 }).chain((palette) => {
    const run = fc.tuple(
      fc.constantFrom(...palette),
      fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: width })),
    );
    const pattern = fc.array(run, { minLength: 1, maxLength: 12 });
    const rows = fc.array(fc.tuple(fc.nat(3), fc.nat(2)), { minLength: height, maxLength: height });
    return fc.tuple(fc.array(pattern, { minLength: 1, maxLength: 4 }), rows).map(([patterns, chosen]) =>
      pixelsOf(width, height, (words) => {
        for (const [y, [number, shift]] of chosen.entries()) {
          const line = patterns[number % patterns.length]!.flatMap(([color, length]) =>
            Array<number>(length).fill(color),
          );
          for (let x = 0; x < width; x++) words[y * width + x] = line[(x + shift) % line.length]!;
        }
      }),
    );
  });

/** A gradient in each channel, opaque or not. */
const blended = (width: number, height: number): fc.Arbitrary<Pixels> => {
  const slope = fc.tuple(fc.nat(255), fc.integer({ min: -12, max: 12 }), fc.integer({ min: -12, max: 12 }));
  return fc.tuple(slope, slope, slope, fc.boolean(), slope).map(([red, green, blue, opaque, alpha]) =>
    pixelsOf(width, height, (words) => {
      const bytes = new Uint8ClampedArray(words.buffer);
      for (let at = 0; at < words.length; at++) {
        for (const [channel, [from, across, down]] of [
          red,
          green,
          blue,
          opaque ? ([255, 0, 0] as const) : alpha,
        ].entries()) {
          bytes[at * 4 + channel] = from + across * (at % width) + down * Math.floor(at / width);
        }
      }
    }),
  );
};

const noise = (width: number, height: number): fc.Arbitrary<Pixels> =>
  fc
    .array(colors, { minLength: width * height, maxLength: width * height })
    .map((chosen) => pixelsOf(width, height, (words) => words.set(chosen)));

function pixelsOf(width: number, height: number, paint: (words: Int32Array) => void): Pixels {
  const data = new Uint8Array(width * height * 4);
  paint(pixelWords(data));
  return { width, height, data };
}

/**
 * Typical images: mostly runs, some gradients, some noise. @param most maximum side in pixels, in multiples of `step`
 */
export function pictures(most: number, step = 1): fc.Arbitrary<Pixels> {
  const side = fc.integer({ min: 1, max: most }).map((count) => count * step);
  return fc
    .tuple(side, side)
    .chain(([width, height]) =>
      fc.oneof({ weight: 4, arbitrary: drawn(width, height) }, blended(width, height), noise(width, height)),
    );
}

/** Square images. */
export function squares(most: number): fc.Arbitrary<Pixels> {
  return fc
    .integer({ min: 1, max: most })
    .chain((side) => fc.oneof({ weight: 4, arbitrary: drawn(side, side) }, blended(side, side), noise(side, side)));
}

/** Adds a transparent pixel on each side. */
export function framed(inner: fc.Arbitrary<Pixels>): fc.Arbitrary<Pixels> {
  return inner.map(({ width, height, data }) =>
    pixelsOf(width + 2, height + 2, (words) => {
      for (let y = 0; y < height; y++)
        words.set(pixelWords(data).subarray(y * width, (y + 1) * width), (y + 1) * (width + 2) + 1);
    }),
  );
}

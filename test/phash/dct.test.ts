import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DCT_LENGTH, dct32 } from "#src/phash/dct.js";

const samples = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: DCT_LENGTH, maxLength: DCT_LENGTH });

function byDefinition(values: readonly number[]): number[] {
  return values.map((_, k) =>
    values.reduce((sum, value, n) => sum + 2 * value * Math.cos((Math.PI * k * (2 * n + 1)) / (2 * DCT_LENGTH)), 0),
  );
}

/** `scipy.fftpack.dct` of k² · 37 mod 251, k from 0 to 31. */
const OF_SCIPY = [
  8748.0, -924.4373160507218, -631.0240198586318, -1051.0978564652153, -42.612864634497555, -2.867445323932685,
  66.43597629067254, -304.0515651760888, -176.23328597225998, -819.8313034422879, -477.36937655952056,
  256.3752058946517, -675.5462659340374, 861.574986446632, 203.39929656045683, -580.7226499560904, -455.3767670841366,
  -860.4377197451206, -78.08321111052247, 964.7030484042034, -984.3956512817108, -117.1570030153803, 1093.0685239025936,
  -78.31872832996737, 624.0623597970155, -330.0793614580926, -98.1437133285426, 325.53967822377456, 852.8930695508534,
  -293.02004945066193, -990.2475335126082, 561.6775396012415,
];

describe("cosine transform of 32 samples", () => {
  it("matches the definition of the cosine transform", () => {
    fc.assert(
      fc.property(samples, (values) => {
        const ours = dct32(Float64Array.from(values));
        for (const [k, value] of byDefinition(values).entries()) expect(ours[k]).toBeCloseTo(value, 8);
      }),
    );
  });

  it("matches SciPy's cosine transform to the last bit", () => {
    const values = Float64Array.from({ length: DCT_LENGTH }, (_, k) => (k * k * 37) % 251);
    expect([...dct32(values)]).toEqual(OF_SCIPY);
  });
});

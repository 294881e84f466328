/** Number of samples. */
export const DCT_LENGTH = 32;

// The constants are written out, bit for bit those of `pocketfft`: each is a product of two correctly rounded ones, and
// engines differ in the last bit of `Math.cos`.

/** cos(π(k + 1) / 64) for k from 0 to 30. */
const QUARTER_TURN = Float64Array.of(
  ...[0.9987954562051724, 0.9951847266721969, 0.989176509964781, 0.9807852804032304, 0.970031253194544],
  ...[0.9569403357322088, 0.9415440651830208, 0.9238795325112867, 0.9039892931234433, 0.881921264348355],
  ...[0.8577286100002721, 0.8314696123025452, 0.8032075314806449, 0.773010453362737, 0.7409511253549591],
  ...[0.7071067811865475, 0.6715589548470183, 0.6343932841636455, 0.5956993044924332, 0.5555702330196022],
  ...[0.5141027441932217, 0.47139673682599753, 0.42755509343028203, 0.38268343236508967, 0.33688985339221994],
  ...[0.2902846772544623, 0.24298017990326393, 0.19509032201612825, 0.14673047445536164, 0.09801714032956049],
  0.04906767432741799,
);

/** cos(πk / 16) and sin(πk / 16), alternating, for k from 0 to 7. */
const ROOTS = Float64Array.of(
  ...[1, 0, 0.9807852804032304, 0.19509032201612825, 0.9238795325112867, 0.3826834323650898],
  ...[0.8314696123025452, 0.5555702330196022, 0.7071067811865475, Math.SQRT1_2],
  ...[0.5555702330196022, 0.8314696123025452, 0.3826834323650898, 0.9238795325112867],
  ...[0.19509032201612825, 0.9807852804032304],
);

/**
 * The unnormalized DCT-II of 32 samples, 2 · Σ xₙ cos(πk(2n + 1) / 64), by a real Fourier transform of the same length
 * (Makhoul, "A fast cosine transform in one and two dimensions", 1980) with factors 2, 4 and 4 (Swarztrauber's
 * FFTPACK). Additions and multiplications have the same order as in `pocketfft`, which SciPy and NumPy use, so that the
 * result is bit-identical: coefficients of a symmetric image differ only by rounding, and a hash compares them.
 *
 * @param samples 32 of them; they are overwritten
 * @param other where the coefficients are written
 * @returns 32 coefficients, lowest frequency first
 */
export function dct32(samples: Float64Array, other: Float64Array = new Float64Array(DCT_LENGTH)): Float64Array {
  fold(samples);
  splitInTwo(samples, other);
  splitInFour(other, samples, 2);
  splitInFour(samples, other, 8);
  turn(other);
  return other;
}

/**
 * Sums and differences of adjacent values: the spectrum whose Fourier transform is the cosine transform, up to a
 * rotation.
 */
function fold(values: Float64Array): void {
  const last = DCT_LENGTH - 1;
  values[0] = 2 * (values[0] as number);
  values[last] = 2 * (values[last] as number);
  for (let at = 1; at < last; at += 2) {
    const left = values[at] as number;
    const right = values[at + 1] as number;
    values[at] = left + right;
    values[at + 1] = right - left;
  }
}

/** The first step backwards from a half-complex spectrum: two of 16 out of one of 32. */
function splitInTwo(input: Float64Array, output: Float64Array): void {
  const half = DCT_LENGTH / 2;
  output[0] = (input[0] as number) + (input[31] as number);
  output[half] = (input[0] as number) - (input[31] as number);
  output[half - 1] = 2 * (input[half - 1] as number);
  output[31] = -2 * (input[half] as number);
  for (let at = 2; at < half; at += 2) {
    const mirrored = DCT_LENGTH - at;
    const real = (input[at - 1] as number) - (input[mirrored - 1] as number);
    const imaginary = (input[at] as number) + (input[mirrored] as number);
    const cos = ROOTS[at] as number;
    const sin = ROOTS[at + 1] as number;
    output[at - 1] = (input[at - 1] as number) + (input[mirrored - 1] as number);
    output[at] = (input[at] as number) - (input[mirrored] as number);
    output[half + at - 1] = cos * real - sin * imaginary;
    output[half + at] = cos * imaginary + sin * real;
  }
}

/** A later step: each of `groups` spectra becomes four, each a quarter as wide (4 values, then 1). */
function splitInFour(input: Float64Array, output: Float64Array, groups: 2 | 8): void {
  const width = DCT_LENGTH / (4 * groups);
  const quarter = DCT_LENGTH / 4;
  for (let group = 0; group < groups; group++) {
    const from = 4 * width * group;
    const to = width * group;
    const sum = (input[from] as number) + (input[from + 4 * width - 1] as number);
    const difference = (input[from] as number) - (input[from + 4 * width - 1] as number);
    const real = 2 * (input[from + 2 * width - 1] as number);
    const imaginary = 2 * (input[from + 2 * width] as number);
    output[to] = sum + real;
    output[to + quarter] = difference - imaginary;
    output[to + 2 * quarter] = sum - real;
    output[to + 3 * quarter] = difference + imaginary;
    if (width === 4) splitMiddle(input, from, output, to);
  }
}

/** The interior of a spectrum of 16: the rotated pair, and the last value of each quarter. */
function splitMiddle(input: Float64Array, from: number, output: Float64Array, to: number): void {
  const imaginarySum = (input[from + 12] as number) + (input[from + 4] as number);
  const imaginaryDifference = (input[from + 12] as number) - (input[from + 4] as number);
  const realSum = (input[from + 3] as number) + (input[from + 11] as number);
  const realDifference = (input[from + 3] as number) - (input[from + 11] as number);
  output[to + 3] = realSum + realSum;
  output[to + 11] = Math.SQRT2 * (realDifference - imaginarySum);
  output[to + 19] = imaginaryDifference + imaginaryDifference;
  output[to + 27] = -Math.SQRT2 * (realDifference + imaginarySum);

  const a = (input[from + 1] as number) + (input[from + 13] as number);
  const b = (input[from + 1] as number) - (input[from + 13] as number);
  const c = (input[from + 2] as number) + (input[from + 14] as number);
  const d = (input[from + 2] as number) - (input[from + 14] as number);
  const e = (input[from + 10] as number) + (input[from + 6] as number);
  const f = (input[from + 10] as number) - (input[from + 6] as number);
  const g = (input[from + 9] as number) + (input[from + 5] as number);
  const h = (input[from + 9] as number) - (input[from + 5] as number);
  output[to + 1] = a + g;
  output[to + 2] = d + f;
  turnPair(output, to + 9, b - e, c + h, 2);
  turnPair(output, to + 17, a - g, d - f, 4);
  turnPair(output, to + 25, b + e, c - h, 6);
}

/** A complex number, rotated by `sixteenths` of half a circle. */
function turnPair(output: Float64Array, at: number, real: number, imaginary: number, sixteenths: number): void {
  const cos = ROOTS[2 * sixteenths] as number;
  const sin = ROOTS[2 * sixteenths + 1] as number;
  output[at] = cos * real - sin * imaginary;
  output[at + 1] = cos * imaginary + sin * real;
}

/** Converts the transform's values, in mirrored pairs, to the coefficients. */
function turn(values: Float64Array): void {
  const half = DCT_LENGTH / 2;
  for (let at = 1; at < half; at++) {
    const mirrored = DCT_LENGTH - at;
    const low = values[at] as number;
    const high = values[mirrored] as number;
    const near = QUARTER_TURN[at - 1] as number;
    const far = QUARTER_TURN[mirrored - 1] as number;
    const sum = near * high + far * low;
    const difference = near * low - far * high;
    values[at] = 0.5 * (sum + difference);
    values[mirrored] = 0.5 * (sum - difference);
  }
  values[half] = (values[half] as number) * (QUARTER_TURN[half - 1] as number);
}

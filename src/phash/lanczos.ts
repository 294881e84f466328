const LOBES = 3;
const PRECISION_BITS = 22;

/** For each output sample: the first input sample and the fixed-point weights from there on. */
interface Kernel {
  readonly firsts: Int32Array;
  readonly weights: readonly Int32Array[];
}

/**
 * Resizes one channel as `Image.resize((size, size), Image.LANCZOS)` of the Python Imaging Library does: windowed sinc
 * with three lobes, support grown with the scale, a horizontal pass and then a vertical one, weights normalised and
 * rounded to 22-bit fixed point, each pass rounded and clipped to 8 bits. Aspect is ignored.
 *
 * Cost: about 6 · width · height multiplications for the first pass.
 */
export function resizeLanczos(channel: Uint8Array, width: number, height: number, size: number): Uint8Array {
  const rows = resample(channel, width, height, kernel(width, size), size);
  return transpose(resample(transpose(rows, size, height), height, size, kernel(height, size), size), size, size);
}

/** Resamples every row; PIL leaves a pass out whose length does not change. */
function resample(input: Uint8Array, width: number, height: number, taps: Kernel, size: number): Uint8Array {
  if (width === size) return input;
  const output = new Uint8Array(size * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < size; x++) {
      const first = y * width + (taps.firsts[x] as number);
      const weights = taps.weights[x] as Int32Array;
      let sum = 1 << (PRECISION_BITS - 1);
      for (let tap = 0; tap < weights.length; tap++) sum += (input[first + tap] as number) * (weights[tap] as number);
      output[y * size + x] = Math.min(255, Math.max(0, sum >> PRECISION_BITS));
    }
  }
  return output;
}

function kernel(length: number, size: number): Kernel {
  const scale = length / size;
  const filterScale = Math.max(scale, 1);
  const support = LOBES * filterScale;
  const firsts = new Int32Array(size);
  const weights: Int32Array[] = [];
  for (let out = 0; out < size; out++) {
    const center = (out + 0.5) * scale;
    const first = Math.max(0, Math.trunc(center - support + 0.5));
    const last = Math.min(length, Math.trunc(center + support + 0.5));
    const raw = Array.from({ length: last - first }, (_, tap) => lanczos((tap + first - center + 0.5) / filterScale));
    const total = raw.reduce((sum, weight) => sum + weight, 0);
    firsts[out] = first;
    weights.push(Int32Array.from(raw, (weight) => toFixedPoint(weight / total)));
  }
  return { firsts, weights };
}

function toFixedPoint(weight: number): number {
  return Math.trunc(weight * 2 ** PRECISION_BITS + (weight < 0 ? -0.5 : 0.5));
}

function lanczos(x: number): number {
  return x >= -LOBES && x < LOBES ? sinc(x) * sinc(x / LOBES) : 0;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(x * Math.PI) / (x * Math.PI);
}

function transpose(input: Uint8Array, width: number, height: number): Uint8Array {
  const output = new Uint8Array(input.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) output[x * height + y] = input[y * width + x] as number;
  }
  return output;
}

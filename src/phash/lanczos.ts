const LOBES = 3;
const PRECISION_BITS = 22;
const HALF = 1 << (PRECISION_BITS - 1);

/** For each output sample: the first input sample and the fixed-point weights from there on, all in one array. */
interface Kernel {
  readonly firsts: Int32Array;
  /** Where the weights of each output sample begin; one more entry than samples. */
  readonly starts: Int32Array;
  readonly weights: Int32Array;
}

/**
 * Resizes one channel as `Image.resize((size, size), Image.LANCZOS)` of the Python Imaging Library does: windowed sinc
 * with three lobes, support grown with the scale, a horizontal pass and then a vertical one, weights normalised and
 * rounded to 22-bit fixed point, each pass rounded and clipped to 8 bits. Aspect is ignored.
 *
 * Cost: about 6 · width · height multiplications for the first pass.
 */
export function resizeLanczos(channel: Uint8Array, width: number, height: number, size: number): Uint8Array {
  // PIL leaves a pass out whose length does not change.
  const across = width === size ? undefined : kernelOf(width, size);
  const down = height === size ? undefined : height === width ? across : kernelOf(height, size);
  const rows = across === undefined ? channel : resample(channel, { lines: height, line: width, sample: 1 }, across);
  return down === undefined ? rows : resample(rows, { lines: size, line: 1, sample: size }, down);
}

/** How lines, rows or columns, lie in memory: how many, and the steps from line to line and from sample to sample. */
interface Layout {
  readonly lines: number;
  readonly line: number;
  readonly sample: number;
}

/** Resamples every line. Four are taken at a time: a weight that was read serves all of them, which halves the time. */
function resample(input: Uint8Array, { lines, line, sample }: Layout, { firsts, starts, weights }: Kernel): Uint8Array {
  const size = firsts.length;
  const output = new Uint8Array(size * lines);
  // Rows stay rows, columns stay columns.
  const lineOut = sample === 1 ? size : 1;
  const sampleOut = sample === 1 ? 1 : lines;
  for (let line0 = 0; line0 < lines; line0 += 4) {
    // Past the last line, that one is done again.
    const line1 = Math.min(line0 + 1, lines - 1);
    const line2 = Math.min(line0 + 2, lines - 1);
    const line3 = Math.min(line0 + 3, lines - 1);
    for (let out = 0; out < size; out++) {
      const first = (firsts[out] as number) * sample;
      const end = starts[out + 1] as number;
      let from0 = line0 * line + first;
      let from1 = line1 * line + first;
      let from2 = line2 * line + first;
      let from3 = line3 * line + first;
      let sum0 = HALF;
      let sum1 = HALF;
      let sum2 = HALF;
      let sum3 = HALF;
      for (let tap = starts[out] as number; tap < end; tap++) {
        const weight = weights[tap] as number;
        sum0 = (sum0 + Math.imul(input[from0] as number, weight)) | 0;
        sum1 = (sum1 + Math.imul(input[from1] as number, weight)) | 0;
        sum2 = (sum2 + Math.imul(input[from2] as number, weight)) | 0;
        sum3 = (sum3 + Math.imul(input[from3] as number, weight)) | 0;
        from0 += sample;
        from1 += sample;
        from2 += sample;
        from3 += sample;
      }
      const to = out * sampleOut;
      output[line0 * lineOut + to] = clip(sum0 >> PRECISION_BITS);
      output[line1 * lineOut + to] = clip(sum1 >> PRECISION_BITS);
      output[line2 * lineOut + to] = clip(sum2 >> PRECISION_BITS);
      output[line3 * lineOut + to] = clip(sum3 >> PRECISION_BITS);
    }
  }
  return output;
}

function clip(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

function kernelOf(length: number, size: number): Kernel {
  const scale = length / size;
  const filterScale = Math.max(scale, 1);
  const support = LOBES * filterScale;
  const firsts = new Int32Array(size);
  const starts = new Int32Array(size + 1);
  const raw: number[] = [];
  for (let out = 0; out < size; out++) {
    const center = (out + 0.5) * scale;
    const first = Math.max(0, Math.trunc(center - support + 0.5));
    const last = Math.min(length, Math.trunc(center + support + 0.5));
    const start = raw.length;
    let total = 0;
    for (let at = first; at < last; at++) {
      const weight = lanczos((at - center + 0.5) / filterScale);
      raw.push(weight);
      total += weight;
    }
    for (let at = start; at < raw.length; at++) raw[at] = toFixedPoint((raw[at] as number) / total);
    firsts[out] = first;
    starts[out + 1] = raw.length;
  }
  return { firsts, starts, weights: Int32Array.from(raw) };
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

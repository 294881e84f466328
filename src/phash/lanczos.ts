const LOBES = 3;
const PRECISION_BITS = 22;
const HALF = 1 << (PRECISION_BITS - 1);

/** A line of samples, as runs of equal samples. */
export interface Runs {
  count: number;
  /** Start of each run; the first is 0. At least as long as the line. */
  readonly starts: Int32Array;
  /** The sample value of each run, 0 to 255. */
  readonly levels: Int32Array;
}

/** Writes the runs of a line to `runs`. Adjacent runs may have the same level. */
export type ReadRuns = (line: number, runs: Runs) => void;

/**
 * Resizes one channel like `Image.resize((size, size), Image.LANCZOS)` of the Python Imaging Library: windowed sinc
 * with three lobes, support scaled with the image, a horizontal and then a vertical pass, weights normalized and
 * rounded to 22-bit fixed point, each pass rounded and clipped to 8 bits. The aspect ratio is ignored.
 *
 * Cost: about 6 multiplications for each run of the rows.
 */
export function resizeLanczos(readRow: ReadRuns, width: number, height: number, size: number): Uint8Array {
  const across = lanczosKernel(width, size);
  const down = lanczosKernel(height, size);
  const columns = resample(readRow, height, across);
  return resample(runsOf(columns, height), size, down);
}

/** Reads the runs of consecutive lines. */
export function runsOf(samples: Uint8Array, length: number): ReadRuns {
  return (line, runs) => {
    const { starts, levels } = runs;
    const from = line * length;
    let count = 0;
    let level = -1;
    for (let at = 0; at < length; at++) {
      const sample = samples[from + at] as number;
      if (sample === level) continue;
      level = sample;
      starts[count] = at;
      levels[count++] = level;
    }
    runs.count = count;
  };
}

/**
 * Resamples every line and transposes: lines become columns. A weighted sum of samples equals the sum, over the
 * positions where the level changes, of the change times all weights from there on. All values are integers, so the
 * result is bit-identical, and a line of a drawing has only a few changes. Lines equal to the one before, as those of
 * margins, are copied.
 */
function resample(read: ReadRuns, lines: number, kernel: LanczosKernel): Uint8Array {
  const { firsts, totals, lowest, room, weights } = kernel;
  const size = firsts.length;
  const output = new Uint8Array(size * lines);
  const sums = new Int32Array(size + room);
  let runs = runsFor(lowest.length);
  let previous = runsFor(lowest.length);
  for (let line = 0; line < lines; line++) {
    read(line, runs);
    if (areEqual(runs, previous)) {
      for (let to = line; to < output.length; to += lines) output[to] = output[to - 1]!;
      continue;
    }
    const { starts, levels } = runs;
    let level = levels[0] as number;
    let begun = 0;
    for (let run = 1; run < runs.count; run++) {
      const start = starts[run] as number;
      for (; begun < size && (firsts[begun] as number) < start; begun++) sums[begun] = Math.imul(level, totals[begun]!);
      const change = (levels[run] as number) - level;
      const low = lowest[start]!;
      const weight = start * room;
      for (let out = 0; out < room; out++)
        sums[low + out] = (sums[low + out]! + Math.imul(change, weights[weight + out]!)) | 0;
      level += change;
    }
    for (; begun < size; begun++) sums[begun] = Math.imul(level, totals[begun]!);
    for (let out = 0, to = line; out < size; out++, to += lines) {
      output[to] = clip(((sums[out] as number) + HALF) >> PRECISION_BITS);
    }
    [runs, previous] = [previous, runs];
  }
  return output;
}

function runsFor(length: number): Runs {
  return { count: 0, starts: new Int32Array(length), levels: new Int32Array(length) };
}

function areEqual(one: Runs, other: Runs): boolean {
  if (one.count !== other.count) return false;
  for (let run = 0; run < one.count; run++) {
    if (one.starts[run] !== other.starts[run] || one.levels[run] !== other.levels[run]) return false;
  }
  return true;
}

function clip(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

/** Cumulative fixed-point weights. */
export interface LanczosKernel {
  /** For each output sample, the first input sample with a weight. */
  readonly firsts: Int32Array;
  /** For each output sample, the sum of its weights. */
  readonly totals: Int32Array;
  /** For each input sample, the first output sample whose weights begin before it and end after it. */
  readonly lowest: Int32Array;
  /** Maximum number of these output samples, for any input sample. */
  readonly room: number;
  /** For each input sample and `room` output samples, the sum of the output sample's weights from there on, or zero. */
  readonly weights: Int32Array;
}

/** Recently used kernels: most images have the same size, and a kernel costs more than resampling a row. */
const kernels = new Map<string, LanczosKernel>();
const MAX_KERNELS = 8;

/** The weights of `resizeLanczos` for lines of `length` samples and `size` results. */
export function lanczosKernel(length: number, size: number): LanczosKernel {
  const key = `${length} ${size}`;
  const known = kernels.get(key);
  if (known !== undefined) return known;
  if (kernels.size === MAX_KERNELS) kernels.clear();
  const kernel = makeKernel(length, size);
  kernels.set(key, kernel);
  return kernel;
}

function makeKernel(length: number, size: number): LanczosKernel {
  const scale = length / size;
  const filterScale = Math.max(scale, 1);
  const support = LOBES * filterScale;
  const firsts = new Int32Array(size);
  const totals = new Int32Array(size);
  // For each output sample, the sum of its weights from each of its input samples on.
  const sums: Int32Array[] = [];
  for (let out = 0; out < size; out++) {
    const center = (out + 0.5) * scale;
    const first = Math.max(0, Math.trunc(center - support + 0.5));
    const last = Math.min(length, Math.trunc(center + support + 0.5));
    const raw = Float64Array.from({ length: last - first }, (_, at) =>
      lanczos((first + at - center + 0.5) / filterScale),
    );
    const total = raw.reduce((sum, weight) => sum + weight, 0);
    const weights = Int32Array.from(raw, (weight) => toFixedPoint(weight / total));
    for (let at = weights.length - 2; at >= 0; at--) weights[at]! += weights[at + 1] as number;
    firsts[out] = first;
    totals[out] = weights[0] as number;
    sums.push(weights);
  }
  const lowest = new Int32Array(length);
  const tails: number[][] = [];
  let low = 0;
  for (let at = 0; at < length; at++) {
    while (low < size && (firsts[low] as number) + sums[low]!.length <= at) low++;
    lowest[at] = low;
    const tail: number[] = [];
    for (let out = low; out < size && firsts[out]! < at; out++) tail.push(sums[out]![at - firsts[out]!]!);
    tails.push(tail);
  }
  const room = Math.max(...tails.map((tail) => tail.length));
  const weights = new Int32Array(length * room);
  for (const [at, tail] of tails.entries()) weights.set(tail, at * room);
  return { firsts, totals, lowest, room, weights };
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

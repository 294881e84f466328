import { MEAN_BITS, MEAN_PARTS, NO_MEAN } from "../../format/mean-color.js";
import { type CooperativeTask, inSteps } from "../cooperative-task.js";

/** What stands for the distance of an icon without a palette. */
export const NO_PALETTE_STEPS = 255;
/** Palettes that are farther apart than this count as this far. */
const MOST_STEPS = NO_PALETTE_STEPS - 1;

// Constants of this module are known to the compiler of the loop; imported ones are looked up in each step.
const A_SHIFT = MEAN_BITS;
const B_SHIFT = 2 * MEAN_BITS;
const MASK = 2 ** MEAN_BITS - 1;
const PARTS = MEAN_PARTS;
const NONE = NO_MEAN;

/** Each of two means is rounded by half a part along each axis. */
const ROUNDED = Math.sqrt(3);

/** How far the mean colours of all icons are from one of them. */
export interface MeanDistances {
  /** Whole steps of OKLab per ordinal, rounded down: palettes are at least as far apart. `NO_PALETTE_STEPS` where there is none. */
  readonly steps: Uint8Array;
  /** How many icons are at each distance. */
  readonly counts: Int32Array;
}

/**
 * Works out the distances of mean colours, in memory that is used again: distances are good until the next are worked out.
 * Mass can't be carried less far than its centre moves. Source: Rubner, Tomasi, Guibas, 2000, theorem 1.
 *
 * Cost: one pass over 4 bytes per icon, some nanoseconds each. Memory: a byte per icon, from the first time on.
 */
export function createMeanDistances(means: Int32Array): (asked: number) => CooperativeTask<MeanDistances> {
  const counts = new Int32Array(NO_PALETTE_STEPS + 1);
  let memory: Uint8Array | undefined;
  return function* (asked) {
    memory ??= new Uint8Array(means.length);
    const steps = memory;
    counts.fill(0);
    yield* inSteps(means.length, (from, until) => {
      fillSteps(means, asked, steps, from, until);
      countSteps(steps, counts, from, until);
    });
    return { steps, counts };
  };
}

/** Products and differences are kept to 32 bits: floating point would take five times as long. */
function fillSteps(means: Int32Array, asked: number, steps: Uint8Array, from: number, until: number): void {
  const mean = means[asked]!;
  const lightness = mean & MASK;
  const a = (mean >>> A_SHIFT) & MASK;
  const b = mean >>> B_SHIFT;
  for (let ordinal = from; ordinal < until; ordinal++) {
    const other = means[ordinal]!;
    const differenceL = (lightness - (other & MASK)) | 0;
    const differenceA = (a - ((other >>> A_SHIFT) & MASK)) | 0;
    const differenceB = (b - (other >>> B_SHIFT)) | 0;
    const square =
      (Math.imul(differenceL, differenceL) +
        Math.imul(differenceA, differenceA) +
        Math.imul(differenceB, differenceB)) |
      0;
    const least = ((Math.sqrt(square) - ROUNDED) / PARTS) | 0;
    steps[ordinal] = other === NONE ? NO_PALETTE_STEPS : Math.min(MOST_STEPS, Math.max(0, least));
  }
}

/** In a pass of its own: most icons of large sets are at one distance, so a step that counts would wait for the one before it. */
function countSteps(steps: Uint8Array, counts: Int32Array, from: number, until: number): void {
  for (let ordinal = from; ordinal < until; ordinal++) counts[steps[ordinal]!]!++;
}

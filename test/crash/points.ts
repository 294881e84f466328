import { availableParallelism } from "node:os";
import type { FileCall } from "./traced.js";

/** Number of kill points; `npm run test:long test/crash` tries 500, and every failure of every call. */
export const POINTS = Number(process.env.CRASH_POINTS ?? 10);
export const IS_LONG = POINTS > 100;
export const LONGEST_MS = 3_600_000;

/** Minimum per part; with so few calls, all are tried. */
const LEAST = 3;
const FEW = 6;

/**
 * Selects a share of all points, spread over the calls in their order, half of them in the last fifth, in which the
 * live generation is decided. The short form omits calls that change nothing.
 */
export function spread(all: readonly FileCall[], share: number): FileCall[] {
  const calls = IS_LONG ? all : all.filter(({ call, creates }) => call !== "close" && (call !== "openat" || creates));
  const count = Math.max(LEAST, Math.round(POINTS * share));
  if (calls.length <= Math.max(count, FEW)) return [...calls];
  const late = Math.floor(calls.length * 0.8);
  const half = Math.ceil(count / 2);
  return [...evenly(calls.slice(0, late), count - half), ...evenly(calls.slice(late), half)];
}

/** Includes the last item. */
function evenly<T>(items: readonly T[], count: number): T[] {
  if (count >= items.length) return [...items];
  return Array.from({ length: count }, (_, at) => items[Math.ceil(((at + 1) * items.length) / count) - 1]!);
}

/** Processes all items, with as many in parallel as there are cores. */
export async function forEach<T>(items: readonly T[], work: (item: T, at: number) => Promise<void>): Promise<void> {
  const left = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

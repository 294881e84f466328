import { availableParallelism } from "node:os";
import type { FileCall } from "./traced.js";

/** How many moments are tried; `npm run test:long test/crash` tries 500, and every failure of every call. */
export const POINTS = Number(process.env.CRASH_POINTS ?? 16);
export const IS_LONG = POINTS > 100;
export const LONGEST_MS = 3_600_000;

/** Some of each part; and so few calls that all are tried. */
const LEAST = 3;
const FEW = 6;

/**
 * A share of all points, spread over the calls in their order: half of them in the last fifth, where it is decided which generation is
 * live. The short form leaves out what changes nothing.
 */
export function spread(all: readonly FileCall[], share: number): FileCall[] {
  const calls = IS_LONG ? all : all.filter(({ call, creates }) => call !== "close" && (call !== "openat" || creates));
  const count = Math.max(LEAST, Math.round(POINTS * share));
  if (calls.length <= Math.max(count, FEW)) return [...calls];
  const late = Math.floor(calls.length * 0.8);
  const half = Math.ceil(count / 2);
  return [...evenly(calls.slice(0, late), count - half), ...evenly(calls.slice(late), half)];
}

/** The last one is among them. */
function evenly<T>(items: readonly T[], count: number): T[] {
  if (count >= items.length) return [...items];
  return Array.from({ length: count }, (_, at) => items[Math.ceil(((at + 1) * items.length) / count) - 1]!);
}

/** Does work for each item, as many at a time as there are cores. */
export async function forEach<T>(items: readonly T[], work: (item: T, at: number) => Promise<void>): Promise<void> {
  const left = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEarthMover } from "#src/color/earth-mover.js";
import { randomRuns } from "../support/random-runs.js";

const SIZE = 5;
const mover = createEarthMover(SIZE);

/** The work for a matrix of costs between masses, with a row for each source. */
function workOf(supply: readonly number[], demand: readonly number[], costs: readonly (readonly number[])[]): number {
  mover.supply.set(supply);
  mover.demand.set(demand);
  for (const [source, row] of costs.entries()) mover.costs.set(row, source * SIZE);
  return mover.move(supply.length, demand.length);
}

/** The minimum over all ways of assigning units of supply to units of demand. */
function byTryingAll(
  supply: readonly number[],
  demand: readonly number[],
  costs: readonly (readonly number[])[],
): number {
  const units = supply.flatMap((mass, source) => Array<number>(mass).fill(source));
  const left = [...demand];
  const least = (unit: number): number => {
    if (unit === units.length) return 0;
    let best = Number.POSITIVE_INFINITY;
    for (const [sink, cost] of costs[units[unit]!]!.entries()) {
      if (left[sink] === 0) continue;
      left[sink]!--;
      best = Math.min(best, cost + least(unit + 1));
      left[sink]!++;
    }
    return best;
  };
  return least(0);
}

/** Six units in up to five piles. */
const heaps = fc
  .array(fc.integer({ min: 0, max: 6 }), { maxLength: SIZE - 1 })
  .map((cuts) => [0, ...cuts.sort((a, b) => a - b), 6])
  .map((cuts) => cuts.slice(1).map((cut, at) => cut - cuts[at]!));
const matrix = fc.array(fc.array(fc.nat(9), { minLength: SIZE, maxLength: SIZE }), {
  minLength: SIZE,
  maxLength: SIZE,
});
const cut = (costs: readonly (readonly number[])[], rows: number, columns: number): number[][] =>
  costs.slice(0, rows).map((row) => row.slice(0, columns));

describe("earth mover's distance", () => {
  it("returns the least work of all ways to move every unit", () => {
    fc.assert(
      fc.property(heaps, heaps, matrix, (supply, demand, costs) => {
        const used = cut(costs, supply.length, demand.length);
        expect(workOf(supply, demand, used)).toBe(byTryingAll(supply, demand, used));
      }),
      randomRuns(2000),
    );
  });

  it("moves mass elsewhere if that makes room for a cheaper total", () => {
    // Greedily choosing the cheapest path first, 0 to 0, would cost 1 + 100.
    const costs = [
      [1, 2],
      [3, 100],
    ];
    expect(workOf([1, 1], [1, 1], costs)).toBe(5);
  });

  it("returns the same earth mover's distance in both directions", () => {
    fc.assert(
      fc.property(heaps, heaps, matrix, (supply, demand, costs) => {
        const used = cut(costs, supply.length, demand.length);
        const turned = demand.map((_, sink) => used.map((row) => row[sink]!));
        expect(workOf(supply, demand, used)).toBe(workOf(demand, supply, turned));
      }),
    );
  });

  it("equals the area between the two cumulative sums for masses along a line", () => {
    const masses = fc.array(fc.nat(50), { minLength: SIZE, maxLength: SIZE });
    fc.assert(
      fc.property(masses, masses, (first, second) => {
        const total = (list: readonly number[]): number => list.reduce((sum, mass) => sum + mass, 0);
        const supply = first.with(0, first[0]! + Math.max(0, total(second) - total(first)));
        const demand = second.with(0, second[0]! + Math.max(0, total(first) - total(second)));
        const costs = supply.map((_, source) => demand.map((__, sink) => Math.abs(source - sink)));
        let carried = 0;
        let area = 0;
        for (const [at, mass] of supply.entries()) {
          carried += mass - demand[at]!;
          area += Math.abs(carried);
        }
        expect(workOf(supply, demand, costs)).toBe(area);
      }),
    );
  });

  it("moves no more mass than there is, and no more than there is room for", () => {
    expect(workOf([5], [2], [[3]])).toBe(6);
    expect(workOf([2], [5], [[3]])).toBe(6);
    expect(workOf([0], [5], [[3]])).toBe(0);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Act as Effect,
  type SimulatedProcess,
  type Start,
  simulate,
  type World,
} from "../support/simulated-workers.js";

/** Number of random sequences; `SUPERVISION_SEQUENCES=5000` for the full number. */
const SEQUENCES = Number(process.env.SUPERVISION_SEQUENCES ?? 300);
const SILENCE_MS = 15_000;
const DRAIN_MS = 20_000;
const START_MS = 30_000;

type Act =
  | { readonly act: "kill" | "drain" | "stop" | "go on"; readonly which: number }
  | { readonly act: "restart" }
  | { readonly act: "wait"; readonly ms: number }
  | { readonly act: "start"; readonly how: Start }
  | { readonly act: "drain slowly"; readonly ms: number };

const START_WAYS: Start[] = ["soon", "soon", "late", "never", "without a generation", "crashes", "not at all"];
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constantFrom("kill", "drain", "stop", "go on"), which: fc.nat(9) }),
  fc.constant<Act>({ act: "restart" }),
  fc.record({
    act: fc.constant("wait"),
    ms: fc.oneof(fc.integer({ min: 1, max: 1500 }), fc.integer({ min: 1, max: 60_000 })),
  }),
  fc.record({ act: fc.constant("start"), how: fc.constantFrom(...START_WAYS) }),
  fc.record({ act: fc.constant("drain slowly"), ms: fc.constantFrom(5, 3000, 60_000) }),
);

function perform(world: World, act: Act): void {
  if (act.act === "restart") world.supervision.restart();
  else if (act.act === "wait") world.wait(act.ms);
  else if (act.act === "start") world.start = act.how;
  else if (act.act === "drain slowly") world.drainMs = act.ms;
  else {
    const alive = world.alive();
    const process = alive[act.which % alive.length];
    if (process === undefined) return;
    if (act.act === "kill") world.kill(process);
    else if (act.act === "drain") world.drain(process);
    else if (act.act === "stop") world.stop(process);
    else world.goOn(process);
  }
}

/** Invariants of everything that a supervision does. */
function checkEffect(count: number) {
  const forks: number[] = [];
  return (effect: Effect, world: World, process?: SimulatedProcess): void => {
    if (effect === "fork") {
      expect(world.isEnding, "a fork after the end was asked for").toBe(false);
      expect(world.alive().length, "processes beside a new one").toBeLessThanOrEqual(count);
      forks.push(world.now);
      const recent = forks.filter((at) => at > world.now - 200);
      expect(recent.length, "forks in 200 ms").toBeLessThanOrEqual(2 * count + 2);
    }
    if (process === undefined) return;
    const { listens, serves, everStopped, drainedAt, bornAt, number } = process;
    if (effect === "kill") {
      const tooLate = !listens && world.now - bornAt >= START_MS;
      const tooSlow = drainedAt !== undefined && world.now - drainedAt >= DRAIN_MS;
      expect(everStopped || tooLate || tooSlow, "only what hangs is killed").toBe(true);
    } else if (!world.isEnding && listens && serves && !process.stopped && drainedAt === undefined) {
      const successors = world.up().filter((other) => other.number > number);
      expect(successors.length, "another serves when one is drained").toBeGreaterThan(0);
    }
  };
}

describe("worker supervision", () => {
  it(
    `returns to its number of workers after each of ${SEQUENCES} random sequences, and stops on request`,
    () => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 4 }), fc.array(acts, { maxLength: 40 }), (count, sequence) => {
          const world = simulate(count, SILENCE_MS, checkEffect(count));
          for (const act of sequence) perform(world, act);
          if (world.finished !== undefined) {
            expect(world.finished.error, "ends by itself").toMatch(/^a worker exited .* before it listened/);
            expect(world.everListened).toBe(false);
            expect(world.alive()).toEqual([]);
            return;
          }
          // From now on, starts succeed, and stopped workers stay stopped.
          world.start = "soon";
          world.drainMs = 100;
          world.supervision.restart();
          world.wait(600_000);
          if (world.finished !== undefined) {
            expect(world.everListened).toBe(false);
            return;
          }
          expect(world.alive()).toHaveLength(count);
          expect(world.up()).toHaveLength(count);
          expect(new Set(world.supervision.responding())).toEqual(new Set(world.up()));
          expect(world.said.findLast((text) => text.includes("restart"))).toBe(`restarted ${count} workers`);
          const before = world.up();
          world.supervision.restart();
          world.wait(60_000);
          expect(world.up()).toHaveLength(count);
          expect(world.up().filter((process) => before.includes(process))).toEqual([]);
          for (const act of sequence.slice(0, 5)) perform(world, act);
          world.stopAll();
          world.wait(DRAIN_MS + 1000);
          expect(world.finished).toEqual({ error: undefined });
          expect(world.alive()).toEqual([]);
        }),
        { numRuns: SEQUENCES },
      );
    },
    Math.max(120_000, SEQUENCES * 100),
  );

  it("stops immediately on request while a fork fails", () => {
    const world = simulate(1, SILENCE_MS, checkEffect(1));
    world.wait(1000);
    world.start = "not at all";
    world.supervision.restart();
    world.stopAll();
    world.wait(500);
    expect(world.finished).toEqual({ error: undefined });
  });

  it("replaces a worker that dies while its predecessor drains", () => {
    const world = simulate(2, SILENCE_MS, checkEffect(2));
    world.wait(1000);
    world.drainMs = 3000;
    for (const process of world.processes.values()) Object.assign(process, { drainMs: 3000 });
    for (let round = 0; round < 4; round++) {
      world.supervision.restart();
      while (world.alive().every(({ drainedAt }) => drainedAt === undefined)) world.wait(10);
      const [youngest] = world.up().sort((one, other) => other.number - one.number);
      world.kill(youngest!);
      world.wait(60_000);
      expect(world.up()).toHaveLength(2);
    }
  });

  it("replaces every worker even if SIGHUPs arrive faster than workers start", () => {
    const world = simulate(3, SILENCE_MS, checkEffect(3));
    world.wait(1000);
    const before = world.up();
    for (let asked = 0; asked < 12; asked++) {
      world.supervision.restart();
      world.wait(300);
    }
    expect(world.up().filter((process) => before.includes(process))).toEqual([]);
  });

  it("stops counting an unresponsive worker after 3 s and kills it after 15 s, not earlier", () => {
    const world = simulate(2, SILENCE_MS, checkEffect(2));
    world.wait(1000);
    const [stopped, other] = world.up();
    world.stop(stopped!);
    world.wait(4100);
    expect(world.supervision.responding()).toEqual([other]);
    expect(stopped!.alive).toBe(true);
    world.wait(10_000);
    expect(stopped!.alive).toBe(true);
    world.wait(3000);
    expect(stopped!.alive).toBe(false);
    expect(world.supervision.responding()).toHaveLength(2);
  });

  it("counts a worker again that responds late, and does not kill it", () => {
    const world = simulate(2, SILENCE_MS, checkEffect(2));
    world.wait(1000);
    const before = world.up();
    for (let round = 0; round < 5; round++) {
      world.stop(before[0]!);
      world.wait(14_000);
      expect(world.supervision.responding()).toHaveLength(1);
      world.goOn(before[0]!);
      world.wait(2000);
      expect(world.supervision.responding()).toHaveLength(2);
    }
    expect(world.up()).toEqual(before);
  });

  it("increases the startup limit on a slow machine until workers serve", () => {
    const world = simulate(1, 2000, checkEffect(1));
    world.wait(1000);
    // Each worker takes 10 s for everything, including every response.
    for (let waited = 0; waited < 120_000; waited += 12_000) {
      for (const process of world.alive()) world.stop(process);
      world.wait(10_000);
      for (const process of world.alive()) world.goOn(process);
      world.wait(2000);
    }
    const [steady] = world.up();
    expect(world.now - steady!.bornAt).toBeGreaterThan(60_000);
  });

  it("kills unresponsive workers one at a time, since a stalled machine silences all", () => {
    const kills: number[] = [];
    const world = simulate(4, SILENCE_MS, (effect, { now }) => {
      if (effect === "kill") kills.push(now);
    });
    world.wait(1000);
    for (const process of world.up()) world.stop(process);
    world.wait(40_000);
    expect(kills).toHaveLength(4);
    // The next one only when the replacement listens.
    for (const [at, time] of kills.slice(1).entries()) expect(time - kills[at]!).toBeGreaterThan(400);
    expect(world.up()).toHaveLength(4);
  });

  it("says that workers are restarted when the last of the previous ones has ended", () => {
    const world = simulate(2, SILENCE_MS, checkEffect(2));
    world.wait(1000);
    const before = world.up();
    for (const process of before) Object.assign(process, { drainMs: 3000 });
    world.supervision.restart();
    while (!world.said.includes("restarted 2 workers")) {
      expect(before.filter(({ alive }) => alive)).not.toEqual([]);
      world.wait(10);
    }
    expect(before.filter(({ alive }) => alive)).toEqual([]);
  });

  it("aborts a restart if a worker is missing and can't be started", () => {
    const world = simulate(2, SILENCE_MS, checkEffect(2));
    world.wait(1000);
    world.start = "not at all";
    world.kill(world.up()[0]!);
    world.wait(1000);
    world.supervision.restart();
    world.wait(10_000);
    expect(world.said.filter((text) => text.startsWith("restart aborted"))).toHaveLength(1);
    expect(world.up()).toHaveLength(1);
    world.start = "soon";
    world.wait(10_000);
    expect(world.up()).toHaveLength(2);
  });

  it("retries at growing intervals if forking fails", () => {
    let forks = 0;
    const counting = simulate(1, SILENCE_MS, (effect) => {
      if (effect === "fork") forks++;
    });
    counting.wait(1000);
    counting.start = "not at all";
    counting.kill(counting.up()[0]!);
    counting.wait(30_000);
    const delays = counting.said.map((text) => Number(/starting another in (\d+) ms/.exec(text)?.[1]));
    expect(delays.slice(0, 8)).toEqual([200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
    expect(forks).toBeLessThan(12);
    counting.start = "soon";
    counting.wait(6000);
    expect(counting.up()).toHaveLength(1);
  });
});

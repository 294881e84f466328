import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answeringProcesses, type SupervisionCommand } from "#cli/serving/supervision.js";
import { type Start, simulate, type World } from "../support/simulated-workers.js";

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
  if (act.act === "restart") world.dispatch({ type: "restart" });
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

/** Invariants of every command. */
function checkCommand(count: number) {
  return (command: SupervisionCommand, world: World): void => {
    if (command.type === "fork") {
      expect(world.state.ending, "a fork after the end was asked for").toBe(false);
      expect(world.alive().length, "processes beside a new one").toBeLessThanOrEqual(count);
    }
    if (command.type !== "drain" && command.type !== "kill") return;
    const process = world.processes.get(command.process);
    if (process === undefined) return;
    const { listens, serves, everStopped, drainedAt, bornAt } = process;
    if (command.type === "kill") {
      const tooLate = !listens && world.now - bornAt >= START_MS;
      const tooSlow = drainedAt !== undefined && world.now - drainedAt >= DRAIN_MS;
      expect(everStopped || tooLate || tooSlow, "only what hangs is killed").toBe(true);
    } else if (!world.state.ending && listens && serves && !process.stopped && drainedAt === undefined) {
      const successors = world.up().filter(({ number }) => number > command.process);
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
          const world = simulate(count, SILENCE_MS, checkCommand(count));
          for (const act of sequence) perform(world, act);
          if (world.finished !== undefined) {
            expect(world.finished.error, "ends by itself").toMatch(/^a worker exited before it listened/);
            expect(world.everListened).toBe(false);
            expect(world.alive()).toEqual([]);
            return;
          }
          // From now on, starts succeed, and stopped workers stay stopped.
          world.start = "soon";
          world.drainMs = 100;
          world.dispatch({ type: "restart" });
          world.wait(600_000);
          if (world.finished !== undefined) {
            expect(world.everListened).toBe(false);
            return;
          }
          expect(world.alive()).toHaveLength(count);
          expect(world.up()).toHaveLength(count);
          expect(answeringProcesses(world.state)).toEqual(
            world
              .up()
              .map(({ number }) => number)
              .sort(inOrderOf(world)),
          );
          expect([world.state.leaving.size, world.state.restarting]).toEqual([0, false]);
          const before = world.up();
          world.dispatch({ type: "restart" });
          world.wait(60_000);
          expect(world.up()).toHaveLength(count);
          expect(world.up().filter((process) => before.includes(process))).toEqual([]);
          for (const act of sequence.slice(0, 5)) perform(world, act);
          world.dispatch({ type: "stop" });
          world.wait(DRAIN_MS + 1000);
          expect(world.finished).toEqual({ type: "finish" });
          expect(world.alive()).toEqual([]);
        }),
        { numRuns: SEQUENCES },
      );
    },
    Math.max(120_000, SEQUENCES * 100),
  );

  it("stops immediately on request while a fork fails", () => {
    const world = simulate(1, SILENCE_MS, checkCommand(1));
    world.wait(1000);
    world.start = "not at all";
    world.dispatch({ type: "restart" });
    world.dispatch({ type: "stop" });
    world.wait(500);
    expect(world.finished).toEqual({ type: "finish" });
  });

  it("replaces a worker that dies while its predecessor drains", () => {
    const world = simulate(2, SILENCE_MS, checkCommand(2));
    world.wait(1000);
    world.drainMs = 3000;
    for (const process of world.processes.values()) Object.assign(process, { drainMs: 3000 });
    for (let round = 0; round < 4; round++) {
      world.dispatch({ type: "restart" });
      while (world.state.leaving.size === 0) world.wait(10);
      const [youngest] = world.up().sort((one, other) => other.number - one.number);
      world.kill(youngest!);
      world.wait(60_000);
      expect(world.up()).toHaveLength(2);
    }
  });

  it("replaces every worker even if SIGHUPs arrive faster than workers start", () => {
    const world = simulate(3, SILENCE_MS, checkCommand(3));
    world.wait(1000);
    const before = world.up();
    for (let asked = 0; asked < 12; asked++) {
      world.dispatch({ type: "restart" });
      world.wait(300);
    }
    expect(world.up().filter((process) => before.includes(process))).toEqual([]);
  });

  it("stops counting an unresponsive worker after 3 s and kills it after 15 s, not earlier", () => {
    const world = simulate(2, SILENCE_MS, checkCommand(2));
    world.wait(1000);
    const [stopped, other] = world.up();
    world.stop(stopped!);
    world.wait(4100);
    expect(answeringProcesses(world.state)).toEqual([other!.number]);
    expect(stopped!.alive).toBe(true);
    world.wait(10_000);
    expect(stopped!.alive).toBe(true);
    world.wait(3000);
    expect(stopped!.alive).toBe(false);
    expect(answeringProcesses(world.state)).toHaveLength(2);
  });

  it("counts a worker again that responds late, and does not kill it", () => {
    const world = simulate(2, SILENCE_MS, checkCommand(2));
    world.wait(1000);
    const before = world.up();
    for (let round = 0; round < 5; round++) {
      world.stop(before[0]!);
      world.wait(14_000);
      expect(answeringProcesses(world.state)).toHaveLength(1);
      world.goOn(before[0]!);
      world.wait(2000);
      expect(answeringProcesses(world.state)).toHaveLength(2);
    }
    expect(world.up()).toEqual(before);
  });

  it("increases the startup limit on a slow machine until workers serve", () => {
    const world = simulate(1, 2000, checkCommand(1));
    world.wait(1000);
    // Each worker takes 10 s for everything, including every answer.
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
    const world = simulate(4, SILENCE_MS, checkCommand(4));
    world.wait(1000);
    const before = world.up();
    for (const process of before) world.stop(process);
    let fewest = 4;
    for (let waited = 0; waited < 40_000; waited += 50) {
      world.wait(50);
      fewest = Math.min(fewest, world.alive().length);
    }
    expect(fewest).toBe(3);
    expect(world.up()).toHaveLength(4);
  });

  it("retries at growing intervals if forking fails", () => {
    let forks = 0;
    const delays: number[] = [];
    const counting = simulate(1, SILENCE_MS, (command) => {
      if (command.type === "fork") forks++;
      if (command.type === "schedule" && command.timer.of === "back-off") delays.push(command.ms);
    });
    counting.wait(1000);
    counting.start = "not at all";
    counting.kill(counting.up()[0]!);
    counting.wait(30_000);
    expect(delays.slice(0, 8)).toEqual([200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
    expect(forks).toBeLessThan(12);
    counting.start = "soon";
    counting.wait(6000);
    expect(counting.up()).toHaveLength(1);
  });
});

/** The slots of a service in order. */
function inOrderOf({ state }: World) {
  const order = answeringProcesses(state);
  return (one: number, other: number): number => order.indexOf(one) - order.indexOf(other);
}

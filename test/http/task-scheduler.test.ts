import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CooperativeTask } from "#src/catalog/execution/cooperative-task.js";
import { createTaskScheduler } from "#src/http/transport/task-scheduler.js";
import { randomRuns } from "../support/random-runs.js";

/** Work of the given duration, in slices of a millisecond. */
function* working(milliseconds: number, log: (entry: string) => void = () => {}, name = ""): CooperativeTask<string> {
  for (let slice = 0; slice < milliseconds; slice++) {
    log(name);
    for (const end = performance.now() + 1; performance.now() < end; );
    yield;
  }
  return name;
}

const always = () => true;

describe("task scheduler", () => {
  it("runs cooperative tasks one after the other, each with its own result", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(20), { maxLength: 6 }), async (lengths) => {
        const tasks = createTaskScheduler();
        const log: string[] = [];
        const names = lengths.map((_, at) => `piece ${at}`);
        const results = lengths.map((length, at) =>
          tasks.run(
            working(length, (entry) => log.push(entry), names[at]),
            always,
          ),
        );
        expect(await Promise.all(results)).toEqual(names);
        expect(log).toEqual(lengths.flatMap((length, at) => Array(length).fill(names[at])));
      }),
      randomRuns(15),
    );
  });

  it("lets the event loop turn during a task", async () => {
    const tasks = createTaskScheduler();
    const log: string[] = [];
    const over = Promise.all([0, 1].map(() => tasks.run(working(40), always))).then(() => log.push("over"));
    for (let look = 0; look < 4; look++) {
      await turnOfTheLoop();
      log.push("look");
    }
    await over;
    expect(log).toEqual(["look", "look", "look", "look", "over"]);
  });

  it("drops a task that nobody waits for, and no other", async () => {
    const tasks = createTaskScheduler();
    const log: string[] = [];
    const note = (entry: string) => void log.push(entry);
    let isWanted = true;
    const first = tasks.run(working(30, note, "left"), () => isWanted);
    const second = tasks.run(working(30, note, "never begun"), () => isWanted);
    const third = tasks.run(working(2, note, "wanted"), always);
    isWanted = false;
    expect(await Promise.all([first, second, third])).toEqual([undefined, undefined, "wanted"]);
    expect(log).not.toContain("never begun");
    expect(log.filter((entry) => entry === "left").length).toBeLessThan(30);
  });

  it("fails only the task that throws", async () => {
    const tasks = createTaskScheduler();
    const failing = function* (): CooperativeTask<string> {
      yield* working(20);
      throw new Error("damaged");
    };
    const failed = tasks.run(failing(), always);
    const next = tasks.run(working(1, undefined, "next"), always);
    await expect(failed).rejects.toThrow("damaged");
    expect(await next).toBe("next");
  });

  it("rejects tasks while a hundred are queued, and accepts them again afterwards", async () => {
    const tasks = createTaskScheduler();
    let isWanted = true;
    const waiting = Array.from({ length: 100 }, () => tasks.run(working(20), () => isWanted));
    await expect(tasks.run(working(1), always)).rejects.toMatchObject({
      code: "unavailable",
      headers: { "retry-after": "2" },
    });
    isWanted = false;
    await Promise.all(waiting);
    expect(await tasks.run(working(1, undefined, "later"), always)).toBe("later");
  });
});

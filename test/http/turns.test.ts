import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Sliced } from "#src/catalog/slices.js";
import { createTurns } from "#src/http/turns.js";

/** Work that takes as long as it says, in slices of a millisecond. */
function* working(milliseconds: number, log: (entry: string) => void = () => {}, name = ""): Sliced<string> {
  for (let slice = 0; slice < milliseconds; slice++) {
    log(name);
    for (const end = performance.now() + 1; performance.now() < end; );
    yield;
  }
  return name;
}

const always = () => true;

describe("long work that takes turns", () => {
  it("is carried out one piece after the other, each with its own result", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(20), { maxLength: 6 }), async (lengths) => {
        const turns = createTurns();
        const log: string[] = [];
        const names = lengths.map((_, at) => `piece ${at}`);
        const results = lengths.map((length, at) =>
          turns.take(
            working(length, (entry) => log.push(entry), names[at]),
            always,
          ),
        );
        expect(await Promise.all(results)).toEqual(names);
        expect(log).toEqual(lengths.flatMap((length, at) => Array(length).fill(names[at])));
      }),
      { numRuns: 15 },
    );
  });

  it("lets the event loop turn while it goes on", async () => {
    const turns = createTurns();
    const log: string[] = [];
    const over = Promise.all([0, 1].map(() => turns.take(working(40), always))).then(() => log.push("over"));
    for (let look = 0; look < 4; look++) {
      await turnOfTheLoop();
      log.push("look");
    }
    await over;
    expect(log).toEqual(["look", "look", "look", "look", "over"]);
  });

  it("is dropped when nobody waits for it any more, and what comes behind it is not", async () => {
    const turns = createTurns();
    const log: string[] = [];
    const note = (entry: string) => void log.push(entry);
    let isWanted = true;
    const first = turns.take(working(30, note, "left"), () => isWanted);
    const second = turns.take(working(30, note, "never begun"), () => isWanted);
    const third = turns.take(working(2, note, "wanted"), always);
    isWanted = false;
    expect(await Promise.all([first, second, third])).toEqual([undefined, undefined, "wanted"]);
    expect(log).not.toContain("never begun");
    expect(log.filter((entry) => entry === "left").length).toBeLessThan(30);
  });

  it("that fails fails alone", async () => {
    const turns = createTurns();
    const failing = function* (): Sliced<string> {
      yield* working(20);
      throw new Error("damaged");
    };
    const failed = turns.take(failing(), always);
    const next = turns.take(working(1, undefined, "next"), always);
    await expect(failed).rejects.toThrow("damaged");
    expect(await next).toBe("next");
  });

  it("is refused when a hundred pieces wait, until they are worked off", async () => {
    const turns = createTurns();
    let isWanted = true;
    const waiting = Array.from({ length: 100 }, () => turns.take(working(20), () => isWanted));
    await expect(turns.take(working(1), always)).rejects.toMatchObject({
      code: "unavailable",
      headers: { "retry-after": "2" },
    });
    isWanted = false;
    await Promise.all(waiting);
    expect(await turns.take(working(1, undefined, "later"), always)).toBe("later");
  });
});

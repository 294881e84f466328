import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPoller, type PollFault } from "#src/platform/poller.js";

describe("a poller", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("retries a failed attempt at every poll until it succeeds, and reports the recovery", async () => {
    let broken = true;
    let attempts = 0;
    const recovered: PollFault[] = [];
    const poller = createPoller({
      name: "file",
      intervalMs: 500,
      attempt() {
        attempts++;
        if (broken) throw new Error("EMFILE");
      },
      onRecovered: (fault) => recovered.push(fault),
    });
    await vi.advanceTimersByTimeAsync(2000);
    expect(attempts).toBe(4);
    expect(poller.status()).toMatchObject({ name: "file", totalFailures: 4, fault: { failures: 4 } });
    broken = false;
    await vi.advanceTimersByTimeAsync(500);
    expect(poller.status()).toEqual({ name: "file", totalFailures: 4 });
    expect(recovered).toMatchObject([{ failures: 4, error: { message: "EMFILE" } }]);
    poller.close();
  });

  test("reports a fault at once, when its message changes, and once a minute while it persists", async () => {
    let message = "first";
    const reports: string[] = [];
    const poller = createPoller({
      name: "file",
      intervalMs: 1000,
      attempt() {
        throw new Error(message);
      },
      onFault: ({ error, failures }) => reports.push(`${error.message} ${failures}`),
    });
    await vi.advanceTimersByTimeAsync(3000);
    message = "second";
    await vi.advanceTimersByTimeAsync(125_000);
    expect(reports).toEqual(["first 1", "second 4", "second 64", "second 124"]);
    poller.close();
  });

  test("waits as long as retryMs says after a failure and returns to the interval after a success", async () => {
    const outcomes = [false, false, true, true];
    const times: number[] = [];
    const start = Date.now();
    const poller = createPoller({
      name: "store",
      intervalMs: 100,
      retryMs: (failures) => failures * 1000,
      attempt: async () => {
        times.push(Date.now() - start);
        if (!outcomes.shift()) throw new Error("down");
      },
    });
    await vi.advanceTimersByTimeAsync(3150);
    expect(times).toEqual([100, 1100, 3100]);
    await vi.advanceTimersByTimeAsync(100);
    expect(times).toEqual([100, 1100, 3100, 3200]);
    poller.close();
  });

  test("never runs two attempts at once, and none after it is closed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom("poll", "wait", "close"), { maxLength: 30 }), async (steps) => {
        let running = 0;
        let most = 0;
        let closed = false;
        let late = 0;
        const poller = createPoller({
          name: "any",
          intervalMs: 10,
          async attempt() {
            if (closed) late++;
            most = Math.max(most, ++running);
            await new Promise((done) => setTimeout(done, 15));
            running--;
          },
        });
        for (const step of steps) {
          if (step === "poll") void poller.poll();
          else if (step === "wait") await vi.advanceTimersByTimeAsync(7);
          else if (step === "close") {
            poller.close();
            closed = true;
          }
        }
        await vi.advanceTimersByTimeAsync(200);
        poller.close();
        expect(most).toBeLessThanOrEqual(1);
        expect(late).toBe(0);
      }),
    );
  });
});

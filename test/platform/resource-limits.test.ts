import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { isCrash } from "#src/platform/resource-limits.js";

/** Fills memory without a break, so that no check can run, and prints its peak in KiB after each 4 MiB and at the end. */
const FILL = `
  import { readFileSync, writeSync } from "node:fs";
  import { watchResources } from "#src/platform/resource-limits.js";
  const stop = watchResources();
  const filled = [];
  const print = (reason) => {
    const peak = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]);
    writeSync(1, JSON.stringify({ filled: filled.length, peak, reason }) + "\\n");
  };
  try {
    while (filled.length < 100) {
      filled.push(Buffer.alloc(2 ** 22, 1));
      print();
    }
    print("");
  } catch ({ message }) {
    stop();
    print(message);
  }
`;

/** What Node 20 and later versions say. */
const REFUSALS = ["Array buffer allocation failed", "Failed to allocate memory"];
/** From this version on, V8 collects garbage at once, and ends the process if it gets no memory for that. */
const CRASHING_SINCE = 24;

describe.skipIf(process.platform !== "linux")("memory of a process that decodes images", () => {
  it("stays within 256 MiB even if no check runs while it grows", () => {
    const { stdout, signal } = spawnSync(process.execPath, ["--input-type=module", "--eval", FILL], {
      encoding: "utf8",
    });
    const { filled, reason, peak } = JSON.parse(stdout.trimEnd().split("\n").at(-1)!);
    if (signal !== null && Number.parseInt(process.versions.node, 10) >= CRASHING_SINCE)
      expect(isCrash(signal)).toBe(true);
    else expect([signal, REFUSALS]).toEqual([null, expect.arrayContaining([reason])]);
    expect(filled).toBeGreaterThan(25);
    expect(filled).toBeLessThan(100);
    expect(peak).toBeLessThanOrEqual(256 * 1024);
  });
});

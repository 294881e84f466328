import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";

/** Fills memory without a break, so that no check can run, and prints its peak in KiB. */
const FILL = `
  import { readFileSync } from "node:fs";
  import { watchResources } from "#src/platform/resource-limits.js";
  const stop = watchResources();
  const filled = [];
  let reason = "";
  try {
    while (filled.length < 100) filled.push(Buffer.alloc(2 ** 22, 1));
  } catch ({ message }) {
    reason = message;
  }
  stop();
  const peak = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]);
  console.log(JSON.stringify({ filled: filled.length, reason, peak }));
`;

describe.skipIf(process.platform !== "linux")("memory of a process that decodes images", () => {
  it("stays within 256 MiB even if no check runs while it grows", () => {
    const { filled, reason, peak } = JSON.parse(
      execFileSync(process.execPath, ["--input-type=module", "--eval", FILL], { encoding: "utf8" }),
    );
    // In the words of Node 20 and of Node 24.
    expect(["Array buffer allocation failed", "Failed to allocate memory"]).toContain(reason);
    expect(filled).toBeGreaterThan(25);
    expect(peak).toBeLessThanOrEqual(256 * 1024);
  });
});

import { execFileSync } from "node:child_process";
import { describe, expect, it, vi } from "vitest";
import { createAnalysisPool } from "#build/analysis/analysis-pool.js";
import { OUT_OF_MEMORY } from "#src/platform/resource-limits.js";
import { PATIENTLY } from "../../support/patiently.js";
import { workWithoutDescriptors } from "../../support/without-descriptors.js";

const svg = (body: string) => ({
  image: {
    kind: "svg" as const,
    bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256">${body}</svg>`),
  },
  options: { padding: 0 },
});
const GOOD = svg('<circle cx="90" cy="90" r="40"/>');
const SLOW = svg(
  `<filter id="f">${'<feMorphology operator="dilate" radius="200"/>'.repeat(500)}</filter><rect width="256" height="256" filter="url(#f)"/>`,
);

/** Ids of the analysis processes that this process started. */
function decoders(): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines
    .filter((line) => line.includes("analyze-process") && Number(line.trim().split(/\s+/)[1]) === process.pid)
    .map((line) => Number.parseInt(line, 10));
}

describe("pool of image analysis processes", () => {
  it("attributes a crash to the one image that caused it, and continues with the others", async () => {
    const pool = createAnalysisPool(1);
    try {
      expect(await pool.analyze(GOOD)).toMatchObject({ style: "glyph" });
      const [pid] = decoders();
      const crashed = pool.analyze(SLOW);
      const next = pool.analyze(GOOD);
      // Simulates decoders that access invalid memory, with each renderer.
      process.kill(pid!, "SIGSEGV");
      await vi.waitUntil(() => decoders().some((other) => other !== pid), PATIENTLY);
      process.kill(decoders().find((other) => other !== pid)!, "SIGSEGV");
      expect(await crashed).toEqual({ error: expect.stringMatching(/^it crashes the decoder/) });
      expect(await next).toMatchObject({ style: "glyph" });
    } finally {
      await pool.close();
    }
    expect(decoders()).toEqual([]);
  });

  it("analyzes a drawing on which the fast renderer crashes with the other one, as if it had never crashed", async () => {
    const pool = createAnalysisPool(1);
    try {
      const circle = '<circle cx="90" cy="90" r="40"/>';
      const far = svg(`${circle}<g opacity=".5"><path d="M9000 9000h5v5h-5z"/></g>`);
      const [crashing, plain] = await Promise.all([pool.analyze(far), pool.analyze(GOOD)]);
      expect(crashing).toMatchObject({ style: "glyph", colors: ["black"] });
      expect(plain).toMatchObject({ style: "glyph", colors: ["black"] });
    } finally {
      await pool.close();
    }
  });

  it.runIf(process.platform === "linux")(
    "reports the system's error as long as no process can be started",
    async () => {
      expect(await workWithoutDescriptors("analyze")).toEqual({
        without: ["EMFILE", "EMFILE", "EMFILE"],
        again: ["done", "done", "done"],
      });
    },
  );

  it("analyzes each image of a batch alone if one ends the process", async () => {
    const pool = createAnalysisPool(1);
    try {
      const outcomes = await Promise.all([GOOD, GOOD, SLOW, GOOD].map((task) => pool.analyze(task)));
      const refused = { error: expect.stringMatching(/^decoding it takes more than 2 seconds/) };
      const good = expect.objectContaining({ style: "glyph" });
      expect(outcomes).toEqual([good, good, refused, good]);
    } finally {
      await pool.close();
    }
  });

  it("retries an image alone if it ran out of memory after others", async () => {
    const pool = createAnalysisPool(1);
    try {
      await pool.analyze(GOOD);
      const [used] = decoders();
      const again = pool.analyze(GOOD);
      process.kill(used!, OUT_OF_MEMORY);
      expect(await again).toMatchObject({ style: "glyph" });
      expect(decoders()).not.toContain(used);
      const pids = new Set(decoders());
      const alone = createAnalysisPool(1);
      const refused = alone.analyze(SLOW).finally(() => alone.close());
      const fresh = await vi.waitFor(
        () => decoders().find((pid) => !pids.has(pid)) ?? expect.fail("not started"),
        PATIENTLY,
      );
      process.kill(fresh, OUT_OF_MEMORY);
      expect(await refused).toEqual({ error: expect.stringMatching(/^decoding it takes more than 256 MiB/) });
    } finally {
      await pool.close();
    }
  });

  it("reports the decoder's message for an image that can't be read", async () => {
    const pool = createAnalysisPool(1);
    const broken = await pool.analyze(svg("<circle")).finally(() => pool.close());
    expect(broken).toEqual({ error: expect.stringMatching(/svg|XML/i) });
  });
});

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it, vi } from "vitest";
import { serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { keepAsking } from "../support/keep-asking.js";
import { PATIENTLY } from "../support/patiently.js";
import { workersOf } from "../support/workers.js";

/** Files of its own, so that servers don't share counters. */
const own = (folder: string): string[] => [
  "--keys",
  join(folder, "keys.json"),
  "--usage",
  join(folder, "usage.bin"),
  "--anonymous",
  "pro",
];

describe("SIGHUP to a supervisor", () => {
  it("replaces every worker without losing a request", async () => {
    const folder = temporaryFolder();
    const server = await serve(["serve", inject("artifacts"), "--workers", "2", ...own(folder)]);
    const before = workersOf(server);
    const load = await keepAsking(server.port, 40);
    server.process.kill("SIGHUP");
    await vi.waitFor(() => expect(server.stderr()).toContain("restarted 2 workers"), PATIENTLY);
    const after = workersOf(server);
    expect(after).toHaveLength(2);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    expect(await load.stop()).toEqual(["200"]);
    expect(await server.stop()).toBe(0);
  });

  it("leaves the workers from before where new ones don't come up, and says so", async () => {
    const folder = temporaryFolder();
    const keys = join(folder, "keys.json");
    const server = await serve(["serve", inject("artifacts"), "--workers", "2", ...own(folder)]);
    const before = workersOf(server);
    writeFileSync(keys, "no key file");
    server.process.kill("SIGHUP");
    await vi.waitFor(() => expect(server.stderr()).toMatch(/restart given up: a new worker ended/), PATIENTLY);
    expect(workersOf(server).sort()).toEqual(before.sort());
    const load = await keepAsking(server.port, 4);
    expect(await load.stop()).toEqual(["200"]);

    rmSync(keys);
    server.process.kill("SIGHUP");
    await vi.waitFor(() => expect(server.stderr()).toContain("restarted 2 workers"), PATIENTLY);
    expect(await server.stop()).toBe(0);
  });
});

describe("SIGHUP to a single process", () => {
  it("does not end it", async () => {
    const folder = temporaryFolder();
    const server = await serve(["serve", inject("artifacts"), ...own(folder)]);
    for (let n = 0; n < 5; n++) server.process.kill("SIGHUP");
    const load = await keepAsking(server.port, 2);
    expect(await load.stop()).toEqual(["200"]);
    expect(await server.stop()).toBe(0);
  });
});

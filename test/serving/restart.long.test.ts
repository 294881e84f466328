import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { serve } from "../support/cli.js";
import { describeWith } from "../support/debian.js";
import { failCalls, type SystemFault } from "../support/failing-files.js";
import { temporaryFolder } from "../support/folder.js";
import { keepAsking } from "../support/keep-asking.js";
import { PATIENTLY } from "../support/patiently.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { workersOf } from "../support/workers.js";

/** Separate files, so that servers don't share counters. */
const own = (folder: string): string[] => [
  "--keys",
  join(folder, "keys.json"),
  "--usage",
  join(folder, "usage.bin"),
  "--anonymous",
  "pro",
];

/** Of a response that a version of the program changes. */
const MESSAGE = "this path does not exist";

describe("SIGHUP to a supervisor", () => {
  it("replaces every worker without losing a request", async () => {
    const folder = temporaryFolder();
    const server = await serve(["serve", shippedArtifacts, "--workers", "2", ...own(folder)]);
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

  it("starts another version of the program if its folder link has changed", async () => {
    const folder = temporaryFolder();
    const install = (version: string): void => {
      const place = join(folder, version);
      for (const name of ["cli", "dist", "package.json"]) cpSync(name, join(place, name), { recursive: true });
      symlinkSync(resolve("node_modules"), join(place, "node_modules"));
      const bundle = join(place, "dist/command");
      const saying = readdirSync(bundle)
        .map((name) => join(bundle, name))
        .filter((file) => readFileSync(file, "utf8").includes(MESSAGE));
      expect(saying).not.toEqual([]);
      // Whichever of both is run.
      for (const file of [join(place, "dist/src/http/responses/error-responses.js"), ...saying])
        writeFileSync(file, readFileSync(file, "utf8").replaceAll(MESSAGE, `$& in version ${version}`));
      symlinkSync(version, join(folder, "next"));
      renameSync(join(folder, "next"), join(folder, "current"));
    };
    const messageOf = async (port: number): Promise<string> => {
      const response = (await (await fetch(`http://127.0.0.1:${port}/none`)).json()) as { error: { message: string } };
      return response.error.message;
    };
    install("one");
    const args = ["serve", shippedArtifacts, "--workers", "2", ...own(folder)];
    const server = await serve(args, {}, { main: join(folder, "current/cli/icons.mjs") });
    expect(await messageOf(server.port)).toContain("in version one");
    install("two");
    server.process.kill("SIGHUP");
    await vi.waitFor(() => expect(server.stderr()).toContain("restarted 2 workers"), PATIENTLY);
    for (let n = 0; n < 4; n++) expect(await messageOf(server.port)).toContain("in version two");
    expect(await server.stop()).toBe(0);
  });

  it("keeps the old workers if new ones fail to start, and reports that", async () => {
    const folder = temporaryFolder();
    const keys = join(folder, "keys.json");
    const server = await serve(["serve", shippedArtifacts, "--workers", "2", ...own(folder)]);
    // A worker that is still starting would read the damaged file and exit.
    await vi.waitFor(() => expect(server.stdout().match(/generation is live/g)).toHaveLength(2), PATIENTLY);
    const before = workersOf(server);
    writeFileSync(keys, "no key file");
    server.process.kill("SIGHUP");
    // It waits for the key file as long as a worker may take to start.
    const patience = { ...PATIENTLY, timeout: 3 * PATIENTLY.timeout };
    await vi.waitFor(() => expect(server.stderr()).toMatch(/restart aborted: a new worker was not ready/), patience);
    await vi.waitFor(() => expect(workersOf(server).sort()).toEqual(before.sort()), patience);
    const load = await keepAsking(server.port, 4);
    expect(await load.stop()).toEqual(["200"]);

    rmSync(keys);
    server.process.kill("SIGHUP");
    await vi.waitFor(() => expect(server.stderr()).toContain("restarted 2 workers"), PATIENTLY);
    expect(await server.stop()).toBe(0);
  }, 120_000);
});

describeWith(["strace"], "SIGHUP while the configuration file can't be read", () => {
  /** A server whose configuration file allows callers without a key. */
  async function serveByFile() {
    const folder = temporaryFolder({ "icons.config.json": { anonymous: "pro" } });
    const args = ["serve", resolve(shippedArtifacts), "--workers", "2", ...own(folder).slice(0, 4)];
    const server = await serve(args, {}, { cwd: folder, main: resolve("cli/icons.mjs") });
    const statusOf = async (): Promise<number> => {
      const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/icons?limit=1`, {
        headers: { connection: "close" },
      });
      await response.body?.cancel();
      return response.status;
    };
    await vi.waitFor(async () => expect(await statusOf()).toBe(200), PATIENTLY);
    const fail = (calls: string, error: string): Promise<SystemFault> => {
      // The path as the program opens it; open files have absolute paths.
      const path = calls === "read" ? resolve(folder, "icons.config.json") : "icons.config.json";
      return failCalls(server.process.pid!, path, calls, `error=${error}`);
    };
    return { server, statusOf, fail };
  }

  /** Restarts workers while calls fail, and again afterwards. */
  async function expectKept(calls: string, error: string): Promise<void> {
    const { server, statusOf, fail } = await serveByFile();
    const before = workersOf(server);
    const fault = await fail(calls, error);
    server.process.kill("SIGHUP");
    await vi.waitFor(() => expect(server.stderr(), calls).toMatch(/previous workers/), PATIENTLY);
    expect(fault.count(), calls).toBeGreaterThan(0);
    expect(server.stderr()).toContain("icons.config.json");
    for (let n = 0; n < 4; n++) expect(await statusOf(), "with the settings from before").toBe(200);
    expect(workersOf(server).filter((pid) => before.includes(pid))).toHaveLength(2);
    await fault.end();
    server.process.kill("SIGHUP");
    await vi.waitFor(() => expect(server.stderr()).toContain("restarted 2 workers"), PATIENTLY);
    for (let n = 0; n < 4; n++) expect(await statusOf()).toBe(200);
    expect(workersOf(server).filter((pid) => before.includes(pid))).toEqual([]);
    expect(await server.stop()).toBe(0);
  }

  it("keeps the old workers, and replaces them after a second SIGHUP without the error", async () => {
    await Promise.all([expectKept("openat", "EMFILE"), expectKept("read", "EIO")]);
  });

  it("keeps the file's settings in all workers if the file can't be examined", async () => {
    const { server, statusOf, fail } = await serveByFile();
    const fault = await fail("access,faccessat,faccessat2,statx", "EACCES");
    server.process.kill("SIGHUP");
    await vi.waitFor(() => expect(server.stderr()).toMatch(/restarted 2 workers|previous workers/), PATIENTLY);
    expect(fault.count()).toBeGreaterThan(0);
    for (let n = 0; n < 4; n++) expect(await statusOf()).toBe(200);
    await fault.end();
    expect(await server.stop()).toBe(0);
  });
});

describe("SIGHUP to a single process", () => {
  it("keeps a single process running on SIGHUP", async () => {
    const folder = temporaryFolder();
    const server = await serve(["serve", shippedArtifacts, ...own(folder)]);
    for (let n = 0; n < 5; n++) server.process.kill("SIGHUP");
    const load = await keepAsking(server.port, 2);
    expect(await load.stop()).toEqual(["200"]);
    expect(await server.stop()).toBe(0);
  });
});

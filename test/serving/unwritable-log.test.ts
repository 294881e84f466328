import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { openOutput, serveInto } from "../support/outputs.js";
import { PATIENTLY } from "../support/patiently.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { workersOf } from "../support/workers.js";

const DROPPED = "icons_log_lines_dropped_total";

const get = async (port: number, path = "/api/v1/icons"): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Connection: "close" } })).status;

describe.runIf(process.platform === "linux")("a log that can't be written", () => {
  it("on a full disk stops neither the server nor its shutdown, and lost lines are counted", async () => {
    const disk = openOutput("full disk");
    const server = await serveInto([disk, disk]);
    const before = await server.read(DROPPED);
    expect(await get(server.port)).toBe(401);
    await vi.waitFor(async () => expect(await server.read(DROPPED)).toBeGreaterThan(before), PATIENTLY);
    expect(await server.stop()).toBe(0);
  });

  it("in a pipe that nobody reads stops neither workers nor their supervisor", async () => {
    const server = await serveInto([openOutput("unread pipe", true), openOutput("closed pipe")], ["--workers", "2"]);
    await vi.waitFor(async () => expect(await server.read("icons_workers")).toBe(2), PATIENTLY);
    // The supervisor reports the end of a worker on standard error.
    process.kill(workersOf(server)[0]!, "SIGKILL");
    await vi.waitFor(async () => expect(await server.read(DROPPED)).toBeGreaterThan(0), PATIENTLY);
    expect(await get(server.port)).toBe(401);
    expect(await server.stop()).toBe(0);
  });

  it("in a closed pipe does not end a server whose log is for people", async () => {
    const pipe = openOutput("closed pipe");
    const server = await serveInto([pipe, pipe], ["--log-format", "pretty"]);
    expect(await get(server.port)).toBe(401);
    expect(await server.stop()).toBe(0);
  });

  it("continues on a new line when the disk is no longer full, and says how many lines are lost", async () => {
    const file = join(temporaryFolder(), "log");
    const log = openSync(file, "a");
    const server = await serveInto([log, "ignore"], ["--anonymous", "free"]);
    closeSync(log);
    const limitTo = (bytes: string): unknown =>
      execFileSync("prlimit", [`--pid=${server.process.pid}`, `--fsize=${bytes}:unlimited`]);
    const lines = (): string[] => readFileSync(file, "utf8").trimEnd().split("\n");

    await vi.waitFor(() => expect(lines().at(-1)).toContain("Server listening"), PATIENTLY);
    const whole = lines().length;
    // No key is needed, so that none is missing.
    expect(lines().join()).not.toContain('"warn"');
    limitTo(String(statSync(file).size + 20));
    for (let asked = 0; asked < 3; asked++) await get(server.port, "/nowhere");
    await vi.waitFor(async () => expect(await server.read(DROPPED)).toBe(3), PATIENTLY);
    limitTo("unlimited");
    await get(server.port, "/elsewhere");
    await vi.waitFor(() => expect(lines().at(-1)).toContain("are lost"), PATIENTLY);
    const [torn, ...next] = lines().slice(whole);
    expect(torn).toHaveLength(20);
    expect(next.map((line) => JSON.parse(line))).toMatchObject([
      { url: "/elsewhere" },
      { level: "warn", lines: 3, msg: "log lines could not be written and are lost" },
    ]);
    expect(await server.stop()).toBe(0);
  });
});

it("says once at the start that there is no valid key and how to create one, and bounds what clients can log", async () => {
  const folder = temporaryFolder({ "keys.json": { version: 1, keys: [] } });
  const files = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
  const server = await serve(["serve", shippedArtifacts, "--workers", "2", ...files]);
  const said = (): Record<string, unknown>[] =>
    server
      .stdout()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  expect(await get(server.port, `/${"a".repeat(90_000)}`)).toBe(414);
  await vi.waitFor(() => expect(said().filter(({ status }) => status === 414)).toHaveLength(1), PATIENTLY);
  expect(await server.stop()).toBe(0);
  expect(said().filter(({ level }) => level === "warn")).toMatchObject([
    { keys: files[1], msg: expect.stringContaining(`\`icons keys create --tier free --keys ${files[1]}\``) },
  ]);
  for (const line of server.stdout().split("\n")) expect(line.length).toBeLessThan(4096);
});

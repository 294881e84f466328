import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { YOUNG_GENERATION } from "#cli/serving/workers/supervise.js";
import { createKey as createKeyEntry, rotateKey } from "#src/access/key-file.js";
import { REFUSED_PER_MINUTE } from "#src/access/refused-keys.js";
import { icons, serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { hammer } from "../support/hammer.js";
import { PATIENTLY } from "../support/patiently.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { workersOf } from "../support/workers.js";

/** Requests per process; `HAMMER_REQUESTS=1000` for the full number. */
const REQUESTS = Number(process.env.HAMMER_REQUESTS ?? 200);

const createKey = async (keys: string, tier: string): Promise<string> =>
  JSON.parse((await icons(["keys", "create", "--tier", tier, "--keys", keys, "--json"])).stdout).key;

describe("two workers", () => {
  it("grants a new free key exactly 100 requests to 16 processes, and none after a restart or a kill", async () => {
    const folder = temporaryFolder();
    const keys = join(folder, "keys.json");
    const args = ["serve", shippedArtifacts, "--workers", "2", "--keys", keys, "--usage", join(folder, "usage.bin")];
    const key = await createKey(keys, "free");

    let server = await serve(args);
    expect(workersOf(server)).toHaveLength(2);
    expect(await hammer(server.port, key, 16, 200)).toEqual({ 200: 100, 429: 16 * 200 - 100 });
    expect(await server.stop()).toBe(0);

    server = await serve(args);
    expect(await hammer(server.port, key, 2, 50)).toEqual({ 429: 100 });
    const [killed] = workersOf(server);
    process.kill(killed!, "SIGKILL");
    await vi.waitFor(() => {
      expect(workersOf(server)).toHaveLength(2);
      expect(workersOf(server)).not.toContain(killed);
    }, PATIENTLY);
    expect(await hammer(server.port, key, 2, 50)).toEqual({ 429: 100 });
    const orphans = workersOf(server);
    process.kill(server.process.pid!, "SIGKILL");
    await vi.waitFor(() => {
      for (const worker of orphans) expect(existsSync(`/proc/${worker}/exe`)).toBe(false);
    }, PATIENTLY);

    await icons(["keys", "reset-usage", "--keys", keys, "--usage", join(folder, "usage.bin")]);
    server = await serve(args);
    expect(await hammer(server.port, key, 2, 60)).toEqual({ 200: 100, 429: 20 });
    await server.stop();
  });
});

describe("invalid keys sent to two workers", () => {
  it("are counted once per address, also after a worker was replaced", async () => {
    const folder = temporaryFolder();
    const files = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
    const server = await serve(["serve", shippedArtifacts, "--workers", "2", "--trust-proxy", "127.0.0.1", ...files]);
    // A new connection for each request, so that both workers get some.
    const statusOf = async (address: string): Promise<number> => {
      const headers = { "X-API-Key": "icn_wrong", "X-Forwarded-For": address, Connection: "close" };
      const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/categories`, { headers });
      await response.body?.cancel();
      return response.status;
    };
    const minute = (): number => Math.floor(Date.now() / 60_000);
    const statusesInOneMinute = async (network: string): Promise<number[]> => {
      const started = minute();
      const statuses = await Promise.all(
        Array.from({ length: 3 * REFUSED_PER_MINUTE }, (_, at) => statusOf(`${network}::${at.toString(16)}`)),
      );
      const [killed] = workersOf(server);
      process.kill(killed!, "SIGKILL");
      await vi.waitFor(() => {
        expect(workersOf(server)).toHaveLength(2);
        expect(workersOf(server)).not.toContain(killed);
      }, PATIENTLY);
      for (let more = 0; more < 20; more++) statuses.push(await statusOf(`${network}::`));
      return minute() === started ? statuses : statusesInOneMinute(`${network}1`);
    };
    const statuses = await statusesInOneMinute("2001:db8:0:1");
    expect(statuses.filter((status) => status === 401)).toHaveLength(REFUSED_PER_MINUTE);
    expect(await server.stop()).toBe(0);
  });
});

describe("young generation of a worker's heap", () => {
  // Prints the size of the young generation at the start and the heap limit.
  const PROBE = `import v8 from "node:v8";
    const { space_size } = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    const role = process.env.ICONS_WORKER ? "worker" : "alone";
    console.log("heap of", role, space_size, v8.getHeapStatistics().heap_size_limit);`;
  const writeProbe = (): string => {
    const file = join(temporaryFolder(), "probe.mjs");
    writeFileSync(file, PROBE);
    return file;
  };
  const told = (output: string, role: string): readonly string[] =>
    [...output.matchAll(/^heap of (\w+) (.*)$/gm)].filter(([, who]) => who === role).map(([, , sizes]) => sizes!);
  const workersWith = async (nodeOptions: string): Promise<readonly string[]> => {
    const server = await serve(["serve", shippedArtifacts, "--workers", "2"], {
      NODE_OPTIONS: `--import=${pathToFileURL(writeProbe())} ${nodeOptions}`,
    });
    await server.stop();
    return told(server.stdout(), "worker");
  };
  const nodeWith = (...flags: string[]): string =>
    told(execFileSync(process.execPath, [...flags, writeProbe()], { encoding: "utf8" }), "alone")[0]!;

  it("sets a fixed heap size of the young generation in workers unless NODE_OPTIONS sets one", async () => {
    const fixed = nodeWith(...YOUNG_GENERATION);
    const chosen = nodeWith("--max-semi-space-size=7");
    expect(new Set([fixed, chosen, nodeWith()]).size).toBe(3);
    expect(await workersWith("")).toEqual([fixed, fixed]);
    for (const flag of ["--max-semi-space-size=7", "--max_semi_space_size=7"])
      expect(await workersWith(flag)).toEqual([chosen, chosen]);
  });
});

describe(`worker killed while 16 processes send ${REQUESTS} requests each`, () => {
  it("still grants a new free key exactly 100 requests", async () => {
    const folder = temporaryFolder();
    const keys = join(folder, "keys.json");
    const key = await createKey(keys, "free");
    const files = ["--keys", keys, "--usage", join(folder, "usage.bin")];
    const server = await serve(["serve", shippedArtifacts, "--workers", "2", ...files]);
    const hammering = hammer(server.port, key, 16, REQUESTS);
    // When later requests are rejected one after the other, the last of the 100 has been counted.
    const probe = { 200: 0, 429: 0 };
    while (probe[429] < 50) {
      const { status } = await fetch(`http://127.0.0.1:${server.port}/api/v1/categories`, {
        headers: { "X-API-Key": key },
      });
      probe[status as 200 | 429]++;
    }
    const before = workersOf(server);
    process.kill(before[0]!, "SIGKILL");
    const { 200: granted = 0, 429: refused = 0, ...errors } = await hammering;
    expect(granted + probe[200]).toBe(100);
    const lost = Object.values(errors).reduce((sum, count) => sum + count, 0);
    expect(granted + refused + lost).toBe(16 * REQUESTS);
    expect(Object.keys(errors).filter((code) => !["ECONNRESET", "EPIPE"].includes(code))).toEqual([]);
    await vi.waitFor(() => {
      expect(workersOf(server)).toHaveLength(2);
      expect(workersOf(server)).not.toContain(before[0]);
    }, PATIENTLY);
    expect(await hammer(server.port, key, 2, 50)).toEqual({ 429: 100 });
    expect(await server.stop()).toBe(0);
  }, 180_000);
});

describe("logs and artifacts", () => {
  it("writes no byte of a key to logs and artifacts, however the key was used", async () => {
    const folder = temporaryFolder();
    const keys = join(folder, "keys.json");
    const good = await createKey(keys, "free");
    const { key: expired } = await createKeyEntry(keys, "free", "expired", { expires: new Date(0) });
    const { key: elsewhere } = await createKeyEntry(keys, "free", "pages", { origins: ["https://a.example"] });
    const { key: replaced, entry } = await createKeyEntry(keys, "free");
    const { key: successor } = await rotateKey(keys, entry.id, 0);
    const real = [good, expired, elsewhere, replaced, successor];
    const used = [...real, `${good.slice(0, -1)}_`, "icn_0000000000000000000000000000000000", `${good}x`];
    const server = await serve([
      "serve",
      shippedArtifacts,
      "--keys",
      keys,
      "--usage",
      join(folder, "usage.bin"),
      "--log-level",
      "trace",
      "--quota",
      "redis://:s3cret@127.0.0.1:1",
    ]);
    const base = `http://127.0.0.1:${server.port}`;
    const escaped = (key: string): string => [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
    for (const key of used) {
      for (const path of [
        `/api/v1/icons?api_key=${key}`,
        `/api/v1/icons?q=a&api_key=${key}&limit=0`,
        `/api/v1/icons?api%5fkey=${escaped(key)}`,
        `/api/v1/icons?API_KEY=${key}`,
        `/api/v1/icons?q=${key}`,
        `/api/v1/icons?q=${escaped(key)}`,
        `/api/v1/icons/${key}`,
        `/api/v1/icons/${escaped(key)}`,
        `/${key}`,
        `/api/v1/icons?api_key=${key}&api_key=${key}`,
        `/images/x?api_key=${key}`,
      ]) {
        await (await fetch(base + path, { headers: { Referer: `${base}${path}` } })).text();
      }
      await (await fetch(`${base}/api/v1/icons`, { headers: { "X-API-Key": key } })).text();
      await (await fetch(`${base}/api/v1/icons?api_key=${key}`, { method: "POST", body: key })).text();
    }
    // More than an address may send in a minute, even if one ends meanwhile.
    for (let more = 0; more < 2 * REFUSED_PER_MINUTE + 1; more++)
      await (await fetch(`${base}/api/v1/icons?api_key=${expired}`)).text();
    await server.stop();
    const log = server.stdout() + server.stderr();
    expect(log.split("\n").length).toBeGreaterThan(40);
    expect(log).toContain("Redis is unavailable");
    for (const status of [200, 400, 401, 403, 404, 405, 429]) expect(log).toContain(`"status":${status},`);
    const stored = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
    for (const text of [log, ...stored]) {
      for (const secret of real.map((key) => key.slice(4, 20))) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(escaped(secret));
      }
      expect(text).not.toContain("icn_0000");
      expect(text).not.toContain("s3cret");
    }
  });
});

describe("server stopped by a signal", () => {
  it("exits a server with 0 on a stop signal", async () => {
    const folder = temporaryFolder();
    const server = await serve(["serve", shippedArtifacts, "--keys", join(folder, "k"), "--usage", join(folder, "u")]);
    expect(await server.stop()).toBe(0);
    const lines = server
      .stdout()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ msg: "starting", config: { port: 0, anonymous: "off", keys: join(folder, "k") } });
    expect(lines.slice(-2).map(({ msg }) => msg)).toEqual(["stopping", "stopped"]);
  });
});

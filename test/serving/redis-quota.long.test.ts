import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "iovalkey";
import { expect, it, vi } from "vitest";
import { askOver } from "../support/ask.js";
import { freePort, icons, type Running, serve, start } from "../support/cli.js";
import { describeWith } from "../support/debian.js";
import { temporaryFolder } from "../support/folder.js";
import { hammer } from "../support/hammer.js";
import { startHaproxy } from "../support/haproxy.js";
import { PATIENTLY } from "../support/patiently.js";
import { startRedis } from "../support/redis.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const PATH = "/api/v1/categories";
const PROCESSES = 16;
/** Requests per process; `HAMMER_REQUESTS=1000` for the full number. */
const REQUESTS = Number(process.env.HAMMER_REQUESTS ?? 100);

/**
 * Creates a key file with a key of each plan, and the flags of servers that represent machines, each with its own usage
 * file.
 */
async function createKeys(): Promise<{
  free: string;
  pro: string;
  machine: (name: string, ...more: string[]) => string[];
}> {
  const folder = temporaryFolder();
  const keys = join(folder, "keys.json");
  const create = async (tier: string): Promise<string> =>
    (await icons(["keys", "create", "--tier", tier, "--keys", keys])).stdout.trim();
  const machine = (name: string, ...more: string[]): string[] => [
    ...["serve", shippedArtifacts, "--keys", keys, "--usage", join(folder, `${name}.bin`)],
    // On a busy machine, Redis itself may not get CPU time within the default of a tenth of a second.
    ...["--quota-timeout", "1000"],
    ...more,
  ];
  return { free: await create("free"), pro: await create("pro"), machine };
}

/** Sends requests one after the other. @returns number of responses by status */
async function statuses(port: number, key: string, times: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let at = 0; at < times; at++) {
    const { status } = await askOver(port, PATH, { "X-API-Key": key });
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

const said = async (server: Running, text: string): Promise<void> =>
  vi.waitFor(() => expect(server.stdout()).toContain(text), PATIENTLY);

describeWith(["redis-server", "haproxy"], "two machines behind HAProxy with one Redis", () => {
  it("grants a new free key exactly 100 requests to 16 processes, and none after restarts of the servers or of Redis", async () => {
    const redis = await startRedis();
    const { free, pro, machine } = await createKeys();
    const flags = ["--quota", redis.url, "--quota-away", "closed"];
    const replicas = await Promise.all([serve(machine("a", ...flags)), serve(machine("b", ...flags))]);
    const port = await startHaproxy(replicas.map((replica) => replica.port));
    expect(await hammer(port, free, PROCESSES, REQUESTS)).toEqual({ 200: 100, 429: PROCESSES * REQUESTS - 100 });
    for (const replica of replicas) expect(await statuses(replica.port, free, 1)).toEqual({ 429: 1 });

    await redis.stop();
    for (const replica of replicas) await said(replica, "Redis is unavailable");
    expect(await hammer(port, free, 2, 20)).toEqual({ 503: 40 });
    expect(await hammer(port, pro, 2, 20)).toEqual({ 200: 40 });
    await redis.start();
    for (const replica of replicas) await said(replica, "Redis is available again");
    expect(await hammer(port, free, 2, 20)).toEqual({ 429: 40 });

    for (const replica of replicas) expect(await replica.stop()).toBe(0);
    const third = await serve(machine("c", ...flags));
    expect(await statuses(third.port, free, 2)).toEqual({ 429: 2 });
    await third.stop();
  });

  it("counts a caller without a key by the address that HAProxy reports", async () => {
    const redis = await startRedis();
    const { machine } = await createKeys();
    const flags = ["--quota", redis.url, "--anonymous", "free", "--trust-proxy", "127.0.0.1"];
    const replicas = await Promise.all([serve(machine("a", ...flags)), serve(machine("b", ...flags))]);
    const port = await startHaproxy(replicas.map((replica) => replica.port));
    const left: number[] = [];
    for (let at = 0; at < 4; at++) left.push((await askOver(port, PATH, {})).body._meta.rate_remaining);
    expect(left).toEqual([99, 98, 97, 96]);
    for (const replica of replicas) {
      const other = await askOver(replica.port, PATH, { "X-Forwarded-For": "2001:db8::1" });
      left.push(other.body._meta.rate_remaining);
    }
    expect(left.slice(4)).toEqual([99, 98]);
    for (const replica of replicas) await replica.stop();
  });
});

describeWith(["redis-server"], "two machines with one Redis that restarts under load", () => {
  it("grants a new free key at most 100 requests in total, and responds to every request", async () => {
    const redis = await startRedis();
    const { free, machine } = await createKeys();
    const flags = ["--quota", redis.url, "--quota-away", "closed"];
    const machines = await Promise.all([serve(machine("a", ...flags)), serve(machine("b", ...flags))]);
    const key = { "X-API-Key": free };
    const counts: Record<string, number> = {};
    let done = false;
    const clients = machines.flatMap(({ port }) =>
      Array.from({ length: 2 }, async () => {
        while (!done) {
          const { status } = await askOver(port, PATH, key);
          counts[status] = (counts[status] ?? 0) + 1;
        }
      }),
    );
    const seen = (status: number): Promise<void> =>
      vi.waitFor(() => expect(counts[status] ?? 0).toBeGreaterThan(0), { ...PATIENTLY, interval: 1 });
    await seen(200);
    await redis.stop();
    await seen(503);
    await redis.start();
    await seen(429);
    done = true;
    await Promise.all(clients);
    expect(Object.keys(counts).sort()).toEqual(["200", "429", "503"]);
    expect(counts[200]).toBeLessThanOrEqual(100);
    // Requests in progress when Redis stopped may have been counted but not granted: one per client.
    expect(counts[200]).toBeGreaterThanOrEqual(96);
    for (const server of machines) await server.stop();
  });
});

describeWith(["redis-server"], "server with a Redis quota", () => {
  it("lets an operator read and reset usage, and stores no key or address in Redis", async () => {
    const redis = await startRedis();
    const { free, pro, machine } = await createKeys();
    const flags = machine("a", "--quota", redis.url);
    const server = await serve([...flags, "--anonymous", "free"]);
    expect(await statuses(server.port, free, 3)).toEqual({ 200: 3 });
    expect(await statuses(server.port, pro, 5)).toEqual({ 200: 5 });
    expect((await askOver(server.port, PATH, {})).body._meta.rate_remaining).toBe(99);
    await server.stop();
    expect(server.stdout()).not.toContain("Redis is");
    const keys = ["--keys", flags[flags.indexOf("--keys") + 1]!, "--quota", redis.url];
    const usage = async (): Promise<unknown> => JSON.parse((await icons(["keys", "usage", "--json", ...keys])).stdout);
    const [{ id }] = JSON.parse((await icons(["keys", "list", "--json", ...keys.slice(0, 2)])).stdout);
    expect(await usage()).toMatchObject([{ usedToday: 3, remaining: 97 }, { total: 5 }]);
    await icons(["keys", "reset-usage", id, ...keys]);
    expect(await usage()).toMatchObject([{ usedToday: 0, remaining: 100 }, { total: 5 }]);
    const stored = readFileSync(join(redis.folder, "appendonlydir", "appendonly.aof.1.incr.aof"), "latin1");
    expect(stored).toContain("icons:used:addresses:");
    for (const secret of [free.slice(4, 20), pro.slice(4, 20), "127.0.0.1"]) expect(stored).not.toContain(secret);
    await icons(["keys", "reset-usage", ...keys]);
    expect(await usage()).toMatchObject([{ usedToday: 0 }, { total: 0 }]);
  });
});

describeWith(["redis-server"], "server with an unreachable Redis", () => {
  it("counts locally by default, and in Redis again as soon as it is back", async () => {
    const redis = await startRedis();
    const { free, machine } = await createKeys();
    const server = await serve(machine("a", "--quota", redis.url));
    expect(await statuses(server.port, free, 60)).toEqual({ 200: 60 });
    await redis.stop();
    await said(server, "Redis is unavailable");
    expect(await statuses(server.port, free, 130)).toEqual({ 200: 100, 429: 30 });
    await redis.start();
    await said(server, '"requests":130');
    expect(await statuses(server.port, free, 50)).toEqual({ 200: 40, 429: 10 });
    expect(server.stdout().split("Redis is unavailable")).toHaveLength(2);
    await server.stop();
  });

  it("refuses limited plans with 503 and Retry-After if so configured, and serves unlimited ones", async () => {
    const redis = await startRedis();
    const { free, pro, machine } = await createKeys();
    const server = await serve(machine("a", "--quota", redis.url, "--quota-away", "closed", "--anonymous", "free"));
    await redis.stop();
    await said(server, "Redis is unavailable");
    for (const headers of [{ "X-API-Key": free }, {}]) {
      const refused = await askOver(server.port, PATH, headers);
      expect(refused.status).toBe(503);
      expect(refused.body.error.code).toBe("unavailable");
      expect(refused.headers["retry-after"]).toBe("2");
    }
    expect(await statuses(server.port, pro, 3)).toEqual({ 200: 3 });
    await server.stop();
  });

  it("does not wait for a Redis that hangs, and grants nothing for requests that it counts later", async () => {
    const redis = await startRedis();
    const { free, machine } = await createKeys();
    const server = await serve(machine("a", "--quota", redis.url, "--quota-away", "closed"));
    expect(await statuses(server.port, free, 10)).toEqual({ 200: 10 });
    redis.pause();
    expect(await hammer(server.port, free, 1, 30)).toEqual({ 503: 30 });
    redis.resume();
    await said(server, "Redis is available again");
    const { 200: granted = 0 } = await statuses(server.port, free, 100);
    expect(granted).toBeGreaterThanOrEqual(60);
    expect(granted).toBeLessThanOrEqual(90);
    await server.stop();
  });

  it("treats a Redis that rejects writes as unreachable", async () => {
    const redis = await startRedis(["--replicaof", `127.0.0.1 ${await freePort()}`]);
    const { free, machine } = await createKeys();
    const server = await serve(machine("a", "--quota", redis.url));
    expect(server.stdout()).toMatch(/"reason":"READONLY .*Redis is unavailable/);
    expect(await statuses(server.port, free, 2)).toEqual({ 200: 2 });
    const client = new Redis(redis.url);
    await client.replicaof("NO", "ONE");
    client.disconnect();
    await said(server, "Redis is available again");
    await server.stop();
  });

  it("starts and reports the unreachable Redis", async () => {
    const redis = await startRedis();
    await redis.stop();
    const { free, machine } = await createKeys();
    const server = await serve(machine("a", "--quota", redis.url));
    expect(server.stdout()).toContain("Redis is unavailable; counting on this machine only");
    expect(await statuses(server.port, free, 1)).toEqual({ 200: 1 });
    await redis.start();
    await said(server, "Redis is available again");
    expect((await askOver(server.port, PATH, { "X-API-Key": free })).body._meta.rate_remaining).toBe(99);
    await server.stop();
  });
});

describeWith(["redis-server"], "server that Redis rejects", () => {
  it.each([
    ["without the password", "", "", 1, "NOAUTH"],
    ["with a wrong password", ":hunter2@", "", 1, "WRONGPASS"],
    ["with a missing database", ":s3cret@", "99", 1, "out of range"],
    ["with a database that is not a number", ":s3cret@", "icons", 2, "names a database that is not a number"],
  ])("exits %s with a remedy and without the password", async (_name, user, database, code, reason) => {
    const redis = await startRedis(["--requirepass", "s3cret"]);
    const { machine } = await createKeys();
    for (const workers of ["1", "2"]) {
      const url = `redis://${user}127.0.0.1:${redis.port}/${database}`;
      const server = start(machine("a", "--port", "0", "--workers", workers, "--quota", url));
      await vi.waitFor(() => expect(server.process.exitCode).toBe(code), PATIENTLY);
      const text = server.stdout() + server.stderr();
      expect(text).toContain(reason);
      expect(text).toContain("redis://user:password@host");
      expect(text).not.toMatch(/s3cret|hunter2/);
    }
  });
});

describeWith(["redis-server"], "server with a shared Redis quota", () => {
  it("counts each address for all replicas, in a bounded number of hashes that expire", async () => {
    const redis = await startRedis();
    const { machine } = await createKeys();
    const flags = ["--quota", redis.url, "--quota-away", "closed", "--anonymous", "free", "--trust-proxy", "127.0.0.1"];
    const replicas = await Promise.all([serve(machine("a", ...flags)), serve(machine("b", ...flags))]);
    const left = async (address: string, at = 0): Promise<number> =>
      (await askOver(replicas[at % 2]!.port, PATH, { "X-Forwarded-For": address })).body._meta.rate_remaining;
    const crowd = Array.from({ length: 40 }, (_, at) => `2001:db8:1:${at.toString(16)}::1`);
    for (const [at, address] of crowd.entries()) expect(await left(address, at)).toBe(99);
    for (const [at, address] of crowd.entries()) expect(await left(address, at + 1)).toBe(98);
    const client = new Redis(redis.url);
    const names = await client.keys("icons:used:*");
    for (const name of names) expect(name).toMatch(/^icons:used:addresses:[0-9a-f]{3}$/);
    for (const name of names) expect(await client.ttl(name)).toBeGreaterThan(0);
    client.disconnect();
    await Promise.all(replicas.map((replica) => replica.stop()));
    await redis.stop();
  });

  it("logs no password while Redis is unreachable", async () => {
    const redis = await startRedis(["--requirepass", "s3cret"]);
    const { free, machine } = await createKeys();
    const url = `redis://:s3cret@127.0.0.1:${redis.port}/3`;
    const server = await serve(machine("a", "--log-level", "trace", "--quota-away", "closed"), { ICONS_QUOTA: url });
    expect(await statuses(server.port, free, 2)).toEqual({ 200: 2 });
    redis.pause();
    expect(await statuses(server.port, free, 2)).toEqual({ 503: 2 });
    redis.resume();
    await said(server, "Redis is available again");
    await redis.stop();
    await vi.waitFor(() => expect(server.stdout().split("Redis is unavailable")).toHaveLength(3), PATIENTLY);
    await server.stop();
    expect(server.stdout()).toContain(`redis://127.0.0.1:${redis.port}/3`);
    expect(server.stdout() + server.stderr()).not.toContain("s3cret");
  });
});

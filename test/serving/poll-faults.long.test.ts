import { chownSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { createKey, revokeKey } from "#src/access/key-file.js";
import { freePort, icons, serve } from "../support/cli.js";
import { describeWith } from "../support/debian.js";
import { failCalls } from "../support/failing-files.js";
import { temporaryFolder } from "../support/folder.js";
import { buildGenerations } from "../support/generations.js";
import { readMetrics, sumOf } from "../support/metrics.js";
import { itAsOther, OTHER_USER } from "../support/other-user.js";
import { PATIENTLY } from "../support/patiently.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { workersOf } from "../support/workers.js";

/** Duration of faults after they are noticed; `FAULT_SECONDS=10` is the long form, with every fault of every call. */
const SECONDS = Number(process.env.FAULT_SECONDS ?? 0);
const IS_LONG = SECONDS > 1;
const ALL_CODES = ["EMFILE", "EACCES", "ENOMEM", "EIO"];
const CODES = IS_LONG ? ALL_CODES : ["EMFILE", "EIO"];
const KEY_FILE_FAULTS = IS_LONG
  ? ["openat", "read", "statx"].flatMap((calls) => ALL_CODES.map((code) => ({ calls, code })))
  : [
      { calls: "openat", code: "EMFILE" },
      { calls: "openat", code: "EACCES" },
      { calls: "read", code: "EIO" },
    ];
const ROUNDS = IS_LONG ? 5 : 1;

interface Files {
  readonly folder: string;
  readonly keys: string;
  readonly usage: string;
}

function ownFiles(): Files {
  const folder = temporaryFolder();
  return { folder, keys: join(folder, "keys.json"), usage: join(folder, "usage.bin") };
}

const flagsOf = ({ keys, usage }: Files): string[] => ["--keys", keys, "--usage", usage];

async function statusOf(port: number, key: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/icons?limit=1`, {
    headers: { "x-api-key": key, connection: "close" },
  });
  await response.body?.cancel();
  return response.status;
}

async function pollOf(port: number, name: string): Promise<object | undefined> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: "close" } });
  expect(response.status).toBe(200);
  const { polls } = (await response.json()) as { polls: { name: string }[] };
  return polls.find((poll) => poll.name === name);
}

const OK = { status: "ok" };
const failing = (code: string): object => ({
  status: "failing",
  since: expect.stringMatching(/Z$/),
  failures: expect.any(Number),
  code,
});

/** Revokes a key, and sends requests until it is rejected. @returns seconds from the end of the fault */
async function secondsUntilRefused(port: number, key: string): Promise<number> {
  const start = performance.now();
  // 429: an address that has sent too many rejected keys must wait.
  await vi.waitFor(async () => expect([401, 429]).toContain(await statusOf(port, key)), PATIENTLY);
  return (performance.now() - start) / 1000;
}

describeWith(["strace"], "key revoked while the key file can't be read", () => {
  it("rejects the revoked key soon after any read error ends, and shows, counts and logs the error", {
    timeout: 60_000 + KEY_FILE_FAULTS.length * SECONDS * 2000,
  }, async () => {
    const files = ownFiles();
    const metrics = await freePort();
    const { key: kept } = await createKey(files.keys, "pro");
    const server = await serve([
      ...["serve", shippedArtifacts, ...flagsOf(files)],
      ...["--metrics", `127.0.0.1:${metrics}`],
    ]);
    const { port } = server;
    const waits: string[] = [];
    for (const { calls, code } of KEY_FILE_FAULTS) {
      const { key, entry } = await createKey(files.keys, "pro");
      await vi.waitFor(async () => expect(await statusOf(port, key)).toBe(200), PATIENTLY);
      const fault = await failCalls(server.process.pid!, files.keys, calls, `error=${code}`);
      await revokeKey(files.keys, entry.id);
      await vi.waitFor(async () => expect(await pollOf(port, "key file")).toMatchObject(failing(code)), PATIENTLY);
      await sleep(SECONDS * 1000);
      expect(await statusOf(port, kept)).toBe(200);
      await fault.end();
      waits.push(`${calls} ${code}: ${(await secondsUntilRefused(port, key)).toFixed(2)} s`);
      await vi.waitFor(async () => expect(await pollOf(port, "key file")).toMatchObject(OK), PATIENTLY);
      expect(await statusOf(port, kept)).toBe(200);
    }
    if (IS_LONG) console.log(waits.join("\n"));
    const { samples } = await readMetrics(metrics);
    expect(sumOf(samples, "icons_poll_failures_total", { what: "key file" })).toBeGreaterThanOrEqual(
      KEY_FILE_FAULTS.length,
    );
    expect(sumOf(samples, "icons_poll_failing", { what: "key file" })).toBe(0);
    for (const { code } of KEY_FILE_FAULTS) expect(server.stdout()).toContain(code);
    expect(server.stdout()).toContain("the key file is readable again");
    expect(server.stdout()).not.toMatch(/create new keys|is not JSON/);
    await server.stop();
  });

  it("rejects the revoked key after a single read error", async () => {
    const files = ownFiles();
    const { key, entry } = await createKey(files.keys, "pro");
    const server = await serve(["serve", shippedArtifacts, ...flagsOf(files)]);
    expect(await statusOf(server.port, key)).toBe(200);
    // Both attempts fail if the process has a spare descriptor.
    const fault = await failCalls(server.process.pid!, files.keys, "openat", "error=EMFILE:when=1..2");
    await revokeKey(files.keys, entry.id);
    await secondsUntilRefused(server.port, key);
    await fault.end();
    await server.stop();
  });
});

describeWith(["strace"], "usage file with system errors", () => {
  it("serves unlimited plans, counts or refuses limited ones, and uses the file again when the error ends", async () => {
    const files = ownFiles();
    const { key: pro } = await createKey(files.keys, "pro");
    const { key: free } = await createKey(files.keys, "free");
    const server = await serve(["serve", shippedArtifacts, ...flagsOf(files)]);
    const { port } = server;
    let counted = 0;
    const isCounted = (status: number): boolean => {
      if (status === 200) counted++;
      return status === 200;
    };
    for (const code of CODES) {
      const fault = await failCalls(server.process.pid!, files.usage, "statx,openat", `error=${code}`);
      await vi.waitFor(async () => expect(await pollOf(port, "usage file")).toMatchObject(failing(code)), PATIENTLY);
      await sleep(SECONDS * 1000);
      expect(await statusOf(port, pro)).toBe(200);
      expect([200, 503]).toContain(await statusOf(port, free).then((status) => (isCounted(status) ? 200 : status)));
      await fault.end();
      await vi.waitFor(async () => expect(isCounted(await statusOf(port, free))).toBe(true), PATIENTLY);
      await vi.waitFor(async () => expect(await pollOf(port, "usage file")).toMatchObject(OK), PATIENTLY);
    }
    const usage = await icons(["keys", "usage", "--json", ...flagsOf(files)]);
    expect(JSON.parse(usage.stdout)[1].usedToday).toBe(counted);
    expect(server.stdout()).toContain("the usage file can be used again");
    await server.stop();
  });

  it("writes the file again if it was removed meanwhile", async () => {
    const files = ownFiles();
    const { key: free } = await createKey(files.keys, "free");
    const server = await serve(["serve", shippedArtifacts, ...flagsOf(files)]);
    const fault = await failCalls(server.process.pid!, files.usage, "statx,openat,link,linkat", "error=EIO");
    rmSync(files.usage);
    await vi.waitFor(
      async () => expect(await pollOf(server.port, "usage file")).toMatchObject(failing("EIO")),
      PATIENTLY,
    );
    await fault.end();
    await vi.waitFor(() => expect(statSync(files.usage).size).toBe(3_149_824), PATIENTLY);
    expect(await statusOf(server.port, free)).toBe(200);
    await server.stop();
  });
});

describe("usage file damaged while workers serve", () => {
  /**
   * Continuously sends requests with a pro key. @returns a function that stops it and returns the number of failures
   * and the longest time without a response
   */
  function keepAskingFor(
    port: number,
    key: string,
  ): () => Promise<{ responses: number; others: string[]; longestGapMs: number }> {
    let stopped = false;
    let responses = 0;
    let last = performance.now();
    let longestGapMs = 0;
    const others: string[] = [];
    const run = async (): Promise<void> => {
      while (!stopped) {
        try {
          const status = await statusOf(port, key);
          if (status !== 200) others.push(String(status));
          else {
            responses++;
            longestGapMs = Math.max(longestGapMs, performance.now() - last);
            last = performance.now();
          }
        } catch (error) {
          others.push((error as Error).message);
          await sleep(20);
        }
      }
    };
    const running = Promise.all(Array.from({ length: 4 }, run));
    return async () => {
      stopped = true;
      await running;
      return { responses, others, longestGapMs };
    };
  }

  const DAMAGES: [string, (path: string) => void][] = [
    ["cut to nothing", (path) => truncateSync(path, 0)],
    [
      "replaced by something else",
      (path) => {
        rmSync(path);
        writeFileSync(path, "nothing of ours");
      },
    ],
    ["cut in the middle", (path) => truncateSync(path, 1_000_000)],
    ["removed", (path) => rmSync(path)],
  ];
  it.each(IS_LONG ? DAMAGES : DAMAGES.slice(0, 2))(
    "keeps serving and counting under load when it is %s",
    async (_name, damage) => {
      const files = ownFiles();
      const { key: pro } = await createKey(files.keys, "pro");
      const { key: free } = await createKey(files.keys, "free");
      const port = await freePort();
      const server = await serve([
        "serve",
        shippedArtifacts,
        "--workers",
        "2",
        "--port",
        String(port),
        ...flagsOf(files),
      ]);
      await vi.waitFor(() => expect(workersOf(server)).toHaveLength(2), PATIENTLY);
      const load = keepAskingFor(port, pro);
      await sleep(500);
      for (let round = 0; round < ROUNDS; round++) {
        damage(files.usage);
        await vi.waitFor(
          () => expect(existsSync(files.usage) && statSync(files.usage).size).toBe(3_149_824),
          PATIENTLY,
        );
        await vi.waitFor(async () => expect(await statusOf(port, free)).toBe(200), PATIENTLY);
      }
      const { responses, others, longestGapMs } = await load();
      expect(responses).toBeGreaterThan(10);
      // A worker that accesses the file within the millisecond in which it is truncated is replaced; its connections
      // are closed.
      expect(others.filter((other) => /^\d+$/.test(other))).toEqual([]);
      if (others.length > 0)
        console.log(`${others.length} of ${responses} without a response, at most ${longestGapMs} ms long`);
      expect(server.stdout()).toContain("usage file repaired");
      expect(server.stderr()).not.toContain("exit code 1");
      // A worker that starts now counts in the same file.
      process.kill(workersOf(server)[0]!, "SIGKILL");
      await vi.waitFor(() => expect(workersOf(server)).toHaveLength(2), PATIENTLY);
      await vi.waitFor(async () => expect(await statusOf(port, free)).toBe(200), PATIENTLY);
      expect(await server.stop()).toBe(0);
    },
  );

  it("rejects a damaged file at startup, before any worker starts, with problem and remedy", async () => {
    const files = ownFiles();
    writeFileSync(files.usage, "ICONUSE1 and no more");
    for (const workers of ["1", "2"]) {
      const ran = await icons(["serve", shippedArtifacts, "--port", "0", "--workers", workers, ...flagsOf(files)]);
      expect(ran.code).toBe(1);
      expect(ran.stderr).toMatch(/usage\.bin is cut off: it has 20 bytes and should have 3149824\. Remove it to reset/);
      expect(ran.stderr).not.toContain("worker");
    }
    expect(readFileSync(files.usage, "utf8")).toBe("ICONUSE1 and no more");
  });
});

describe("worker started with an invalid key file", () => {
  it("responds with 503 to keys until the file is valid, without exiting or rejecting good keys", async () => {
    const files = ownFiles();
    const { key } = await createKey(files.keys, "pro");
    const good = readFileSync(files.keys);
    const port = await freePort();
    const server = await serve([
      "serve",
      shippedArtifacts,
      "--workers",
      "2",
      "--port",
      String(port),
      ...flagsOf(files),
    ]);
    await vi.waitFor(() => expect(workersOf(server)).toHaveLength(2), PATIENTLY);
    await vi.waitFor(async () => expect(await statusOf(port, key)).toBe(200), PATIENTLY);
    writeFileSync(files.keys, "nonsense");
    for (const pid of workersOf(server)) process.kill(pid, "SIGKILL");
    await vi.waitFor(async () => expect(await statusOf(port, key)).toBe(503), PATIENTLY);
    expect(await pollOf(port, "key file")).toMatchObject(failing("INVALID"));
    writeFileSync(files.keys, good);
    await vi.waitFor(async () => expect(await statusOf(port, key)).toBe(200), PATIENTLY);
    expect(server.stderr()).not.toContain("exit code");
    expect(await server.stop()).toBe(0);
  });
});

describe("service under its own user", () => {
  itAsOther("rejects a key that root has revoked, and can still read the key file", async () => {
    const files = ownFiles();
    chownSync(files.folder, OTHER_USER, OTHER_USER);
    const { out } = await buildGenerations(files.folder, ["a"]);
    const { key, entry } = await createKey(files.keys, "pro");
    const { key: kept } = await createKey(files.keys, "pro");
    chownSync(files.keys, OTHER_USER, OTHER_USER);
    const server = await serve(["serve", out, ...flagsOf(files)], {}, { uid: OTHER_USER });
    expect(await statusOf(server.port, key)).toBe(200);
    expect((await icons(["keys", "revoke", entry.id, "--keys", files.keys])).code).toBe(0);
    await secondsUntilRefused(server.port, key);
    expect(await statusOf(server.port, kept)).toBe(200);
    // If another tool makes the file unreadable, that and its end are noticed as well.
    const { key: late, entry: lateEntry } = await createKey(files.keys, "pro");
    await vi.waitFor(async () => expect(await statusOf(server.port, late)).toBe(200), PATIENTLY);
    chownSync(files.keys, 0, 0);
    await revokeKey(files.keys, lateEntry.id);
    await vi.waitFor(
      async () => expect(await pollOf(server.port, "key file")).toMatchObject(failing("EACCES")),
      PATIENTLY,
    );
    await vi.waitFor(() => expect(server.stdout()).toMatch(/belongs to uid 0, gid 0, mode 0600/), PATIENTLY);
    chownSync(files.keys, OTHER_USER, OTHER_USER);
    await secondsUntilRefused(server.port, late);
    await server.stop();
  });

  itAsOther(
    "reports the owner of an unreadable key file at startup and the command to run, without advice to create new keys",
    async () => {
      const files = ownFiles();
      chownSync(files.folder, OTHER_USER, OTHER_USER);
      const { out } = await buildGenerations(files.folder, ["a"]);
      await createKey(files.keys, "pro");
      // The folder's owner would get a new file.
      chownSync(files.keys, 0, 0);
      const ran = await icons(["serve", out, "--port", "0", ...flagsOf(files)], {}, { uid: OTHER_USER });
      expect(ran.code).toBe(1);
      expect(ran.stderr).toContain(`chown ${OTHER_USER}:${OTHER_USER} ${files.keys}`);
      expect(ran.stderr).not.toMatch(/remove|create/);
    },
  );
});

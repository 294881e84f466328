import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { freePort, type Running, serve } from "../support/cli.js";
import { describeWith } from "../support/debian.js";
import { temporaryFolder } from "../support/folder.js";
import { readMetrics, sumOf } from "../support/metrics.js";
import { PATIENTLY } from "../support/patiently.js";
import { getOver } from "../support/raw-http.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { workersOf } from "../support/workers.js";

/** Number of random sequences with real workers; `SUPERVISION_RUNS=200` for the full number. */
const RUNS = Number(process.env.SUPERVISION_RUNS ?? 2);
/**
 * Maximum duration of a request, whatever happens to its worker; a worker that is stopped while it starts is noticed
 * after 30 s.
 */
const WAIT_MS = 120_000;
/** At this age, a worker listens, unless the machine is overloaded. */
const GROWN_SECONDS = 3;
/** Errors of clients whose worker was killed, or while all workers are dead. */
const KILLED = ["ECONNRESET", "ECONNREFUSED", "EPIPE"];

// Workers start, drain and time out at their own pace, on a busy machine several times slower.
vi.setConfig({ testTimeout: 180_000 });

async function serveTwo(...args: string[]) {
  const folder = temporaryFolder();
  const files = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin"), "--anonymous", "pro"];
  const ports = ["--port", String(await freePort()), "--metrics", "127.0.0.1:0"];
  const server = await serve(["serve", shippedArtifacts, "--workers", "2", ...files, ...ports, ...args]);
  const metricsPort = Number(/Metrics at http:\/\/127\.0\.0\.1:(\d+)\/metrics/.exec(server.stdout())?.[1]);
  return { server, metricsPort };
}

/** Waits until two workers run and respond, and no other workers are left. */
async function untilWell(server: Running, metricsPort: number): Promise<void> {
  await vi.waitFor(
    async () => {
      expect(workersOf(server)).toHaveLength(2);
      expect(sumOf((await readMetrics(metricsPort)).samples, "icons_workers")).toBe(2);
    },
    { timeout: WAIT_MS, interval: 50 },
  );
}

/**
 * Clients that open a connection for each request, or for several. @returns `stop`, which returns the distinct results
 */
function startClients(port: number, count: number) {
  const seen = new Set<string>();
  let going = true;
  const client = async (at: number): Promise<void> => {
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    while (going) {
      const agent = at % 2 === 0 ? new Agent({ keepAlive: false }) : kept;
      const late = sleep(WAIT_MS, "waits for ever", { ref: false });
      const response = getOver(port, "/api/v1/icons?limit=5", agent).then(
        ({ status }) => String(status),
        (error: NodeJS.ErrnoException) => String(error.code),
      );
      const met = await Promise.race([response, late]);
      seen.add(met);
      await sleep(met === "200" ? 5 : 20);
    }
    kept.destroy();
  };
  const all = Array.from({ length: count }, (_, at) => client(at));
  return {
    async stop(): Promise<string[]> {
      going = false;
      await Promise.all(all);
      return [...seen];
    },
  };
}

const ACTS = ["kill", "stop", "restart", "kill during drain", "end", "wait"] as const;
const sequences = fc.array(
  fc.record({ act: fc.constantFrom(...ACTS), which: fc.nat(3), pauseMs: fc.integer({ min: 0, max: 900 }) }),
  { minLength: 1, maxLength: 5 },
);

describe("two workers", () => {
  it(
    `restores both workers after each of ${RUNS} random sequences of kills, stops and restarts under load`,
    async () => {
      const { server, metricsPort } = await serveTwo("--worker-timeout", "2");
      await untilWell(server, metricsPort);
      const clients = startClients(server.port, 10);
      const signal = (which: number, name: NodeJS.Signals, seconds = 0): void => {
        const workers = workersOf(server).filter((pid) => ageOf(pid) >= seconds);
        const worker = workers[which % workers.length];
        if (worker !== undefined && existsOf(worker)) process.kill(worker, name);
      };
      await fc.assert(
        fc.asyncProperty(sequences, async (sequence) => {
          for (const { act, which, pauseMs } of sequence) {
            if (act === "kill") signal(which, "SIGKILL");
            else if (act === "stop") signal(which, "SIGSTOP", GROWN_SECONDS);
            else if (act === "end") signal(which, "SIGTERM");
            else if (act !== "wait") server.process.kill("SIGHUP");
            if (act === "kill during drain") {
              const drains = server.stdout().split('"stopping"').length;
              for (let waited = 0; waited < 4000 && server.stdout().split('"stopping"').length === drains; waited += 20)
                await sleep(20);
              signal(which, "SIGKILL");
            }
            await sleep(pauseMs);
          }
          await untilWell(server, metricsPort);
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
      const met = await clients.stop();
      expect(met).toContain("200");
      expect(met.filter((what) => what !== "200" && !KILLED.includes(what))).toEqual([]);
      expect(server.process.exitCode).toBe(null);
      expect(await server.stop()).toBe(0);
    },
    3 * WAIT_MS + RUNS * 60_000,
  );

  it("loses no connection during worker restarts, even if clients open one per request", async () => {
    const { server, metricsPort } = await serveTwo();
    await untilWell(server, metricsPort);
    const clients = startClients(server.port, 20);
    for (let restart = 1; restart <= 2; restart++) {
      server.process.kill("SIGHUP");
      const told = (): number => server.stderr().split("restarted 2 workers").length - 1;
      await vi.waitFor(() => expect(told()).toBe(restart), PATIENTLY);
    }
    expect(await clients.stop()).toEqual(["200"]);
    expect(await server.stop()).toBe(0);
  });
});

describe("draining worker", () => {
  it("rejects connections on their way to a draining worker, which the other worker then serves", async () => {
    const { server, metricsPort } = await serveTwo();
    await untilWell(server, metricsPort);
    const [drained, other] = workersOf(server);
    for (const worker of [drained!, other!]) process.kill(worker, "SIGSTOP");
    const responses = Array.from({ length: 30 }, () =>
      getOver(server.port, "/api/v1/icons?limit=5", new Agent({ keepAlive: false })),
    );
    // While connections are waiting, one is always on its way to the draining worker.
    await sleep(500);
    process.kill(drained!, "SIGTERM");
    process.kill(drained!, "SIGCONT");
    await vi.waitFor(() => expect(server.stderr()).toContain("worker exited (exit code 0)"), PATIENTLY);
    process.kill(other!, "SIGCONT");
    for (const { status } of await Promise.all(responses)) expect(status).toBe(200);
    await untilWell(server, metricsPort);
    expect(workersOf(server)).toContain(other);
    expect(await server.stop()).toBe(0);
  });
});

describe("suspended worker", () => {
  it("sends no requests of other clients to a suspended worker, no longer counts it, and replaces it", async () => {
    const { server, metricsPort } = await serveTwo("--worker-timeout", "6");
    await untilWell(server, metricsPort);
    const [stopped] = workersOf(server);
    process.kill(stopped!, "SIGSTOP");
    const responses = Array.from({ length: 10 }, () =>
      getOver(server.port, "/api/v1/icons?limit=5", new Agent({ keepAlive: false })),
    );
    const counted = async () => sumOf((await readMetrics(metricsPort)).samples, "icons_workers");
    await vi.waitFor(async () => expect(await counted()).toBe(1), PATIENTLY);
    expect(existsOf(stopped!)).toBe(true);
    await vi.waitFor(
      () => expect(server.stderr()).toContain("a worker did not respond for 6 s; killing it"),
      PATIENTLY,
    );
    // One connection was on its way to the stopped worker; the other worker took it over.
    expect(new Set((await Promise.all(responses)).map(({ status }) => status))).toEqual(new Set([200]));
    await untilWell(server, metricsPort);
    expect(workersOf(server)).not.toContain(stopped);
    expect(await server.stop()).toBe(0);
  });
});

describe("worker without free file descriptors", () => {
  it("leaves connections to the other worker without file descriptors, and accepts them again later", async () => {
    const { server, metricsPort } = await serveTwo();
    await untilWell(server, metricsPort);
    const workers = workersOf(server);
    const ask = (): Promise<{ status: number }> =>
      getOver(server.port, "/api/v1/icons?limit=5", new Agent({ keepAlive: false }));
    await leaveNoDescriptor(workers[0]!);
    for (let asked = 0; asked < 20; asked++) expect((await ask()).status).toBe(200);
    await leaveNoDescriptor(workers[1]!);
    const waiting = ask();
    expect(await Promise.race([waiting, sleep(1000, "waits")])).toBe("waits");
    for (const worker of workers) limitDescriptors(worker, 1024);
    expect((await waiting).status).toBe(200);
    // Both serve again: each responds while the other one is stopped, which has at most one of these connections.
    for (const worker of workers) {
      process.kill(worker, "SIGSTOP");
      const responses = Array.from({ length: 4 }, ask);
      expect((await Promise.any(responses)).status).toBe(200);
      process.kill(worker, "SIGCONT");
      await Promise.all(responses);
    }
    expect(workersOf(server).sort()).toEqual(workers.sort());
    expect(await server.stop()).toBe(0);
  });
});

describeWith(["strace"], "supervisor that can't fork", () => {
  // Node reports these in three ways: an event of a process without a channel, an event of one with a channel, an
  // exception.
  it.each(["EMFILE", "EAGAIN", "ENOMEM"])(
    "keeps serving with the existing workers, retries, and eventually starts all workers (%s)",
    async (error) => {
      const { server, metricsPort } = await serveTwo();
      await untilWell(server, metricsPort);
      const [killed] = workersOf(server);
      const allow = await forbidForks(server.process.pid!, error);
      process.kill(killed!, "SIGKILL");
      const failures = (): number => server.stderr().split(`could not be forked (${error})`).length - 1;
      await vi.waitFor(() => expect(failures()).toBeGreaterThan(2), PATIENTLY);
      expect(workersOf(server)).toHaveLength(1);
      server.process.kill("SIGHUP");
      await vi.waitFor(() => expect(server.stderr()).toContain("restart aborted: a new worker could not"), PATIENTLY);
      await allow();
      await untilWell(server, metricsPort);
      expect(await server.stop()).toBe(0);
    },
  );
});

/** Makes every fork of a process fail. @returns a function that ends this */
async function forbidForks(pid: number, error: string): Promise<() => Promise<void>> {
  const calls = "clone,clone3,fork,vfork";
  const args = ["-f", "-p", String(pid), "-e", `trace=${calls}`, "-e", `inject=${calls}:error=${error}`];
  const strace = spawn("strace", args, { stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void strace.kill("SIGKILL"));
  let told = "";
  strace.stderr.on("data", (chunk) => (told += chunk));
  await vi.waitFor(() => expect(told).toContain("attached"), PATIENTLY);
  return async () => {
    const closed = once(strace, "close");
    strace.kill("SIGINT");
    await closed;
  };
}

/** Seconds since a process was started; -1 if it has ended. */
function ageOf(pid: number): number {
  try {
    return Number(execFileSync("ps", ["-o", "etimes=", "-p", String(pid)], { encoding: "utf8" }));
  } catch {
    return -1;
  }
}

function existsOf(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function limitDescriptors(pid: number, count: number): void {
  execFileSync("prlimit", ["--pid", String(pid), `--nofile=${count}:`]);
}

/**
 * Lowers a process's descriptor limit to the number in use, after it has closed the connections of earlier requests.
 */
async function leaveNoDescriptor(pid: number): Promise<void> {
  const free = await vi.waitFor(async () => {
    const before = lowestFree(pid);
    await sleep(300);
    expect(lowestFree(pid)).toBe(before);
    return before;
  }, PATIENTLY);
  limitDescriptors(pid, free);
}

function lowestFree(pid: number): number {
  const open = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  for (let fd = 0; ; fd++) if (!open.has(fd)) return fd;
}

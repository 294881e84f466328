import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { BAD_OUTPUTS, type BadOutput, openOutput, type ServerWithOutputs, serveInto } from "../support/outputs.js";
import { PATIENTLY } from "../support/patiently.js";
import { getOver } from "../support/raw-http.js";
import { workersOf } from "../support/workers.js";

/** Number of cases; `OUTPUT_CASES=120` for all. */
const CASES = Number(process.env.OUTPUT_CASES ?? 8);
/** 5 seconds are promised, on a machine that is not overloaded. After 15, a process that can't finish is ended. */
const STOP_MS = 12_000;
/** Enough to fill pipe and queue: each is logged with its URL. */
const REQUESTS = 2000;
const CLIENTS = 20;
/** Much less than the 280 MB that the lines of the requests have. */
const MAX_GROWTH = 100_000_000;

vi.setConfig({ testTimeout: 300_000 });

interface Case {
  readonly kind: BadOutput;
  readonly streams: "standard output" | "standard error" | "both";
  readonly workers: 1 | 2;
  readonly when: "from the start" | "under load";
  readonly format: "json" | "pretty";
}

const ALL: Case[] = BAD_OUTPUTS.flatMap((kind) =>
  (["standard output", "standard error", "both"] as const).flatMap((streams) =>
    ([1, 2] as const).flatMap((workers) =>
      (["from the start", "under load"] as const).flatMap((when) =>
        (["json", "pretty"] as const).map((format) => ({ kind, streams, workers, when, format })),
      ),
    ),
  ),
);
const [drawn] = fc.sample(fc.shuffledSubarray(ALL, { minLength: CASES, maxLength: CASES }), 1);

describe.runIf(process.platform === "linux")("a server whose outputs can't be written", () => {
  it.each(drawn!)(
    "keeps serving and stops: $kind as $streams, $workers processes, $when, $format",
    async ({ kind, streams, workers, when, format }) => {
      const bad = openOutput(kind, when === "from the start");
      const outputs = [streams === "standard error" ? "ignore" : bad, streams === "standard output" ? "ignore" : bad];
      const server = await serveInto(outputs, ["--workers", String(workers), "--log-format", format]);
      if (when === "under load") await refuse(server.port, REQUESTS, 1000);
      if (workers === 2) await endWorker(server);
      // Its renderer is a child process.
      expect(await statusOf(server.port, "/images/spotify?size=50")).toBe(200);
      expect(await statusOf(server.port, "/api/v1/icons")).toBe(401);
      const stopped = performance.now();
      expect(await server.stop()).toBe(0);
      expect(performance.now() - stopped).toBeLessThan(STOP_MS);
    },
  );

  it("needs no more memory after 40,000 refused requests with long URLs that nobody reads in the log", async () => {
    const server = await serveInto([openOutput("unread pipe"), "ignore"]);
    const before = memoryOf(server.process.pid!);
    await refuse(server.port, 40_000, 7000);
    expect(memoryOf(server.process.pid!) - before).toBeLessThan(MAX_GROWTH);
    expect(await server.stop()).toBe(0);
  });
});

/** Sends requests without a key. */
async function refuse(port: number, count: number, urlLength: number): Promise<void> {
  const path = `/api/v1/icons?q=${"x".repeat(urlLength)}`;
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const statuses = new Set<number>();
  const client = async (): Promise<void> => {
    for (let sent = 0; sent < count / CLIENTS; sent++) statuses.add((await getOver(port, path, agent)).status);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
  expect([...statuses]).toEqual([401]);
}

/** Kills a worker, which the supervisor reports on standard error, and waits for its successor. */
async function endWorker(server: ServerWithOutputs): Promise<void> {
  const ended = (): Promise<number> => server.read("icons_worker_exits_total");
  const untilWell = (exits: number): Promise<void> =>
    vi.waitFor(async () => expect([await ended(), await server.read("icons_workers")]).toEqual([exits, 2]), PATIENTLY);
  await untilWell(0);
  process.kill(workersOf(server)[0]!, "SIGKILL");
  await untilWell(1);
}

async function statusOf(port: number, path: string): Promise<number> {
  return (await getOver(port, path, new Agent({ keepAlive: false }))).status;
}

function memoryOf(pid: number): number {
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) * 1024;
}

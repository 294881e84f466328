// Do slow clients slow down others? node bench/slow-clients.mjs [--connections 2000] [--seconds 20] [--rate 300]
// [--workers 1]
//
// wrk sends every kind of request at a modest rate, first alone, then while slowhttptest keeps 2,000 connections open
// that send headers or a body, or read responses, a few bytes at a time. Override default limits by their environment
// variables (`ICONS_HEADERS_TIMEOUT=2000`). Fails if a legitimate request fails, or their p99 is 250 ms or more.
import { once } from "node:events";
import { parseArgs } from "node:util";
import { startChild, stopChild } from "./tools/children.mjs";
import { MARKS, markedGenerations } from "./tools/marked-generations.mjs";
import { sampleProcesses } from "./tools/process-samples.mjs";
import { saveResult } from "./tools/results.mjs";
import { createProKey, ourServer, startServer } from "./tools/servers.mjs";
import { shippedPaths, writePaths } from "./tools/shipped-paths.mjs";
import { figure, megabytes, printTable } from "./tools/table.mjs";
import { loadWithWrk } from "./tools/wrk.mjs";

const HONEST_CONNECTIONS = 30;
const SAMPLE_MS = 500;
const TARGET_MS = 250;
const ATTACKS = {
  "slow headers": ["-H", "-i", "1", "-x", "8"],
  "slow bodies": ["-B", "-i", "1", "-s", "100000", "-x", "8"],
  "slow reading": ["-X", "-k", "5", "-n", "1", "-w", "16", "-y", "64", "-z", "16"],
};

const flags = parseArgs({
  options: {
    connections: { type: "string", default: "2000" },
    seconds: { type: "string", default: "20" },
    rate: { type: "string", default: "300" },
    workers: { type: "string", default: "1" },
  },
}).values;
const pauseMs = (HONEST_CONNECTIONS / Number(flags.rate)) * 1000;

const { artifacts, ids } = await markedGenerations("slow-clients", MARKS.slice(0, 1));
const access = await createProKey();
const specification = ourServer(artifacts, access);
const server = await startServer({
  ...specification,
  args: () => [...specification.args(), "--workers", flags.workers, "--log-level", "error"],
});
try {
  const file = await writePaths("slow-clients", server, shippedPaths(ids));
  const runs = [{ name: "none", ...(await honestLoad(file)) }];
  for (const [name, args] of Object.entries(ATTACKS)) runs.push(await beside(name, args, file));
  printTable(
    ["slow clients", "requests", "failed", "p50, ms", "p99, ms", "descriptors at most", "RssAnon at most"],
    runs.map(({ name, requests, failed, p50, p99, descriptors, anonymousBytes }) => [
      name,
      requests,
      failed,
      figure(p50),
      figure(p99),
      descriptors,
      megabytes(anonymousBytes),
    ]),
  );
  saveResult("slow-clients", { connections: Number(flags.connections), workers: Number(flags.workers), runs });
  if (runs.some(({ failed, p99 }) => failed > 0 || p99 >= TARGET_MS)) process.exitCode = 1;
} finally {
  await server.stop();
}

async function honestLoad(file) {
  const options = { connections: HONEST_CONNECTIONS, pauseMs };
  const peak = { descriptors: 0, anonymousBytes: 0 };
  const timer = setInterval(() => {
    for (const sample of sampleProcesses(server.pid, []))
      for (const measure of Object.keys(peak)) peak[measure] = Math.max(peak[measure], sample[measure]);
  }, SAMPLE_MS);
  try {
    return { ...(await loadWithWrk(server, file, flags.seconds, options)), ...peak };
  } finally {
    clearInterval(timer);
  }
}

async function beside(name, args, file) {
  // Longer than the legitimate load that it accompanies.
  const seconds = Number(flags.seconds) + 5;
  const url = `http://127.0.0.1:${server.port}/api/v1/icons?limit=100&api_key=${access.key}`;
  const common = ["-c", flags.connections, "-r", "1000", "-l", String(seconds), "-p", "30", "-u", url];
  const attack = startChild("slowhttptest", [...args, ...common]);
  await once(attack, "spawn");
  try {
    return { name, ...(await honestLoad(file)) };
  } finally {
    await stopChild(attack);
  }
}

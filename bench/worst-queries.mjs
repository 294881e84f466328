// How long does one request block all others?
// node bench/worst-queries.mjs [--hostile] [--artifacts FOLDER] [--repeats 15]
//
// Sends the most expensive requests to a real server over a million icons, one at a time, while a second connection
// continuously requests `/healthz`: its latency is how long the event loop was blocked. FOLDER: existing artifacts of
// any size. With --hostile, uses 300,000 valid icons and requests that are designed to be expensive; requests over the
// work budget are refused with 422.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { parseArgs } from "node:util";
import { createHostileQueries } from "./tools/hostile-queries.mjs";
import { saveResult } from "./tools/results.mjs";
import { createProKey, ourServer, startServer } from "./tools/servers.mjs";
import { median } from "./tools/statistics.mjs";
import { figure, printTable } from "./tools/table.mjs";
import { artifactsOf, hostileArtifactsOf } from "./tools/work-folder.mjs";
import { createWorstQueries } from "./tools/worst-queries.mjs";

const MILLION = 1e6;
const HOSTILE = 300_000;
const TARGET_MS = 50;

const flags = parseArgs({
  options: {
    hostile: { type: "boolean", default: false },
    artifacts: { type: "string" },
    repeats: { type: "string", default: "15" },
  },
}).values;
const made = () => (flags.hostile ? hostileArtifactsOf(HOSTILE) : artifactsOf(MILLION, { palettes: true }));
const artifacts = flags.artifacts ?? (await made());
const server = await startServer({ ...ourServer(artifacts, await createProKey()) });
/** A connection for the requests, and one for the health checks meanwhile. */
const asking = new Agent({ keepAlive: true, maxSockets: 1 });
const looking = new Agent({ keepAlive: true, maxSockets: 1 });
try {
  const { icons, queries } = await queriesOf();
  const results = [];
  for (const { name, path } of queries) results.push({ name, path, ...(await measure(path)) });
  results.sort((a, b) => b.heldUp - a.heldUp);
  printTable(
    ["request", "status", "held up, ms", "at most", "response, ms", "processor, ms"],
    results.map(({ name, status, heldUp, most, response, processor }) => [
      name,
      status,
      ...[heldUp, most, response, processor].map(figure),
    ]),
  );
  saveResult(flags.hostile ? "hostile-queries" : "worst-queries", { icons, repeats: Number(flags.repeats), results });
  if (results.some(({ heldUp }) => heldUp > TARGET_MS)) process.exitCode = 1;
} finally {
  for (const agent of [asking, looking]) agent.destroy();
  await server.stop();
}

async function queriesOf() {
  const read = (path) => ask(asking, path).then(({ body }) => JSON.parse(body));
  if (!flags.hostile) return createWorstQueries(read);
  const { total } = await read("/api/v1/icons?limit=1");
  return { icons: total, queries: createHostileQueries(total) };
}

/**
 * @returns medians over the repetitions in milliseconds: of the longest health check during a request (`heldUp`), of
 * the request, and of the CPU time of the server's main thread for a request without health checks, which a busy
 * machine affects least
 */
async function measure(path) {
  const looks = [];
  const responses = [];
  const processor = [];
  let status;
  for (let repeat = 0; repeat < Number(flags.repeats); repeat++) {
    const before = processorMs();
    await ask(asking, path);
    processor.push(processorMs() - before);
    const response = await askLooking(path, (ms) => looks.push(ms));
    status = response.status;
    responses.push(response.ms);
  }
  const most = Math.max(...looks);
  return { status, heldUp: median(looks), most, response: median(responses), processor: median(processor) };
}

/** Sends a request, and health checks meanwhile. @param told receives the longest one */
async function askLooking(path, told) {
  let longest = 0;
  let isOver = false;
  const look = async () => {
    while (!isOver) longest = Math.max(longest, (await ask(looking, "/healthz")).ms);
  };
  const watching = look();
  const response = await ask(asking, path);
  isOver = true;
  await watching;
  told(longest);
  return response;
}

function processorMs() {
  return Number(readFileSync(`/proc/${server.pid}/task/${server.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

async function ask(agent, path) {
  const started = performance.now();
  const outgoing = request({ host: "127.0.0.1", port: server.port, path, headers: server.headers, agent }).end();
  const [incoming] = await once(outgoing, "response");
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return { status: incoming.statusCode, ms: performance.now() - started, body: Buffer.concat(chunks).toString() };
}

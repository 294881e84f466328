// GET /api/v1/resolve with 100 identities of all kinds: node bench/resolve.mjs [--size 1M] [--requests 1000] [--repeats 3]
// [--artifacts FOLDER]
//
// Every request has different identities, hits and misses mixed, drawn from the dataset: requests find few of the pages
// that they read in the processor's caches. First every response is compared with the icon that the identity was drawn
// from. Then requests are processed one at a time in process, from the identities to the bytes of the response's items, and
// by a server over HTTP. Times are elapsed times and processor time; a busy machine affects the latter less.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { parseArgs } from "node:util";
import { openCatalog } from "../dist/src/index.js";
import { readRecords } from "./peers/read-records.mjs";
import { drawIdentity, IDENTITY_KINDS } from "./tools/identities.mjs";
import { createRandom } from "./tools/random.mjs";
import { saveResult } from "./tools/results.mjs";
import { createProKey, ourServer, startServer } from "./tools/servers.mjs";
import { spread } from "./tools/statistics.mjs";
import { duration, parseCounts, printTable } from "./tools/table.mjs";
import { artifactsOf, datasetOf } from "./tools/work-folder.mjs";

const IDENTITIES = 100;
/** Every so many records, one is kept to draw identities from. */
const STRIDE = 50;
const ORIGIN = "https://icons.example";

const flags = parseArgs({
  options: {
    size: { type: "string", default: "1M" },
    requests: { type: "string", default: "1000" },
    repeats: { type: "string", default: "3" },
    artifacts: { type: "string" },
  },
}).values;
const [icons] = parseCounts(flags.size);
const repeats = Number(flags.repeats);
const random = createRandom(22);

const records = await keptRecords();
const mixed = Array.from({ length: Number(flags.requests) }, () => requestOf(IDENTITY_KINDS));
const artifacts = flags.artifacts ?? (await artifactsOf(icons, { identifiers: true }));
const { found, inProcess, kinds } = measureInProcess(artifacts);
const overHttp = await measureServer();
const results = [
  { where: "in process", ...inProcess },
  { where: "over HTTP", ...overHttp },
];
printTable(
  ["", "elapsed, p50", "p99", "max", "processor, p50", "p99", "max"],
  results.map(({ where, elapsed, processor }) => [where, ...timesOf(elapsed), ...timesOf(processor)]),
);
printTable(
  ["100 identities in process", "elapsed, p50", "p99"],
  kinds.map(({ kind, elapsed }) => [kind, duration(elapsed.p50), duration(elapsed.p99)]),
);
saveResult("resolve", {
  icons,
  identities: IDENTITIES,
  requests: mixed.length,
  repeats,
  found,
  results,
  kinds,
});

async function keptRecords() {
  const kept = [];
  let at = 0;
  for await (const record of readRecords(await datasetOf(icons, { identifiers: true })))
    if (at++ % STRIDE === 0) kept.push(record);
  return kept;
}

/** Identities of the given kinds in turn. */
function requestOf(names) {
  return Array.from({ length: IDENTITIES }, (_, at) => drawIdentity(names[at % names.length], records, random));
}

/** @returns the share of identities with an icon, and the times of mixed requests and of those of each kind */
function measureInProcess(folder) {
  const catalog = openCatalog(folder);
  const found = mixed.flatMap((list) => check(catalog, list)).filter(Boolean).length;
  const kinds = IDENTITY_KINDS.map((kind) => {
    const requests = mixed.slice(0, 100).map(() => requestOf([kind]));
    for (const list of requests) check(catalog, list);
    return { kind, ...timed(catalog, requests) };
  });
  return { found: found / (mixed.length * IDENTITIES), inProcess: timed(catalog, mixed), kinds };
}

/** @throws Error if an identity is resolved to another icon than its own, or a miss to any */
function check(catalog, list) {
  const resolved = catalog.resolve(list);
  for (const [at, { kind, value, isOwn }] of list.entries()) {
    const icon = resolved[at] && JSON.parse(catalog.renderItems([resolved[at].ordinal], ORIGIN).toString())[0];
    if (!isOwn(icon)) throw new Error(`${kind} ${value} resolves to ${icon?.id ?? "nothing"}`);
  }
  return resolved;
}

function timed(catalog, requests) {
  const elapsed = [];
  const processor = [];
  for (let repeat = 0; repeat <= repeats; repeat++) {
    for (const list of requests) {
      const before = process.cpuUsage();
      const start = performance.now();
      catalog.resolvedText(list, catalog.resolve(list), ORIGIN);
      const ms = performance.now() - start;
      const { user, system } = process.cpuUsage(before);
      // The first round warms up.
      if (repeat === 0) continue;
      elapsed.push(ms);
      processor.push((user + system) / 1000);
    }
  }
  return { elapsed: spread(elapsed), processor: spread(processor) };
}

async function measureServer() {
  const server = await startServer(ourServer(artifacts, await createProKey()));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const elapsed = [];
  const processor = [];
  try {
    for (let repeat = 0; repeat <= repeats; repeat++) {
      for (const list of mixed) {
        const before = processorMs(server);
        const ms = await ask(server, agent, list);
        if (repeat === 0) continue;
        elapsed.push(ms);
        processor.push(processorMs(server) - before);
      }
    }
  } finally {
    agent.destroy();
    await server.stop();
  }
  return { elapsed: spread(elapsed), processor: spread(processor) };
}

/** @returns the time until the end of the response in milliseconds */
async function ask({ port, headers }, agent, list) {
  const path = `/api/v1/resolve?${new URLSearchParams(list.map(({ kind, value }) => [kind, value]))}`;
  const start = performance.now();
  const outgoing = request({ host: "127.0.0.1", port, path, headers, agent }).end();
  const [incoming] = await once(outgoing, "response");
  incoming.resume();
  await once(incoming, "end");
  if (incoming.statusCode !== 200) throw new Error(`${path} is ${incoming.statusCode}`);
  return performance.now() - start;
}

/** CPU time of the server's main thread. */
function processorMs({ pid }) {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

function timesOf({ p50, p99, max }) {
  return [p50, p99, max].map(duration);
}

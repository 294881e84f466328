// Images on request: node bench/images.mjs [--seconds 5] [--rounds 3]
//
// SVG and cached PNG compared with raw node:http serving bodies of the same size (wrk, 32 connections); CPU time of
// server and renderers per rendered PNG; and latency of other requests while 200 clients request images that the server
// has to make: in changing sizes, as the most expensive format in all forms, as stacks, and with a fallback that it
// must not follow. Ratios and rates are based on CPU time, so that other load on the machine does not count.
import { Agent } from "node:http";
import { parseArgs } from "node:util";
import { askKept } from "./tools/ask-kept.mjs";
import { GREEDS, startGreedyClients } from "./tools/greedy-clients.mjs";
import { MARKS, markedGenerations } from "./tools/marked-generations.mjs";
import { cpuSecondsOf, treeOf } from "./tools/process-memory.mjs";
import { saveResult } from "./tools/results.mjs";
import { createProKey, get, ourServer, peerServer, startServer } from "./tools/servers.mjs";
import { shippedPaths, writePaths } from "./tools/shipped-paths.mjs";
import { median } from "./tools/statistics.mjs";
import { figure, printTable } from "./tools/table.mjs";
import { loadWithWrk, runWrk } from "./tools/wrk.mjs";

const CACHED = 200;
/** Concurrent requests while images are rendered; fewer than the queue holds. */
const DRAWING = 8;
/** Sizes rendered before the measured one. */
const WARM_UP = [65, 66, 67, 68, 69];
const GREEDY = 200;
const HONEST = { connections: 30, pauseMs: 100 };

const { seconds, rounds } = parseArgs({
  options: { seconds: { type: "string", default: "5" }, rounds: { type: "string", default: "3" } },
}).values;

const { artifacts, ids } = await markedGenerations("images", MARKS.slice(0, 1));
const access = await createProKey();
const paths = (suffix) => ids.map((id) => `/images/${encodeURIComponent(id)}${suffix}`);

const served = await measureServed();
const drawn = await measureDrawn();
const besides = await measureBesides();
saveResult("images", { seconds: Number(seconds), rounds: Number(rounds), served, drawn, besides });

/** Responses that need no rendering, compared with the same bytes from raw node:http. */
async function measureServed() {
  const raw = await startServer({
    ...peerServer("raw node:http", "serve-constant.mjs", [], access),
    ready: "/bytes/1",
  });
  const ours = await startServer(ourServer(artifacts, access));
  try {
    const kinds = [];
    for (const [kind, wanted] of [
      ["svg", await servedAs(ours, ".svg")],
      ["cached png of 64 pixels", await servedAs(ours, ".png?size=64", CACHED)],
    ]) {
      const file = await writePaths("images", ours, wanted);
      let bytes = 0;
      for (const path of wanted) bytes += (await get(ours, path)).body.length / wanted.length;
      await get(raw, `/bytes/${Math.round(bytes)}`);
      const runs = [];
      for (let round = 0; round < Number(rounds); round++) {
        runs.push({ ours: await runWrk(ours, file, seconds), raw: await runWrk(raw, file, seconds) });
      }
      const middle = (read) => median(runs.map(read));
      const row = {
        kind,
        bytes: Math.round(bytes),
        perSecond: middle((run) => run.ours.perSecond),
        rawPerSecond: middle((run) => run.raw.perSecond),
        cpuMicroseconds: middle((run) => run.ours.cpuMicroseconds),
        rawCpuMicroseconds: middle((run) => run.raw.cpuMicroseconds),
        ofRaw: middle((run) => run.raw.cpuMicroseconds / run.ours.cpuMicroseconds),
      };
      kinds.push(row);
    }
    printTable(
      ["image", "bytes", "requests/s", "raw", "µs each", "raw", "share of raw"],
      kinds.map((row) => [
        row.kind,
        row.bytes,
        ...[row.perSecond, row.rawPerSecond, row.cpuMicroseconds, row.rawCpuMicroseconds, row.ofRaw].map(figure),
      ]),
    );
    return kinds;
  } finally {
    await Promise.all([ours.stop(), raw.stop()]);
  }
}

/** The paths with this extension that return an image. */
async function servedAs(server, suffix, most = ids.length) {
  const found = [];
  for (const path of paths(suffix)) {
    if (found.length < most && (await get(server, path)).status === 200) found.push(path);
  }
  return found;
}

/** Renders every icon at 64 pixels on a new server. */
async function measureDrawn() {
  const runs = [];
  for (let round = 0; round < Number(rounds); round++) {
    const server = await startServer(ourServer(artifacts, access));
    try {
      // Starts the renderers and compiles the code.
      for (const size of WARM_UP) await askAll(server, paths(`.png?size=${size}`));
      const before = processorSeconds(server.pid);
      const served = await askAll(server, paths(".png?size=64"));
      const used = processorSeconds(server.pid);
      const each = (part) => ((used[part] - before[part]) / served) * 1e6;
      runs.push({ server: each("server"), renderers: each("renderers") });
    } finally {
      await server.stop();
    }
  }
  const [inServer, inRenderers] = ["server", "renderers"].map((part) => median(runs.map((run) => run[part])));
  const result = { server: inServer, renderers: inRenderers, perSecondAndCore: 1e6 / (inServer + inRenderers) };
  printTable(
    ["png of 64 pixels, drawn", "µs in the server", "µs in renderers", "per second and core"],
    [["", ...Object.values(result).map(figure)]],
  );
  return result;
}

function processorSeconds(pid) {
  const renderers = treeOf(pid).filter((member) => member !== pid);
  return { server: cpuSecondsOf(pid), renderers: renderers.reduce((sum, member) => sum + cpuSecondsOf(member), 0) };
}

async function askAll({ port }, wanted) {
  const agent = new Agent({ keepAlive: true, maxSockets: DRAWING });
  const waiting = [...wanted];
  let served = 0;
  const ask = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const { status } = await askKept({ host: "127.0.0.1", port, path, agent });
      if (status === 200) served++;
      else if (status !== 404) throw new Error(`${path} is ${status}`);
    }
  };
  await Promise.all(Array.from({ length: DRAWING }, ask));
  agent.destroy();
  return served;
}

/**
 * Other requests at a moderate rate, with and without clients that request images, each from its own address. Medians
 * of the rounds, in each of which both are measured.
 */
async function measureBesides() {
  const rows = [];
  for (const greed of Object.keys(GREEDS)) {
    const runs = [];
    for (let round = 0; round < Number(rounds); round++) runs.push(await measureBeside(greed));
    const middle = (read) => median(runs.map(read));
    const responses = {};
    for (const run of runs)
      for (const [status, count] of Object.entries(run.responses)) responses[status] = (responses[status] ?? 0) + count;
    rows.push({
      greed,
      failed: runs.reduce((sum, run) => sum + run.alone.failed + run.beside.failed, 0),
      alone: { p50: middle((run) => run.alone.p50), p99: middle((run) => run.alone.p99) },
      beside: { p50: middle((run) => run.beside.p50), p99: middle((run) => run.beside.p99) },
      ratio: middle((run) => run.beside.p99 / run.alone.p99),
      responses,
    });
  }
  printTable(
    [
      `${GREEDY} clients request`,
      "their responses",
      "others failed",
      "p50 alone, ms",
      "beside",
      "p99 alone",
      "beside",
      "ratio",
    ],
    rows.map(({ greed, failed, alone, beside, ratio, responses }) => [
      greed,
      Object.entries(responses)
        .map(([status, count]) => `${count} × ${status}`)
        .join(", "),
      failed,
      ...[alone.p50, beside.p50, alone.p99, beside.p99, ratio].map(figure),
    ]),
  );
  return rows;
}

async function measureBeside(greed) {
  const specification = ourServer(artifacts, access);
  const server = await startServer({ ...specification, args: () => [...specification.args(), "--log-level", "error"] });
  try {
    const file = await writePaths(
      "beside-images",
      server,
      shippedPaths(ids).filter((path) => !path.startsWith("/images/")),
    );
    const alone = await loadWithWrk(server, file, seconds, HONEST);
    const clients = await startGreedyClients({ greed, ids, port: server.port, count: GREEDY });
    const beside = await loadWithWrk(server, file, seconds, HONEST);
    const responses = await clients.stop();
    return { alone, beside, responses };
  } finally {
    await server.stop();
  }
}

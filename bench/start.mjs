// Cold start and memory: node bench/start.mjs [--sizes 1k,1M] [--rounds 9] [--peers usual,sqlite]
//
// Start: from spawning the process to the end of its first 200, a page of 20 icons requested with a key; the data may
// be in the page cache, as after a restart. Memory: private (RssAnon) and resident, after 1,000 requests.
import { parseArgs } from "node:util";
import { createHttpRequests, KINDS, pathOf } from "./tools/http-requests.mjs";
import { memoryOf } from "./tools/process-memory.mjs";
import { profileDataset } from "./tools/profile-dataset.mjs";
import { saveResult } from "./tools/results.mjs";
import { createProKey, get, ourServer, peerServer, startServer } from "./tools/servers.mjs";
import { median } from "./tools/statistics.mjs";
import { countName, duration, figure, megabytes, parseCounts, printTable } from "./tools/table.mjs";
import { artifactsOf, databaseOf, datasetOf } from "./tools/work-folder.mjs";

const REQUESTS = 1000;
/** A server that starts more slowly is started only once, and one that responds more slowly gets only one request. */
const SLOW_MS = 5000;

const { sizes, rounds, peers } = parseArgs({
  options: {
    sizes: { type: "string", default: "1k,1M" },
    rounds: { type: "string", default: "9" },
    peers: { type: "string", default: "usual,sqlite" },
  },
}).values;

const access = await createProKey();
const subjects = [];
for (const icons of parseCounts(sizes)) subjects.push(...(await subjectsOf(icons)));
for (let round = 0; round < Number(rounds); round++) {
  for (const subject of subjects) {
    if (round === 0 || subject.starts[0] <= SLOW_MS) await measureStart(subject);
  }
}
const results = subjects.map(({ icons, server, starts, memory }) => ({
  icons,
  server: server.name,
  readyMs: median(starts),
  starts,
  anonymousBytes: median(memory.map(({ anonymous }) => anonymous)),
  rssBytes: median(memory.map(({ rss }) => rss)),
}));
show(results);
saveResult("start", { requests: REQUESTS, results });

async function subjectsOf(icons) {
  const requests = createHttpRequests(await profileDataset(await datasetOf(icons)), Math.ceil(REQUESTS / KINDS.length));
  const paths = KINDS.flatMap((kind) => requests[kind].map((request) => pathOf(kind, request)));
  const servers = [ourServer(await artifactsOf(icons), access)];
  const wanted = peers.split(",");
  if (wanted.includes("usual"))
    servers.push(peerServer("Fastify + FlexSearch", "serve-usual.mjs", ["--data", await datasetOf(icons)], access));
  if (wanted.includes("sqlite"))
    servers.push(peerServer("Fastify + SQLite", "serve-usual.mjs", ["--database", await databaseOf(icons)], access));
  return servers.map((server) => ({
    icons,
    server,
    paths: paths.slice(0, REQUESTS),
    starts: [],
    memory: [],
    askedMs: 0,
  }));
}

async function measureStart(subject) {
  const { server, paths, starts, memory } = subject;
  const running = await startServer(server);
  try {
    starts.push(running.readyMs);
    if (subject.askedMs > SLOW_MS) return;
    const begin = performance.now();
    for (const path of paths) {
      const { status } = await get(running, path);
      if (status !== 200) throw new Error(`${server.name} responds to ${path} with ${status}`);
    }
    subject.askedMs = performance.now() - begin;
    memory.push(memoryOf(running.pid));
  } finally {
    await running.stop();
  }
}

function show(rows) {
  const smallest = (server) => rows.find((row) => row.server === server);
  console.log(
    `\nfirst 200 after, and memory after ${REQUESTS} requests; in brackets the ratio to ${countName(rows[0].icons)} icons`,
  );
  printTable(
    ["server", "icons", "first response", "RssAnon", "RSS"],
    rows.map((row) => {
      const base = smallest(row.server);
      return [
        row.server,
        countName(row.icons),
        `${duration(row.readyMs)} (${figure(row.readyMs / base.readyMs)})`,
        `${megabytes(row.anonymousBytes)} (${figure(row.anonymousBytes / base.anonymousBytes)})`,
        `${megabytes(row.rssBytes)} (${figure(row.rssBytes / base.rssBytes)})`,
      ];
    }),
  );
}

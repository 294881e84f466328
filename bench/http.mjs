// Requests per second: node bench/http.mjs [--sizes 1k,100k,1M] [--seconds 5] [--rounds 3] [--peers
// usual,sqlite,json-server]
//
// wrk (one thread, 32 connections) loads one server process at a time, rotating over 1,000 different requests of one
// kind. Rounds are interleaved: each round measures every server. Ratios are relative to raw node:http with bodies of
// the same size.
import { createWriteStream, existsSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { finished } from "node:stream/promises";
import { parseArgs } from "node:util";
import { readRecords } from "./peers/read-records.mjs";
import { createHttpRequests, jsonServerPathOf, KINDS, pathOf } from "./tools/http-requests.mjs";
import { profileDataset } from "./tools/profile-dataset.mjs";
import { saveResult } from "./tools/results.mjs";
import { createProKey, get, ourServer, peerServer, startServer } from "./tools/servers.mjs";
import { median } from "./tools/statistics.mjs";
import { countName, duration, figure, parseCounts, printTable } from "./tools/table.mjs";
import { artifactsOf, databaseOf, datasetOf, workPath } from "./tools/work-folder.mjs";
import { runWrk } from "./tools/wrk.mjs";

const WARM_UP_SECONDS = 2;
const COMPARED = 20;
/** json-server scans every record for each request; with more records it doesn't respond within a run. */
const JSON_SERVER_AT_MOST = 1000;

const { sizes, seconds, rounds, peers } = parseArgs({
  options: {
    sizes: { type: "string", default: "1k,100k,1M" },
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    peers: { type: "string", default: "usual,sqlite,json-server" },
  },
}).values;

const measured = [];
for (const icons of parseCounts(sizes)) measured.push(await measureSize(icons));
saveResult("http", { seconds: Number(seconds), rounds: Number(rounds), sizes: measured });

async function measureSize(icons) {
  const requests = createHttpRequests(await profileDataset(await datasetOf(icons)));
  const access = await createProKey();
  const servers = [];
  try {
    const raw = await startServer({
      ...peerServer("raw node:http", "serve-constant.mjs", [], access),
      ready: "/bytes/1",
    });
    servers.push(raw);
    for (const specification of await specifications(icons, access)) servers.push(await startServer(specification));
    const ours = servers[1];
    const bytes = {};
    for (const kind of KINDS) bytes[kind] = await checkResponses(ours, kind, requests[kind]);
    for (const peer of servers.slice(2)) if (peer.name !== "json-server") await compareTotals(ours, peer, requests);
    const runs = await measureRounds(servers, raw, requests, bytes);
    const rows = KINDS.map((kind) => summarise(kind, bytes[kind], servers, runs));
    show(icons, servers, rows);
    return { icons, kinds: rows };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function specifications(icons, access) {
  const wanted = peers.split(",");
  const data = await datasetOf(icons);
  const list = [ourServer(await artifactsOf(icons), access)];
  if (wanted.includes("usual"))
    list.push(peerServer("Fastify + FlexSearch", "serve-usual.mjs", ["--data", data], access));
  if (wanted.includes("sqlite"))
    list.push(peerServer("Fastify + SQLite", "serve-usual.mjs", ["--database", await databaseOf(icons)], access));
  if (wanted.includes("json-server") && icons <= JSON_SERVER_AT_MOST) list.push(await jsonServer(data, icons));
  return list;
}

async function jsonServer(data, icons) {
  const file = workPath("json-server", `icons-${icons}.json`);
  if (!existsSync(file)) {
    const stream = createWriteStream(file);
    let before = '{"icons":[\n';
    for await (const record of readRecords(data)) {
      stream.write(before + JSON.stringify(record));
      before = ",\n";
    }
    await finished(stream.end("\n]}\n"));
  }
  const bin = createRequire(import.meta.url).resolve("json-server/lib/cli/bin.js");
  return {
    name: "json-server",
    args: (port) => [bin, file, "--host", "127.0.0.1", "--port", port, "--quiet"],
    ready: "/icons?_limit=1",
    headers: {},
  };
}

/** Sends every request once, expecting status 200. Returns the mean size of the responses. */
async function checkResponses(server, kind, requests) {
  let bytes = 0;
  for (const request of requests) {
    const path = pathOf(kind, request);
    const { status, body } = await get(server, path);
    if (status !== 200) throw new Error(`${server.name} responds to ${path} with ${status}`);
    bytes += body.length;
  }
  return Math.round(bytes / requests.length);
}

/** Peers must find as many icons as ours; otherwise their speed is not comparable. */
async function compareTotals(ours, peer, requests) {
  for (const kind of KINDS.filter((name) => name !== "detail")) {
    for (const request of requests[kind].slice(0, COMPARED)) {
      const path = pathOf(kind, request);
      const [mine, theirs] = await Promise.all([get(ours, path), get(peer, path)]);
      const [expected, found] = [mine, theirs].map(({ body }) => JSON.parse(body));
      // Only ours has near spellings.
      if (expected.total !== found.total && expected._meta.did_you_mean === undefined)
        console.error(`${path}: ${ours.name} finds ${expected.total}, ${peer.name} ${found.total}`);
    }
  }
}

async function measureRounds(servers, raw, requests, bytes) {
  const runs = new Map();
  for (const kind of KINDS) {
    await get(raw, `/bytes/${bytes[kind]}`);
    for (let round = 0; round < Number(rounds); round++) {
      for (const server of servers) {
        const pathFor = server.name === "json-server" ? jsonServerPathOf : pathOf;
        const paths = requests[kind].map((request) => pathFor(kind, request));
        if (paths[0] === undefined) continue;
        const file = workPath("paths", `${server.name.replace(/\W+/g, "-")}.txt`);
        writeFileSync(file, `${paths.join("\n")}\n`);
        if (round === 0) await runWrk(server, file, WARM_UP_SECONDS);
        const run = await runWrk(server, file, seconds);
        const key = `${kind} ${server.name}`;
        runs.set(key, [...(runs.get(key) ?? []), run]);
      }
    }
  }
  return runs;
}

/** Medians over the rounds. Ratios are taken within each round, since the machine's speed may change between rounds. */
function summarise(kind, bytes, servers, runs) {
  const raw = runs.get(`${kind} ${servers[0].name}`);
  const results = servers.flatMap(({ name }) => {
    const list = runs.get(`${kind} ${name}`);
    if (list === undefined) return [];
    const middle = (field) => median(list.map((run) => run[field]));
    const ofRawCpu = median(list.map((run, round) => raw[round].cpuMicroseconds / run.cpuMicroseconds));
    const ofRaw = median(list.map((run, round) => run.perSecond / raw[round].perSecond));
    return [
      {
        name,
        perSecond: middle("perSecond"),
        ofRaw,
        cpuMicroseconds: middle("cpuMicroseconds"),
        ofRawCpu,
        p50: middle("p50"),
        p99: middle("p99"),
        rounds: list,
      },
    ];
  });
  return { kind, bytes, servers: results };
}

function show(icons, servers, rows) {
  const names = servers.map(({ name }) => name);
  const table = (title, cell) => {
    console.log(`\n${countName(icons)} icons: ${title}`);
    printTable(
      ["kind", "bytes", ...names],
      rows.map(({ kind, bytes, servers: results }) => [
        kind,
        bytes,
        ...names.map((name) => {
          const result = results.find((one) => one.name === name);
          return result === undefined ? "–" : cell(result);
        }),
      ]),
    );
  };
  table(
    "requests a second, in brackets the ratio to raw node:http",
    ({ perSecond, ofRaw }) => `${figure(perSecond)} (${figure(ofRaw)})`,
  );
  table(
    "processor time of the server for a request, in brackets that of raw node:http to it",
    ({ cpuMicroseconds, ofRawCpu }) => `${duration(cpuMicroseconds / 1000)} (${figure(ofRawCpu)})`,
  );
}

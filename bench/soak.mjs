// Does anything grow? node bench/soak.mjs [--minutes 60] [--reload-seconds 60] [--rate 100] [--workers 1,2]
//
// Runs `icons serve` once for each number of workers, in parallel (a single process as the container starts it), under
// a modest load of every kind of request, while two generations alternate. Every 5 s, samples private memory (RssAnon),
// file descriptors and mappings of every process. A series is flat if the maximum of its last quarter exceeds the
// maximum before it by at most 5 % and 2 MB, 2 descriptors, 10 mappings.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { YOUNG_GENERATION } from "../dist/cli/serving/workers/supervise.js";
import { enduranceSections } from "./tools/endurance-sections.mjs";
import { MARKS, makeLive, markedGenerations } from "./tools/marked-generations.mjs";
import { growthOf, sampleProcesses } from "./tools/process-samples.mjs";
import { saveResult } from "./tools/results.mjs";
import { createProKey, ourServer, startServer } from "./tools/servers.mjs";
import { shippedPaths, writePaths } from "./tools/shipped-paths.mjs";
import { printTable } from "./tools/table.mjs";
import { loadWithWrk } from "./tools/wrk.mjs";

const SAMPLE_SECONDS = 5;
/** Maximum number of samples per series: more would only make the plot unreadable. */
const KEPT = 120;
const CONNECTIONS = 10;
const MEASURES = ["anonymousBytes", "descriptors", "mappings"];

const { minutes, rate, workers, ...others } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    "reload-seconds": { type: "string", default: "60" },
    rate: { type: "string", default: "100" },
    workers: { type: "string", default: "1,2" },
  },
}).values;
const reloadSeconds = Number(others["reload-seconds"]);
const seconds = Math.round(Number(minutes) * 60);

const access = await createProKey();
const { artifacts, generations, ids } = await markedGenerations("soak", MARKS.slice(0, 2));
const paths = shippedPaths(ids);
const subjects = [];
try {
  for (const count of workers.split(",")) subjects.push(await start(Number(count)));
  const swaps = await Promise.all([alternate(), ...subjects.map(observe), ...subjects.map(load)]).then(
    ([first]) => first,
  );
  const results = subjects.map((subject) => summarise(subject, swaps));
  const soak = {
    minutes: Number(minutes),
    reloadSeconds,
    reloads: swaps.length,
    rate: Number(rate),
    servers: results,
  };
  for (const { title, head, rows } of enduranceSections.soak.tables(soak)) {
    console.log(title);
    printTable(head, rows);
  }
  saveResult("soak", soak);
  if (results.some(({ flat }) => !flat)) process.exitCode = 1;
} finally {
  await Promise.all(subjects.map(({ server }) => server.stop()));
}

async function start(count) {
  const specification = ourServer(artifacts, access);
  // A supervisor passes this option to its workers; for a single process, the Dockerfile does.
  const heap = count === 1 ? YOUNG_GENERATION : [];
  const server = await startServer({
    ...specification,
    args: () => [...heap, ...specification.args(), "--workers", String(count), "--log-level", "warn"],
  });
  const file = await writePaths(`soak-${count}`, server, paths);
  return { workers: count, server, file, samples: [] };
}

/** Alternates between the generations. @returns when each was replaced */
async function alternate() {
  const swaps = [];
  const end = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() + reloadSeconds * 1000 < end; turn++) {
    await sleep(reloadSeconds * 1000);
    makeLive(artifacts, generations[turn % 2]);
    swaps.push({ at: performance.now() / 1000, replaced: generations[(turn + 1) % 2] });
  }
  return swaps;
}

async function observe({ server, samples }) {
  // The load may end slightly earlier.
  const end = performance.now() + (seconds - 2 * SAMPLE_SECONDS) * 1000;
  while (performance.now() < end) {
    await sleep(SAMPLE_SECONDS * 1000);
    samples.push({ at: performance.now() / 1000, processes: sampleProcesses(server.pid, generations) });
  }
}

async function load(subject) {
  const pauseMs = (CONNECTIONS / Number(rate)) * 1000;
  subject.run = await loadWithWrk(subject.server, subject.file, seconds, { connections: CONNECTIONS, pauseMs });
}

function summarise({ workers: count, server, samples, run }, swaps) {
  const pids = samples[0].processes.map(({ pid }) => pid);
  const processes = pids.map((pid) => {
    const rows = samples.flatMap(({ at, processes: all }) => {
      const row = all.find((one) => one.pid === pid);
      return row === undefined ? [] : [{ at, ...row }];
    });
    return summariseProcess(pid === server.pid && count > 1 ? "supervisor" : "server", rows, swaps);
  });
  const ended = samples.at(-1).processes.map(({ pid }) => pid);
  const same = ended.length === pids.length && ended.every((pid) => pids.includes(pid));
  const flat = same && run.failed === 0 && processes.every((process) => process.flat);
  return { workers: count, ...run, sameProcesses: same, flat, processes };
}

function summariseProcess(role, rows, swaps) {
  const growth = Object.fromEntries(MEASURES.map((name) => [name, growthOf(rows.map((row) => row[name]))]));
  const mean = rows.reduce((sum, { anonymousBytes }) => sum + anonymousBytes, 0) / rows.length;
  const flat = growth.anonymousBytes <= 0.05 * mean + 2e6 && growth.descriptors <= 2 && growth.mappings <= 10;
  const step = Math.ceil(rows.length / KEPT);
  const kept = rows.filter((_, at) => at % step === 0);
  return {
    role,
    flat,
    meanBytes: mean,
    growth,
    goneAfterSeconds: goneAfter(rows, swaps),
    seconds: kept.map(({ at }) => Math.round(at - rows[0].at)),
    ...Object.fromEntries(MEASURES.map((name) => [name, kept.map((row) => row[name])])),
  };
}

/** The longest time until a replaced generation was unmapped, in seconds, with the resolution of the samples. */
function goneAfter(rows, swaps) {
  const times = swaps.flatMap(({ at, replaced }) => {
    if (!rows.some((row) => row.mapped.includes(replaced))) return [];
    const gone = rows.find((row) => row.at > at && !row.mapped.includes(replaced));
    return gone === undefined ? [] : [gone.at - at];
  });
  return times.length === 0 ? undefined : Math.max(...times);
}

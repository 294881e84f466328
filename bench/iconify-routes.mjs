// The Iconify API compared with @iconify/api: node bench/iconify-routes.mjs --artifacts FOLDER [--package FOLDER]
// [--seconds 5] [--rounds 3] [--starts 5] [--kinds ".svg;.json, 1 icon"]
//
// FOLDER is the result of `icons import iconify` and `icons build` for the same package. Both servers serve the same
// requests, drawn from all sets. Elapsed and processor time to the first response, medians of several starts in turns;
// processor time per request by wrk, for requests as drawn and for the first thousand of them again and again, which
// @iconify/api responds from its caches; private memory at the first response, half a minute later, after 1,000 requests
// of all kinds, after all runs, and half a minute after these.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { iconifyApi } from "./tools/iconify-api.mjs";
import { cpuSecondsOf, memoryOf } from "./tools/process-memory.mjs";
import { createRandom, sample } from "./tools/random.mjs";
import { sections } from "./tools/report-sections.mjs";
import { saveResult } from "./tools/results.mjs";
import { get, ourIconifyServer, startServer } from "./tools/servers.mjs";
import { median } from "./tools/statistics.mjs";
import { printTable } from "./tools/table.mjs";
import { workPath } from "./tools/work-folder.mjs";
import { runWrk } from "./tools/wrk.mjs";

/** Requests of a kind in a round, other ones in each. */
const PATHS = 20_000;
const REPEATED = 1000;
const LIMIT = 64;
const MANY = 20;
const WARM_UP_SECONDS = 2;
const REST_MS = 30_000;

const {
  artifacts,
  package: folder = dirname(createRequire(import.meta.url).resolve("@iconify/json/package.json")),
  seconds,
  rounds,
  starts,
  kinds: wanted,
} = parseArgs({
  options: {
    artifacts: { type: "string" },
    package: { type: "string" },
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    starts: { type: "string", default: "5" },
    kinds: { type: "string" },
  },
}).values;
if (artifacts === undefined) {
  console.error("give --artifacts, see README.md");
  process.exit(2);
}

const kinds = drawPaths();
const running = [];
try {
  const specifications = [ourIconifyServer(artifacts), iconifyApi(folder)];
  const servers = await measureStarts(specifications);
  for (const [at, specification] of specifications.entries()) {
    running.push(await startServer(specification));
    keepMemory(servers[at], at, "first");
  }
  await rest("settled");
  for (const [at, started] of running.entries()) {
    const mixed = Array.from({ length: REPEATED }, (_, at) => kinds[at % kinds.length].paths[at]);
    for (const path of mixed) await get(started, path);
    keepMemory(servers[at], at, "mixed");
  }
  const measured = [];
  for (const { kind, paths } of kinds) {
    const distinct = await measure((round) => paths.slice(round * PATHS, (round + 1) * PATHS));
    measured.push({ kind, ...distinct, repeated: await measure(() => paths.slice(0, REPEATED)) });
  }
  for (const [at, server] of servers.entries()) keepMemory(server, at, "loaded");
  await rest("rested");
  const result = { servers, kinds: measured };
  for (const { title, head, rows } of sections["iconify-routes"].tables(result)) {
    console.log(title);
    printTable(head, rows);
  }
  saveResult("iconify-routes", result);

  async function rest(moment) {
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    for (const [at, server] of servers.entries()) keepMemory(server, at, moment);
  }
} finally {
  await Promise.all(running.map((server) => server.stop()));
}

function keepMemory(server, at, moment) {
  server.anonymousBytes[moment] = memoryOf(running[at].pid).anonymous;
}

/** Starts each server several times, one after the other in turns. */
async function measureStarts(specifications) {
  const runs = specifications.map(() => []);
  for (let round = 0; round < Number(starts); round++) {
    for (const [at, specification] of specifications.entries()) {
      const started = await startServer(specification);
      runs[at].push({ readyMs: started.readyMs, readyCpuMs: cpuSecondsOf(started.pid) * 1000 });
      await started.stop();
    }
  }
  return specifications.map(({ name }, at) => ({
    name,
    readyMs: median(runs[at].map(({ readyMs }) => readyMs)),
    readyCpuMs: median(runs[at].map(({ readyCpuMs }) => readyCpuMs)),
    anonymousBytes: {},
  }));
}

/** @param pathsOf the paths of a round; round 0 is the warm-up */
async function measure(pathsOf) {
  const file = workPath("paths", "iconify-routes.txt");
  const runs = running.map(() => []);
  for (let round = 0; round <= Number(rounds); round++) {
    writeFileSync(file, `${pathsOf(round).join("\n")}\n`);
    for (const [at, server] of running.entries()) {
      if (round === 0) await runWrk(server, file, WARM_UP_SECONDS);
      else runs[at].push(await runWrk(server, file, seconds));
    }
  }
  const [ours, theirs] = runs;
  return {
    cpuMicroseconds: runs.map((ofServer) => median(ofServer.map((run) => run.cpuMicroseconds))),
    cpuRatio: median(ours.map((run, round) => theirs[round].cpuMicroseconds / run.cpuMicroseconds)),
  };
}

/** The paths of each kind, for the icons of all sets. */
function drawPaths() {
  const random = createRandom(43);
  const sets = Object.keys(JSON.parse(readFileSync(join(folder, "collections.json"), "utf8")));
  const files = new Set(readdirSync(join(folder, "json")));
  const icons = sets
    .filter((prefix) => files.has(`${prefix}.json`))
    .map((prefix) => {
      const set = JSON.parse(readFileSync(join(folder, "json", `${prefix}.json`), "utf8"));
      return {
        prefix,
        names: Object.keys(set.icons).filter((name) => !set.icons[name].hidden && set.icons[name].body),
      };
    });
  const pickSet = () => icons[Math.floor(random() * icons.length)];
  const pickName = (names) => names[Math.floor(random() * names.length)];
  const words = (count) => {
    for (;;) {
      const found = pickName(pickSet().names)
        .split("-")
        .filter((word) => /^[a-z]{3,}$/.test(word));
      if (found.length >= count) return sample(found, count, random).join(" ");
    }
  };
  const search = (query) => `/search?${new URLSearchParams({ query, limit: String(LIMIT) })}`;
  const makers = {
    "/search, one word": () => search(words(1)),
    "/search, two words": () => search(words(2)),
    "/search, beginning of a word": () => search(words(1).slice(0, 3)),
    ".svg": () => {
      const { prefix, names } = pickSet();
      return `/${prefix}/${pickName(names)}.svg`;
    },
    ".json, 1 icon": () => {
      const { prefix, names } = pickSet();
      return `/${prefix}.json?icons=${pickName(names)}`;
    },
    [`.json, ${MANY} icons`]: () => {
      const { prefix, names } = pickSet();
      return `/${prefix}.json?icons=${Array.from({ length: MANY }, () => pickName(names)).join(",")}`;
    },
  };
  return Object.entries(makers)
    .map(([kind, make]) => ({ kind, paths: Array.from({ length: PATHS * (Number(rounds) + 1) }, make) }))
    .filter(({ kind }) => wanted?.split(";").includes(kind) !== false);
}

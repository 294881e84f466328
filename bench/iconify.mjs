// Search compared with @iconify/api: node bench/iconify.mjs --artifacts FOLDER [--package FOLDER] [--seconds 5]
// [--rounds 3] [--starts 3]
//
// FOLDER is the result of `icons import iconify` and `icons build` for the same package, by default @iconify/json next
// to this file. Both return at most 64 icons per response, the default of @iconify/api. Searches per second by wrk as in
// http.mjs, memory after 1,000 searches.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openCatalog } from "../dist/src/index.js";
import { iconifyApi, iconifySearchPath } from "./tools/iconify-api.mjs";
import { memoryOf } from "./tools/process-memory.mjs";
import { createRandom, sample } from "./tools/random.mjs";
import { saveResult } from "./tools/results.mjs";
import { createProKey, get, ourServer, startServer } from "./tools/servers.mjs";
import { median } from "./tools/statistics.mjs";
import { duration, figure, megabytes, printTable } from "./tools/table.mjs";
import { workPath } from "./tools/work-folder.mjs";
import { runWrk } from "./tools/wrk.mjs";

const SEARCHES = 1000;
const LIMIT = 64;
const SHOWN = 5;
const WARM_UP_SECONDS = 2;
const SIDE_BY_SIDE = [
  "home",
  "arrow left",
  "github",
  "heart outline",
  "user add",
  "cloud download",
  "chart bar",
  "goo",
  "coffee",
  "2048",
];

const {
  artifacts,
  package: packageFolder,
  seconds,
  rounds,
  starts,
} = parseArgs({
  options: {
    artifacts: { type: "string" },
    package: { type: "string" },
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    starts: { type: "string", default: "3" },
  },
}).values;
if (artifacts === undefined) {
  console.error("give --artifacts, see README.md");
  process.exit(2);
}

const catalog = openCatalog(artifacts);
const servers = [ourServer(artifacts, await createProKey()), iconifyApi(packageFolder)];
const pathOf = [
  (q) => `/api/v1/icons?${new URLSearchParams({ q, limit: String(LIMIT) })}`,
  (q) => iconifySearchPath(q, LIMIT),
];
const searches = createSearches();
const running = [];
try {
  const readyMs = await measureStarts();
  for (const server of servers) running.push(await startServer(server));
  const memory = [];
  for (const [at, server] of running.entries()) memory.push(await memoryAfter(server, pathOf[at]));
  const kinds = await measureSearches();
  const sideBySide = await compareResponses();
  const results = servers.map(({ name }, at) => ({ name, readyMs: readyMs[at], ...memory[at] }));
  show(results, kinds, sideBySide);
  saveResult("iconify", { icons: catalog.size, limit: LIMIT, results, kinds, sideBySide });
} finally {
  await Promise.all(running.map((server) => server.stop()));
}

/** A thousand searches of each kind, for words of icon names. */
function createSearches() {
  const random = createRandom(41);
  const nameWords = () => {
    const { id } = catalog.record(Math.floor(random() * catalog.size));
    return id
      .slice(id.indexOf(":") + 1)
      .split("-")
      .filter((word) => /^[a-z]{3,}$/.test(word));
  };
  const makers = {
    "one word": () => nameWords()[0],
    "two words": () => {
      const words = nameWords();
      return words.length < 2 ? undefined : sample(words, 2, random).join(" ");
    },
    "beginning of a word": () => nameWords()[0]?.slice(0, 3),
  };
  return Object.entries(makers).map(([kind, make]) => {
    const distinct = new Set();
    for (let tries = 0; distinct.size < SEARCHES && tries < 100 * SEARCHES; tries++) {
      const search = make();
      if (search !== undefined) distinct.add(search);
    }
    return { kind, list: [...distinct] };
  });
}

async function measureStarts() {
  const times = servers.map(() => []);
  for (let round = 0; round < Number(starts); round++) {
    for (const [at, server] of servers.entries()) {
      const started = await startServer(server);
      times[at].push(started.readyMs);
      await started.stop();
    }
  }
  return times.map(median);
}

async function memoryAfter(server, path) {
  const list = searches.flatMap((kind) => kind.list);
  for (let at = 0; at < SEARCHES; at++) await get(server, path(list[(at * 3) % list.length]));
  const { anonymous, rss } = memoryOf(server.pid);
  return { anonymousBytes: anonymous, rssBytes: rss };
}

async function measureSearches() {
  const measured = [];
  for (const { kind, list } of searches) {
    const runs = running.map(() => []);
    for (let round = 0; round < Number(rounds); round++) {
      for (const [at, server] of running.entries()) {
        const file = workPath("paths", "iconify.txt");
        writeFileSync(file, `${list.map(pathOf[at]).join("\n")}\n`);
        if (round === 0) await runWrk(server, file, WARM_UP_SECONDS);
        runs[at].push(await runWrk(server, file, seconds));
      }
    }
    const [ours, theirs] = runs;
    measured.push({
      kind,
      searches: list.length,
      perSecond: runs.map((ofServer) => median(ofServer.map((run) => run.perSecond))),
      cpuMicroseconds: runs.map((ofServer) => median(ofServer.map((run) => run.cpuMicroseconds))),
      ratio: median(ours.map((run, round) => run.perSecond / theirs[round].perSecond)),
      cpuRatio: median(ours.map((run, round) => theirs[round].cpuMicroseconds / run.cpuMicroseconds)),
    });
  }
  return measured;
}

async function compareResponses() {
  const rows = [];
  for (const q of SIDE_BY_SIDE) {
    const [ours, theirs] = await Promise.all(
      running.map(async (server, at) => JSON.parse((await get(server, pathOf[at](q))).body)),
    );
    rows.push({
      q,
      ours: {
        total: ours.total,
        first: ours.data.slice(0, SHOWN).map(({ id }) => id),
        didYouMean: ours._meta.did_you_mean,
      },
      // Its total is capped by the limit.
      theirs: { total: theirs.total, first: theirs.icons.slice(0, SHOWN) },
    });
  }
  return rows;
}

function show(results, kinds, sideBySide) {
  console.log(`\n${figure(catalog.size)} icons`);
  printTable(
    ["server", "first response", "RssAnon", "RSS"],
    results.map(({ name, readyMs, anonymousBytes, rssBytes }) => [
      name,
      duration(readyMs),
      megabytes(anonymousBytes),
      megabytes(rssBytes),
    ]),
  );
  console.log("\nsearches a second");
  printTable(
    ["kind", "different", ...results.map(({ name }) => name), "ratio", "ratio of processor time"],
    kinds.map(({ kind, searches: count, perSecond, ratio, cpuRatio }) => [
      kind,
      count,
      ...perSecond.map(figure),
      figure(ratio),
      figure(cpuRatio),
    ]),
  );
  console.log("\nfirst results");
  for (const { q, ours, theirs } of sideBySide) {
    console.log(
      `${q}\n  ours (${ours.total}): ${ours.first.join(", ")}\n  @iconify/api (${theirs.total}): ${theirs.first.join(", ")}`,
    );
  }
}

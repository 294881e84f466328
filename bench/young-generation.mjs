// What does the size of the young generation cost and save?
// node bench/young-generation.mjs [--icons 100k] [--seconds 5] [--rounds 5]
//
// One server for each size, started one after the other, then loaded in turns, starting with a different one in each
// round. Ratios within a round are relative to the size that workers have. Other versions of Node: npx -y node@24
// bench/young-generation.mjs
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { YOUNG_GENERATION } from "../dist/cli/serving/workers/supervise.js";
import { enduranceSections } from "./tools/endurance-sections.mjs";
import { createHttpRequests, KINDS, pathOf } from "./tools/http-requests.mjs";
import { memoryOf } from "./tools/process-memory.mjs";
import { profileDataset } from "./tools/profile-dataset.mjs";
import { saveResult } from "./tools/results.mjs";
import { createProKey, ourServer, startServer } from "./tools/servers.mjs";
import { median } from "./tools/statistics.mjs";
import { parseCounts, printTable } from "./tools/table.mjs";
import { artifactsOf, datasetOf, workPath } from "./tools/work-folder.mjs";
import { runWrk } from "./tools/wrk.mjs";

const WARM_UP_SECONDS = 2;
const SIZES = {
  "as workers have it": YOUNG_GENERATION,
  "as Node has it": [],
  "8 MiB": ["--min-semi-space-size=8", "--max-semi-space-size=8"],
  "4 MiB": ["--min-semi-space-size=4", "--max-semi-space-size=4"],
};

const flags = parseArgs({
  options: {
    icons: { type: "string", default: "100k" },
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "5" },
  },
}).values;
const [icons] = parseCounts(flags.icons);
const requests = createHttpRequests(await profileDataset(await datasetOf(icons)));
const specification = ourServer(await artifactsOf(icons), await createProKey());
const subjects = [];
try {
  for (const [name, heap] of Object.entries(SIZES)) subjects.push(await start(name, heap));
  for (let round = 0; round < Number(flags.rounds); round++)
    for (const kind of KINDS)
      for (let turn = 0; turn < subjects.length; turn++)
        await load(subjects[(round + turn) % subjects.length], kind, round === 0);
  const [reference] = subjects;
  const results = subjects.map((subject) => ({
    name: subject.name,
    firstBytes: subject.firstBytes,
    lastBytes: memoryOf(subject.server.pid).anonymous,
    kinds: KINDS.map((kind) => summarise(kind, subject.runs[kind], reference.runs[kind])),
  }));
  const result = { icons, seconds: Number(flags.seconds), rounds: Number(flags.rounds), results };
  for (const { title, head, rows } of enduranceSections["young-generation"].tables(result)) {
    console.log(title);
    printTable(head, rows);
  }
  saveResult("young-generation", result);
} finally {
  await Promise.all(subjects.map(({ server }) => server.stop()));
}

async function start(name, heap) {
  const server = await startServer({ ...specification, name, args: () => [...heap, ...specification.args()] });
  return {
    name,
    server,
    firstBytes: memoryOf(server.pid).anonymous,
    runs: Object.fromEntries(KINDS.map((kind) => [kind, []])),
  };
}

async function load({ server, runs }, kind, first) {
  const file = workPath("paths", "young-generation.txt");
  writeFileSync(file, requests[kind].map((request) => `${pathOf(kind, request)}\n`).join(""));
  if (first) await runWrk(server, file, WARM_UP_SECONDS);
  runs[kind].push(await runWrk(server, file, flags.seconds));
}

function summarise(kind, runs, reference) {
  const ratio = (field) => median(runs.map((run, round) => run[field] / reference[round][field]));
  return {
    kind,
    perSecond: median(runs.map(({ perSecond }) => perSecond)),
    ofPerSecond: ratio("perSecond"),
    ofCpu: ratio("cpuMicroseconds"),
  };
}

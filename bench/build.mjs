// Build time and peak memory: node bench/build.mjs [--sizes 100k,1M] [--rounds 1] [--peers flexsearch,sqlite]
//
// Compiles records without images; FlexSearch indexes the same text in memory, and SQLite imports the same records with
// FTS5. Peaks are of resident memory, which includes mapped files, and of private memory, which doesn't.
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { measureRun } from "./tools/measure-run.mjs";
import { saveResult } from "./tools/results.mjs";
import { median } from "./tools/statistics.mjs";
import { countName, figure, megabytes, parseCounts, printTable } from "./tools/table.mjs";
import { datasetOf, ICONS, keepArtifacts, PEERS, workPath } from "./tools/work-folder.mjs";

/** Heap limit of FlexSearch; ours and SQLite run with Node's defaults. */
const BIG_HEAP = "--max-old-space-size=21000";

const { sizes, rounds, peers } = parseArgs({
  options: {
    sizes: { type: "string", default: "100k,1M" },
    rounds: { type: "string", default: "1" },
    peers: { type: "string", default: "flexsearch,sqlite" },
  },
}).values;

const BUILDERS = {
  ours: { title: "icons build", args: (data, out) => [ICONS, "build", data, "--out", out, "--no-cache", "--json"] },
  flexsearch: { title: "FlexSearch alone", args: (data) => [BIG_HEAP, `${PEERS}/flexsearch-index.mjs`, data] },
  sqlite: { title: "SQLite with FTS5", args: (data, out) => [`${PEERS}/sqlite-import.mjs`, data, out] },
};

const results = [];
for (const icons of parseCounts(sizes)) {
  const data = await datasetOf(icons);
  const runs = {
    ours: [],
    ...Object.fromEntries(
      peers
        .split(",")
        .filter(Boolean)
        .map((name) => [name, []]),
    ),
  };
  for (let round = 0; round < Number(rounds); round++)
    for (const [name, list] of Object.entries(runs)) list.push(await build(name, icons, data));
  for (const [name, list] of Object.entries(runs)) results.push(summarise(icons, name, list));
}
show(results);
saveResult("build", { rounds: Number(rounds), results });

/** A peer that runs out of memory is reported and doesn't end the benchmark. */
async function build(name, icons, data) {
  const out = workPath("built", name);
  rmSync(out, { recursive: true, force: true });
  try {
    const run = await measureRun(process.execPath, BUILDERS[name].args(data, out));
    if (name === "ours") await keepArtifacts(icons, out);
    return run;
  } catch (error) {
    if (name === "ours") throw error;
    console.error(`${BUILDERS[name].title}: ${error.message}`);
    return undefined;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function summarise(icons, name, runs) {
  const finished = runs.filter(Boolean);
  if (finished.length === 0) return { icons, builder: name, failed: true };
  const middle = (field) => median(finished.map((run) => run[field]));
  return {
    icons,
    builder: name,
    seconds: middle("seconds"),
    cpuSeconds: middle("cpuSeconds"),
    peakBytes: middle("peakBytes"),
    peakAnonymousBytes: middle("peakAnonymousBytes"),
  };
}

function show(rows) {
  printTable(
    ["builder", "icons", "time", "processor time", "peak RSS", "peak RssAnon", "time / ours", "processor time / ours"],
    rows.map(({ icons, builder, failed, seconds, cpuSeconds, peakBytes, peakAnonymousBytes }) => {
      const ours = rows.find((row) => row.icons === icons && row.builder === "ours");
      const { title } = BUILDERS[builder];
      if (failed) return [title, countName(icons), "failed", "–", "–", "–", "–", "–"];
      return [
        title,
        countName(icons),
        `${figure(seconds)} s`,
        `${figure(cpuSeconds)} s`,
        megabytes(peakBytes),
        megabytes(peakAnonymousBytes),
        figure(seconds / ours.seconds),
        figure(cpuSeconds / ours.cpuSeconds),
      ];
    }),
  );
}

// Latency of list requests in process: node bench/search.mjs [--sizes 100k,1M] [--engines ours,flexsearch,…]
//
// Every engine runs in a separate process with the same requests: over 70 query shapes with three requests each. Times
// are of one call with its exact total, in milliseconds; "of medians" takes the median of each request's calls first.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openCatalog } from "../dist/src/index.js";
import { runChild } from "./tools/children.mjs";
import { profileDataset } from "./tools/profile-dataset.mjs";
import { createQueryShapes } from "./tools/query-shapes.mjs";
import { saveResult } from "./tools/results.mjs";
import { geometricMean, median, spread } from "./tools/statistics.mjs";
import { countName, duration, figure, megabytes, parseCounts, printTable } from "./tools/table.mjs";
import { artifactsOf, databaseOf, datasetOf, PEERS, workPath } from "./tools/work-folder.mjs";

/** Name, data source, and whether the engine supports a shape. */
const ENGINES = {
  ours: { title: "ours", source: artifactsOf, takes: isShared },
  // All shapes, including those that no peer supports.
  "ours-more": {
    title: "ours, with near spellings, highlights, facets",
    program: "ours",
    source: artifactsOf,
    takes: () => true,
  },
  flexsearch: { title: "FlexSearch", source: datasetOf, takes: isShared },
  "flexsearch-page": {
    title: "FlexSearch, no total",
    source: datasetOf,
    takes: ({ words, filters, own }) => words > 0 && filters === 0 && !own,
  },
  sqlite: { title: "SQLite FTS5", source: databaseOf, takes: isShared },
  minisearch: { title: "MiniSearch", source: datasetOf, takes: isShared },
};

const { sizes, engines } = parseArgs({
  options: {
    sizes: { type: "string", default: "100k,1M" },
    engines: { type: "string", default: Object.keys(ENGINES).join(",") },
  },
}).values;

const measured = [];
for (const icons of parseCounts(sizes)) measured.push(await measureSize(icons));
saveResult("search", { sizes: measured });

async function measureSize(icons) {
  const shapes = createQueryShapes(await profileDataset(await datasetOf(icons)));
  await resolveLastPages(shapes, icons);
  const results = {};
  for (const name of engines.split(",")) {
    console.error(`${countName(icons)}: ${name}`);
    results[name] = await measureEngine(name, shapes, icons);
  }
  const rows = shapes.map(({ name, words, filters }, at) => ({
    name,
    words,
    filters,
    medians: Object.fromEntries(Object.entries(results).map(([engine, { shapes }]) => [engine, shapes[at]?.median])),
    totals: Object.fromEntries(Object.entries(results).map(([engine, { shapes }]) => [engine, shapes[at]?.totals])),
  }));
  const engineRows = Object.entries(results).map(([name, { shapes: _, ...result }]) => ({ name, ...result }));
  const manyWords = rows.filter(({ words, filters }) => words >= 2 && filters === 0);
  const faster = fasterThan("flexsearch", manyWords);
  show(icons, engineRows, rows, faster);
  return { icons, engines: engineRows, shapes: rows, fasterOnManyWords: faster };
}

async function resolveLastPages(shapes, icons) {
  const catalog = openCatalog(await artifactsOf(icons));
  for (const { requests } of shapes) {
    for (const request of requests) {
      if (request.page !== "last") continue;
      const { totalPages } = catalog.list({ ...request, page: 1 });
      request.page = Math.max(1, totalPages);
    }
  }
}

async function measureEngine(name, shapes, icons) {
  const { source, program = name, takes } = ENGINES[name];
  const taken = shapes.filter(takes);
  const file = workPath("queries", `${icons}-${name}.json`);
  writeFileSync(file, JSON.stringify(taken.flatMap(({ requests }) => requests)));
  const data = await source(icons);
  const args = ["--max-old-space-size=20000", `${PEERS}/time-queries.mjs`, program, data, file];
  const { openMs, totals, times, anonymousBytes, rssBytes } = JSON.parse(await runChild(process.execPath, args));
  let at = 0;
  const perShape = shapes.map((shape) => {
    if (!takes(shape)) return undefined;
    const end = at + shape.requests.length;
    const result = { median: median(times.slice(at, end).flat()), totals: totals.slice(at, end) };
    at = end;
    return result;
  });
  const calls = spread(times.flat());
  // A call that was interrupted by another process is an outlier; the median of a request's calls is not.
  const requests = spread(times.map(median));
  return { openMs, anonymousBytes, rssBytes, runs: times[0].length, calls, requests, shapes: perShape };
}

/** Our speedup on each shape: minimum, geometric mean. */
function fasterThan(peer, rows) {
  const ratios = rows.flatMap(({ name, medians }) =>
    medians.ours === undefined || medians[peer] === undefined ? [] : [{ name, ratio: medians[peer] / medians.ours }],
  );
  if (ratios.length === 0) return undefined;
  const values = ratios.map(({ ratio }) => ratio);
  return { shapes: ratios, least: Math.min(...values), mean: geometricMean(values) };
}

function show(icons, engineRows, rows, faster) {
  console.log(`\n${countName(icons)} icons, all query shapes`);
  const ours = engineRows.find(({ name }) => name === "ours");
  printTable(
    [
      "engine",
      "ready after",
      "RssAnon",
      "runs",
      "p50",
      "p99",
      "max",
      "p99 of medians",
      "max of medians",
      "p50 / ours",
      "p99 / ours",
    ],
    engineRows.map(({ name, openMs, anonymousBytes, runs, calls, requests }) => [
      ENGINES[name].title,
      duration(openMs),
      megabytes(anonymousBytes),
      runs,
      duration(calls.p50),
      duration(calls.p99),
      duration(calls.max),
      duration(requests.p99),
      duration(requests.max),
      figure(ours && calls.p50 / ours.calls.p50),
      figure(ours && calls.p99 / ours.calls.p99),
    ]),
  );
  console.log("\nmedian of each shape, and how often the totals differ from ours");
  const names = engineRows.map(({ name }) => name);
  printTable(
    ["shape", ...names.map((name) => ENGINES[name].title), "FlexSearch / ours"],
    rows.map(({ name, medians, totals }) => [
      name,
      ...names.map((engine) => `${duration(medians[engine])}${differing(totals, engine)}`),
      figure(medians.flexsearch && medians.ours && medians.flexsearch / medians.ours),
    ]),
  );
  if (faster)
    console.log(
      `\nqueries of several words, without filters, against FlexSearch with its total: ${figure(faster.mean)} times as fast (geometric mean), at least ${figure(faster.least)}`,
    );
}

/** Whether all engines support a shape. */
function isShared({ own }) {
  return !own;
}

function differing(totals, engine) {
  if (engine === "ours" || engine === "flexsearch-page" || totals[engine] === undefined || totals.ours === undefined)
    return "";
  const count = totals[engine].filter((total, at) => total !== totals.ours[at]).length;
  return count === 0 ? "" : ` (${count} differ)`;
}

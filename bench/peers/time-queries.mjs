// Times list requests in one engine: node time-queries.mjs ENGINE SOURCE QUERIES.json, JSON to standard output.
//
// ENGINE is ours (SOURCE an artifacts folder), flexsearch, flexsearch-page or minisearch (NDJSON), or sqlite (a
// database). "flexsearch-page" requests only as many hits as the page needs: no total, no filters.
import { readFileSync } from "node:fs";
import { memoryOf } from "../tools/process-memory.mjs";

const RUNS = 50;
const RUNS_AT_LEAST = 3;
/** Time limit for a slow engine, once it has its minimum number of runs. */
const BUDGET_MS = 30_000;

const ENGINES = {
  async ours(artifacts) {
    const { openCatalog } = await import("../../dist/src/index.js");
    const catalog = openCatalog(artifacts);
    return {
      list(request) {
        const page = catalog.list(request);
        if (request.highlight) catalog.renderHighlighted(page.ordinals, page.didYouMean ?? request.q, "");
        return page;
      },
    };
  },
  async flexsearch(file) {
    const { openMemoryStore } = await import("./memory-store.mjs");
    return openMemoryStore(file);
  },
  async "flexsearch-page"(file) {
    const { openMemoryStore } = await import("./memory-store.mjs");
    return openMemoryStore(file, { total: false });
  },
  async minisearch(file) {
    const { openMinisearchStore } = await import("./minisearch-store.mjs");
    return openMinisearchStore(file);
  },
  async sqlite(file) {
    const { openSqliteStore } = await import("./sqlite-store.mjs");
    return openSqliteStore(file);
  },
};

const [name, source, queriesFile] = process.argv.slice(2);
const queries = JSON.parse(readFileSync(queriesFile, "utf8"));
const start = performance.now();
const engine = await ENGINES[name](source);
const openMs = performance.now() - start;
const totals = queries.map((request) => engine.list(request).total);
// Each run goes over all queries, so that no query finds its own data in the CPU caches.
const times = queries.map(() => []);
runAll(() => {});
const begin = performance.now();
for (let run = 0; run < RUNS; run++) {
  if (run >= RUNS_AT_LEAST && performance.now() - begin > BUDGET_MS) break;
  runAll((at, ms) => times[at].push(ms));
}
const { anonymous, rss } = memoryOf(process.pid);
process.stdout.write(JSON.stringify({ openMs, totals, times, anonymousBytes: anonymous, rssBytes: rss }));

function runAll(note) {
  queries.forEach((request, at) => {
    const before = performance.now();
    engine.list(request);
    note(at, performance.now() - before);
  });
}

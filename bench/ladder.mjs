// All rungs of a search in process: node bench/ladder.mjs [--size 1M] [--queries 5000]
//
// Icons have descriptions of 12 words. Queries are words of names and descriptions, also misspelled ones, parts of
// words, fillers and words of another language, one to six, and are grouped by the rung that finds icons. All are asked in
// each of three rounds; a query's median counts. No peers: rungs are compared with names, the first one.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { openCatalog } from "../dist/src/index.js";
import { createRandom } from "./tools/random.mjs";
import { saveResult } from "./tools/results.mjs";
import { median, percentile } from "./tools/statistics.mjs";
import { countName, duration, parseCounts, printTable } from "./tools/table.mjs";
import { artifactsOf, datasetOf } from "./tools/work-folder.mjs";

const DESCRIPTION = { words: 12 };
/** Records that words of queries are drawn from. */
const DRAWN = 20_000;
const ROUNDS = 3;
const FILLERS = "the for with a of app icon logo png my in free online to make".split(" ");
const FOREIGN =
  "musik spiel karte wetter buch suche nachrichten jeu carte livre recherche juego mapa libro música".split(" ");

const { size, queries: count } = parseArgs({
  options: { size: { type: "string", default: "1M" }, queries: { type: "string", default: "5000" } },
}).values;
const [icons] = parseCounts(size);
const artifacts = await artifactsOf(icons, DESCRIPTION);
const queries = await drawQueries(await datasetOf(icons, DESCRIPTION), Number(count));
const catalog = openCatalog(artifacts);

const rounds = [];
for (let round = 0; round <= ROUNDS; round++) rounds.push(queries.map(timed));
// The first round reads the files into memory.
const [first, ...measured] = rounds;
const results = queries.map((_, at) => ({
  rung: first[at].rung,
  ms: median(measured.map((round) => round[at].ms)),
}));
const rungs = ["all", ...new Set(results.map(({ rung }) => rung))].map((rung) => {
  const times = results.filter((each) => rung === "all" || each.rung === rung).map(({ ms }) => ms);
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share));
  return { rung, queries: times.length, p50, p99, max: Math.max(...times) };
});
rungs.sort((a, b) => b.queries - a.queries);
console.log(`\n${countName(icons)} icons with descriptions of ${DESCRIPTION.words} words`);
printTable(
  ["rung", "queries", "p50", "p99", "max"],
  rungs.map(({ rung, queries, p50, p99, max }) => [rung, queries, ...[p50, p99, max].map(duration)]),
);
saveResult("ladder", { icons, words: DESCRIPTION.words, rungs });

function timed(q) {
  const start = performance.now();
  try {
    const { matched, total } = catalog.list({ q, limit: 20 });
    return { rung: matched ?? (total === 0 ? "no result" : "names"), ms: performance.now() - start };
  } catch (error) {
    if (error.code !== "query_too_expensive") throw error;
    return { rung: "too expensive", ms: performance.now() - start };
  }
}

async function drawQueries(file, count) {
  const texts = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { name, description } = JSON.parse(line);
    texts.push([name, description.replace(".", "")].map((text) => text.toLowerCase().split(" ")));
    if (texts.length === DRAWN) break;
  }
  const random = createRandom(20);
  const one = (list) => list[Math.floor(random() * list.length)];
  const word = () => {
    const [name, description] = one(texts);
    const drawn = one(random() < 0.4 ? name : description);
    const at = Math.floor(random() * drawn.length);
    const kind = random();
    if (kind < 0.08) return one(FILLERS);
    if (kind < 0.12) return one(FOREIGN);
    if (kind < 0.2) return drawn.slice(0, at) + drawn.slice(at + 1) || drawn;
    if (kind < 0.25) return drawn.slice(at, at + 5) || drawn;
    return drawn;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random() * 6) }, () => (random() < 0.3 ? one(one(one(texts))) : word())).join(
      " ",
    ),
  );
}

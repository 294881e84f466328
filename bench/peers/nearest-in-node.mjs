// Times the exact 10 nearest in Node: node nearest-in-node.mjs ours|scan SOURCE QUERIES.json LIMIT RUNS, JSON to
// standard output.
//
// SOURCE of ours is an artifacts folder; of a plain scan, a file with 8 bytes a hash, the most significant first.
import { readFileSync } from "node:fs";
import { scanNearest } from "./plain-scan.mjs";

const [engine, source, queriesFile, limit, runs] = process.argv.slice(2);
const queries = JSON.parse(readFileSync(queriesFile, "utf8"));
const nearest = engine === "ours" ? await openOurs() : openScan();

nearest(queries[0]);
const times = queries.map(() => []);
const distances = [];
for (let run = 0; run < Number(runs); run++) {
  queries.forEach((phash, at) => {
    const start = performance.now();
    const found = nearest(phash);
    times[at].push(performance.now() - start);
    if (run === 0) distances.push(found.map(({ distance }) => distance));
  });
}
process.stdout.write(JSON.stringify({ times, distances }));

async function openOurs() {
  const { openCatalog } = await import("../../dist/src/index.js");
  const catalog = openCatalog(source);
  return (phash) => catalog.similar({ phash, limit: Number(limit) }).matches;
}

function openScan() {
  const table = Uint32Array.from(new Uint32Array(Uint8Array.from(readFileSync(source).swap32()).buffer));
  return (phash) => scanNearest(table, phash, Number(limit));
}

// Times the exact 10 nearest by shape in Node: node nearest-shapes-in-node.mjs FOLDER QUERIES.bin LIMIT RUNS, JSON to
// standard output. FOLDER has the tables of a generation. `slices` are the longest steps of the searches.
import { readFileSync } from "node:fs";
import { nearestShapes } from "../../dist/src/catalog/similar/nearest-shapes.js";
import { mapFile } from "../../dist/src/platform/map-file.js";
import { openShapeFiles } from "../tools/shape-files.mjs";

const [folder, queriesFile, limit, runs] = process.argv.slice(2);
const shapes = openShapeFiles(folder, mapFile);
const bytes = readFileSync(queriesFile);
const queries = Array.from(
  { length: bytes.length / 64 },
  (_, at) => new Uint8Array(bytes.subarray(64 * at, 64 * at + 64)),
);

for (const query of queries.slice(0, 10)) nearest(query);
const times = queries.map(() => []);
const slices = queries.map(() => Number.POSITIVE_INFINITY);
const distances = [];
for (let run = 0; run < Number(runs); run++) {
  queries.forEach((query, at) => {
    const { matches, time, slice } = nearest(query);
    times[at].push(time);
    slices[at] = Math.min(slices[at], slice);
    if (run === 0) distances.push(matches.map(({ shapeDistance }) => shapeDistance));
  });
}
process.stdout.write(JSON.stringify({ times, distances, slices }));

function nearest(query) {
  const start = performance.now();
  const task = nearestShapes({ shapes, query, limit: Number(limit), except: -1 });
  let slice = 0;
  for (let last = start; ; ) {
    const step = task.next();
    const now = performance.now();
    slice = Math.max(slice, now - last);
    last = now;
    if (step.done) return { matches: step.value, time: now - start, slice };
  }
}

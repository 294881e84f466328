// The exact 10 nearest by shape: node bench/similar-shapes.mjs [--sizes 1M,10M] [--queries 100] [--rounds 3] [--python
// /usr/bin/python3]
//
// Descriptors are made of those of Iconify's logos and simple icons: each joins two along a random line, so that cells
// and their neighbors are distributed like real ones. Near queries are stored descriptors with eleven near duplicates
// whose edges differ in 2 to 20 places, as after encoding an image again; far ones are real descriptors that nothing
// was made of. Every engine runs alone in one thread and times each query inside its own process; rounds are
// interleaved. All engines must return the same distances. Calls are the fastest of each query's runs, since other
// processes disturb single ones.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { runChild } from "./tools/children.mjs";
import { saveResult } from "./tools/results.mjs";
import { createShapeFiles, realShapes } from "./tools/shape-files.mjs";
import { median, spread } from "./tools/statistics.mjs";
import { countName, duration, figure, parseCounts, printTable } from "./tools/table.mjs";
import { PEERS, workPath } from "./tools/work-folder.mjs";

const NEAREST = 10;
const RUNS = 5;
const BYTES = 64;

const { sizes, queries, rounds, python } = parseArgs({
  options: {
    sizes: { type: "string", default: "1M" },
    queries: { type: "string", default: "100" },
    rounds: { type: "string", default: "3" },
    // Debian's Python, which has python3-faiss.
    python: { type: "string", default: "/usr/bin/python3" },
  },
}).values;

const measured = [];
for (const icons of parseCounts(sizes)) measured.push(await measureSize(icons));
saveResult("similar-shapes", { nearest: NEAREST, sizes: measured });

async function measureSize(icons) {
  const { far, sources } = await realShapes();
  const descriptors = workPath("shapes", String(icons), "descriptors.bin");
  const folder = dirname(descriptors);
  const files = { near: `${folder}/near.bin`, far: `${folder}/far.bin` };
  if (!existsSync(files.near)) await createShapeFiles(icons, sources, folder, Number(queries));
  writeFileSync(files.far, Buffer.concat(far.slice(0, Number(queries))));
  const engines = {
    ours: (set) =>
      runChild(process.execPath, [`${PEERS}/nearest-shapes-in-node.mjs`, folder, set, NEAREST, RUNS].map(String)),
    "FAISS flat": (set) =>
      runChild(python, [`${PEERS}/nearest_faiss.py`, descriptors, set, NEAREST, RUNS, BYTES].map(String)),
  };
  const results = [];
  for (const kind of ["near", "far"]) {
    const times = new Map();
    let expected;
    let slice;
    for (let round = 0; round < Number(rounds); round++) {
      for (const [name, run] of Object.entries(engines)) {
        const { times: found, distances, slices } = JSON.parse(await run(files[kind]));
        expected ??= distances;
        if (!isDeepStrictEqual(distances, expected))
          throw new Error(`${name} finds other distances on ${kind} queries`);
        times.set(name, [...(times.get(name) ?? []), found.map((list) => Math.min(...list))]);
        if (slices) slice = spread(slices);
      }
    }
    const ours = times.get("ours").map(median);
    for (const [name, byRound] of times) {
      // Ratios are taken within a round, since the machine's speed may change between rounds.
      const timesOurs = median(byRound.map((list, round) => median(list) / ours[round]));
      const calls = expected.map((_, at) => Math.min(...byRound.map((list) => list[at])));
      const tenth = median(expected.map((list) => list.at(-1)));
      results.push({
        queries: kind,
        engine: name,
        ...spread(calls),
        timesOurs,
        tenth,
        ...(name === "ours" && { slice }),
      });
    }
  }
  const bytes = ["shapes.bin", "shape-clusters.bin", "shape-sums.bin", "shape-index.bin"].reduce(
    (sum, name) => sum + readFileSync(`${folder}/${name}`).length,
    0,
  );
  console.log(`\n${countName(icons)} icons, the ${NEAREST} nearest by shape; ${figure(bytes / icons)} bytes per icon`);
  printTable(
    ["queries", "engine", "p50", "p99", "max", "longest slice, p99", "10th distance", "times ours"],
    results.map(({ queries: kind, engine, p50, p99, max, slice, tenth, timesOurs }) => [
      kind,
      engine,
      duration(p50),
      duration(p99),
      duration(max),
      duration(slice?.p99),
      tenth,
      figure(timesOurs),
    ]),
  );
  return { icons, bytesPerIcon: bytes / icons, results };
}

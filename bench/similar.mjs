// The exact 10 nearest: node bench/similar.mjs [--sizes 1M,10M] [--queries 100] [--rounds 3] [--python
// /usr/bin/python3]
//
// Near queries are stored hashes with eleven near duplicates; far ones are random. Every engine runs alone in one
// thread and times each query inside its own process; rounds are interleaved. All engines must return the same
// distances.
import { closeSync, createReadStream, existsSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { runChild } from "./tools/children.mjs";
import { createRandom } from "./tools/random.mjs";
import { saveResult } from "./tools/results.mjs";
import { median, spread } from "./tools/statistics.mjs";
import { countName, duration, figure, parseCounts, printTable } from "./tools/table.mjs";
import { artifactsOf, datasetOf, PEERS, workPath } from "./tools/work-folder.mjs";

const NEAREST = 10;
const RUNS = 3;
const GROUP = 20;

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
saveResult("similar", { nearest: NEAREST, sizes: measured });

async function measureSize(icons) {
  const hashesFile = await hashesOf(icons);
  const sets = await createQueries(icons);
  const engines = {
    ours: (set) => runNode("ours", set.json),
    "FAISS flat": (set) =>
      runChild(python, [`${PEERS}/nearest_faiss.py`, hashesFile, set.binary, String(NEAREST), String(RUNS)]),
    "plain scan": (set) => runNode("scan", set.json),
  };
  const artifacts = await artifactsOf(icons);
  function runNode(engine, file) {
    const source = engine === "ours" ? artifacts : hashesFile;
    return runChild(process.execPath, [
      `${PEERS}/nearest-in-node.mjs`,
      engine,
      source,
      file,
      String(NEAREST),
      String(RUNS),
    ]);
  }

  const results = [];
  for (const set of sets) {
    const times = new Map();
    let expected;
    for (let round = 0; round < Number(rounds); round++) {
      for (const [name, run] of Object.entries(engines)) {
        const { times: found, distances } = JSON.parse(await run(set));
        expected ??= distances;
        if (!isDeepStrictEqual(distances, expected))
          throw new Error(`${name} finds other distances on ${set.name} queries`);
        times.set(name, [...(times.get(name) ?? []), found.map(median)]);
      }
    }
    const oursByRound = times.get("ours").map(median);
    for (const [name, byRound] of times) {
      // Ratios are taken within a round, since the machine's speed may change between rounds.
      const timesOurs = median(byRound.map((list, round) => median(list) / oursByRound[round]));
      results.push({ queries: set.name, engine: name, ...spread(byRound.flat()), timesOurs });
    }
  }
  show(icons, results);
  return { icons, results };
}

/** The stored hashes as bytes, the most significant first. */
async function hashesOf(icons) {
  const data = await datasetOf(icons);
  const path = workPath("hashes", `${icons}.bin`);
  if (existsSync(path)) return path;
  const file = openSync(`${path}.part`, "w");
  const batch = [];
  for await (const line of createInterface({ input: createReadStream(data) })) {
    batch.push(line.slice(line.indexOf('"phash":"') + 9).slice(0, 16));
    if (batch.length === 65_536) writeSync(file, Buffer.from(batch.splice(0).join(""), "hex"));
  }
  writeSync(file, Buffer.from(batch.join(""), "hex"));
  closeSync(file);
  renameSync(`${path}.part`, path);
  return path;
}

async function createQueries(icons) {
  const random = createRandom(31);
  const count = Number(queries);
  const centers = new Set(Array.from({ length: count }, () => Math.floor((random() * icons) / GROUP) * GROUP));
  const near = await hashesAt(await hashesOf(icons), centers);
  const far = Array.from({ length: count }, () =>
    Array.from({ length: 16 }, () => Math.floor(random() * 16).toString(16)).join(""),
  );
  return Object.entries({ near, far }).map(([name, hashes]) => {
    const json = workPath("queries", `similar-${icons}-${name}.json`);
    const binary = workPath("queries", `similar-${icons}-${name}.bin`);
    writeFileSync(json, JSON.stringify(hashes));
    writeFileSync(binary, Buffer.from(hashes.join(""), "hex"));
    return { name, json, binary };
  });
}

async function hashesAt(path, ordinals) {
  const { open } = await import("node:fs/promises");
  const file = await open(path);
  const hashes = [];
  for (const ordinal of ordinals) {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, ordinal * 8);
    hashes.push(buffer.toString("hex"));
  }
  await file.close();
  return hashes;
}

function show(icons, results) {
  console.log(`\n${countName(icons)} icons, the ${NEAREST} nearest`);
  printTable(
    ["queries", "engine", "p50", "p99", "max", "times ours"],
    results.map(({ queries: kind, engine, p50, p99, max, timesOurs }) => [
      kind,
      engine,
      duration(p50),
      duration(p99),
      duration(max),
      figure(timesOurs),
    ]),
  );
}

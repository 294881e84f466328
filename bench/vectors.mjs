// Icons with similar vectors: node bench/vectors.mjs [--icons 1M] [--dimensions 512] [--queries 20] [--rounds 3]
// [--seconds 20]
//
// Builds random vectors in clusters of 20 as float32, then finds the 10 nearest in process and with a plain scan over
// the same bytes, which must find the same icons. At last asks a server for lists while another client asks for
// vectors.
import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { openCatalog } from "../dist/src/index.js";
import { measureRun } from "./tools/measure-run.mjs";
import { createRandom } from "./tools/random.mjs";
import { saveResult } from "./tools/results.mjs";
import { createProKey, get, ourServer, startServer } from "./tools/servers.mjs";
import { median, spread } from "./tools/statistics.mjs";
import { duration, figure, megabytes, parseCounts, printTable } from "./tools/table.mjs";
import { datasetOf, ICONS, workPath } from "./tools/work-folder.mjs";

const NEAREST = 10;
const CLUSTER = 20;
const ROWS_AT_ONCE = 2000;
const NPY_HEADER_BYTES = 128;

const flags = parseArgs({
  options: {
    icons: { type: "string", default: "1M" },
    dimensions: { type: "string", default: "512" },
    queries: { type: "string", default: "20" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "20" },
  },
}).values;
const [icons] = parseCounts(flags.icons);
const dimensions = Number(flags.dimensions);

const folder = workPath("vectors", `${icons}-${dimensions}`);
const artifacts = workPath("vectors", `artifacts-${icons}-${dimensions}`);
await makeDataset();
const builds = {};
for (const kind of ["without vectors", "with vectors"]) {
  rmSync(artifacts, { recursive: true, force: true });
  const data = kind === "with vectors" ? folder : await datasetOf(icons);
  builds[kind] = await measureRun(process.execPath, [ICONS, "build", data, "--out", artifacts, "--json"]);
}
const catalog = openCatalog(artifacts);
const engines = timeEngines();
const others = await timeOthers();
show();
saveResult("vectors", { icons, dimensions, builds, engines, others });

/** Records, and vectors in another order than theirs. */
async function makeDataset() {
  if (existsSync(join(folder, "vectors.json"))) return;
  mkdirSync(join(folder, "icons"), { recursive: true });
  const data = await datasetOf(icons);
  rmSync(join(folder, "icons/a.ndjson"), { force: true });
  symlinkSync(data, join(folder, "icons/a.ndjson"));
  const ids = readFileSync(data, "utf8").match(/(?<=^\{"id":")[^"]+/gm);
  await writeTo("dataset.json", ['{"name":"Vectors"}']);
  await writeTo("vectors.npy", matrix());
  await writeTo("vectors.json", [JSON.stringify({ model: "random", ids: ids.reverse() })]);
}

async function writeTo(name, parts) {
  const stream = createWriteStream(join(folder, name));
  for (const part of parts) if (!stream.write(part)) await once(stream, "drain");
  stream.end();
  await once(stream, "close");
}

function* matrix() {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${icons}, ${dimensions}), }`;
  const start = Buffer.from([0x93, ...Buffer.from("NUMPY"), 1, 0, NPY_HEADER_BYTES - 10, 0]);
  yield Buffer.concat([start, Buffer.from(`${header.padEnd(NPY_HEADER_BYTES - 11)}\n`)]);
  const random = createRandom(7);
  // The sum of three uniform numbers is nearly normal.
  const component = () => random() + random() + random() - 1.5;
  let center = [];
  for (let row = 0; row < icons; row += ROWS_AT_ONCE) {
    const rows = new Float32Array(Math.min(ROWS_AT_ONCE, icons - row) * dimensions);
    for (let at = 0; at < rows.length; at++) {
      if (at % (CLUSTER * dimensions) === 0) center = Array.from({ length: dimensions }, component);
      rows[at] = center[at % dimensions] + component() / 2;
    }
    yield Buffer.from(rows.buffer);
  }
}

/** Times of each query by engine, and of the single steps of ours. */
function timeEngines() {
  const random = createRandom(31);
  const queries = Array.from({ length: Number(flags.queries) }, () => Math.floor(random() * icons));
  const scan = openScan();
  const times = { ours: [], "plain scan": [] };
  const steps = [];
  for (let round = 0; round <= Number(flags.rounds); round++) {
    for (const ordinal of queries) {
      const asked = { id: catalog.item(ordinal).id, by: "vector", limit: NEAREST };
      const ours = timed(() => runInSteps(catalog.beginSimilar(asked).matches, round === 0 ? [] : steps));
      const plain = timed(() => scan(ordinal));
      const found = ours.result.map(({ ordinal: match }) => match);
      if (!isDeepStrictEqual(found, plain.result)) throw new Error(`other icons than a plain scan for ${asked.id}`);
      // The first round warms up.
      if (round === 0) continue;
      times.ours.push(ours.ms);
      times["plain scan"].push(plain.ms);
    }
  }
  const timesOurs = median(times["plain scan"].map((ms, at) => ms / times.ours[at]));
  return {
    ours: spread(times.ours),
    "plain scan": { ...spread(times["plain scan"]), timesOurs },
    steps: spread(steps),
  };
}

function timed(run) {
  const start = performance.now();
  const result = run();
  return { result, ms: performance.now() - start };
}

function runInSteps(task, steps) {
  for (;;) {
    const { result: step, ms } = timed(() => task.next());
    steps.push(ms);
    if (step.done) return step.value;
  }
}

function openScan() {
  const generation = join(artifacts, catalog.generation);
  const names = readdirSync(generation).filter((name) => /^vectors-\d+\.bin$/.test(name));
  const bytes = new Int8Array(icons * dimensions);
  let filled = 0;
  for (const name of names.sort()) {
    const shard = readFileSync(join(generation, name));
    bytes.set(shard, filled);
    filled += shard.length;
  }
  const lengths = Float64Array.from({ length: icons }, (_, ordinal) => {
    let sum = 0;
    for (let at = ordinal * dimensions; at < (ordinal + 1) * dimensions; at++) sum += bytes[at] ** 2;
    return Math.sqrt(sum);
  });
  return (asked) => {
    const query = bytes.slice(asked * dimensions, (asked + 1) * dimensions);
    const found = [];
    let worst = Number.NEGATIVE_INFINITY;
    for (let ordinal = 0, at = 0; ordinal < icons; ordinal++) {
      let product = 0;
      for (let component = 0; component < dimensions; component++, at++) product += bytes[at] * query[component];
      const similarity = product / lengths[ordinal];
      if (similarity <= worst || ordinal === asked) continue;
      let place = found.length;
      while (place > 0 && found[place - 1].similarity < similarity) place--;
      found.splice(place, 0, { ordinal, similarity });
      if (found.length > NEAREST) found.pop();
      if (found.length === NEAREST) worst = found[NEAREST - 1].similarity;
    }
    return found.map(({ ordinal }) => ordinal);
  };
}

/** Times of a list, alone and while another client asks for vectors without a pause. */
async function timeOthers() {
  const server = await startServer(ourServer(artifacts, await createProKey()));
  const random = createRandom(5);
  const result = {};
  for (const kind of ["alone", "beside searches by vector"]) {
    let isRunning = true;
    const vectors = [];
    const askForVectors = async () => {
      while (isRunning) {
        const id = encodeURIComponent(catalog.item(Math.floor(random() * icons)).id);
        const start = performance.now();
        const { status } = await get(server, `/api/v1/similar?id=${id}&by=vector`);
        if (status !== 200) throw new Error(`status ${status}`);
        vectors.push(performance.now() - start);
      }
    };
    const asking = kind === "alone" ? undefined : askForVectors();
    const lists = [];
    for (const end = performance.now() + Number(flags.seconds) * 1000; performance.now() < end; ) {
      const start = performance.now();
      const { status } = await get(server, `/api/v1/icons?limit=20&page=${1 + Math.floor(random() * 1000)}`);
      if (status !== 200) throw new Error(`status ${status}`);
      lists.push(performance.now() - start);
    }
    isRunning = false;
    await asking;
    result[kind] = { lists: spread(lists), ...(vectors.length > 0 && { vectors: spread(vectors) }) };
  }
  await server.stop();
  return result;
}

function show() {
  printTable(
    ["build", "seconds", "processor time", "peak", "private peak"],
    Object.entries(builds).map(([kind, { seconds, cpuSeconds, peakBytes, peakAnonymousBytes }]) => [
      kind,
      figure(seconds),
      figure(cpuSeconds),
      megabytes(peakBytes),
      megabytes(peakAnonymousBytes),
    ]),
  );
  const rows = [
    ...Object.entries(engines),
    ...Object.entries(others).flatMap(([kind, { lists, vectors }]) => [
      [`list, ${kind}`, lists],
      ...(vectors === undefined ? [] : [[`similar, ${kind}`, vectors]]),
    ]),
  ];
  printTable(
    ["times", "p50", "p99", "max", "times ours"],
    rows.map(([name, { p50, p99, max, timesOurs }]) => [
      name,
      ...[p50, p99, max].map(duration),
      timesOurs === undefined ? "" : figure(timesOurs),
    ]),
  );
}

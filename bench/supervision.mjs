// Does replacing workers cost a request? node bench/supervision.mjs [--sighups 100] [--load hey-30,wrk-500,wrk-100]
// [--workers 2] [--pause 1500]
//
// Sends SIGHUP to `icons serve --workers N` at random times, `--pause` ms apart on average, also while workers start
// and drain: such a signal applies to the workers started before it. `hey-30` opens a connection for each request, 30
// at once; `wrk-500` keeps 500. In addition to the load, a client that opens a connection for each request checks for
// responses, and /metrics is polled for the number of responsive workers. Fails if a request fails, no worker responds, the
// supervisor ends, or not all workers are new at the end. Needs wrk and hey.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runChild } from "./tools/children.mjs";
import { treeOf } from "./tools/process-memory.mjs";
import { createRandom } from "./tools/random.mjs";
import { saveResult } from "./tools/results.mjs";
import { createProKey, freePort, get, ourServer, startServer } from "./tools/servers.mjs";
import { printTable } from "./tools/table.mjs";
import { shippedArtifacts } from "./tools/work-folder.mjs";

const PATH = "/api/v1/icons?limit=5";
const PROBE_MS = 50;
const LOOK_MS = 100;
/** Timeout of a probe or poll on an overloaded machine. */
const PATIENCE_MS = 120_000;

const flags = parseArgs({
  options: {
    sighups: { type: "string", default: "100" },
    load: { type: "string", default: "hey-30,wrk-500,wrk-100" },
    workers: { type: "string", default: "2" },
    pause: { type: "string", default: "1500" },
  },
}).values;
const [sighups, workers, pauseMs] = [flags.sighups, flags.workers, flags.pause].map(Number);

const artifacts = await shippedArtifacts();
const access = await createProKey();
const runs = [];
for (const load of flags.load.split(",")) runs.push(await measure(load));
printTable(
  ["load", "requests", "failed", "probes", "failed", "SIGHUPs", "workers that ended", "fewest that responded", "of"],
  runs.map((run) => [
    run.load,
    run.requests,
    run.failed,
    run.probes,
    run.probesFailed,
    sighups,
    run.ended,
    run.fewest,
    workers,
  ]),
);
for (const { load, reasons } of runs) for (const reason of reasons) console.log(`${load}: ${reason}`);
saveResult("supervision", { sighups, workers, pauseMs, runs });
if (runs.some(({ failed, probesFailed, fewest, well }) => failed + probesFailed > 0 || fewest < workers || !well))
  process.exitCode = 1;

async function measure(load) {
  const metricsPort = await freePort();
  const specification = ourServer(artifacts, access);
  const server = await startServer({
    ...specification,
    args: () => [
      ...specification.args(),
      ...["--workers", String(workers), "--log-level", "fatal", "--metrics", `127.0.0.1:${metricsPort}`],
    ],
  });
  const metrics = { port: metricsPort, headers: {} };
  try {
    await until(async () => (await read(metrics)).icons_workers === workers);
    const first = workersOf(server);
    const seconds = Math.ceil((sighups * pauseMs) / 1000) + 5;
    let going = true;
    const probing = probe(server, () => going);
    const looking = look(metrics, () => going);
    const loading = runLoad(load, server, seconds);
    await sendSignals(server);
    const run = await loading;
    going = false;
    const [probes, looks] = [await probing, await looking];
    const alive = server.child.exitCode === null && server.child.signalCode === null;
    const well = alive && (await until(async () => workersOf(server).length === workers));
    const { icons_worker_exits_total: ended } = alive ? await read(metrics) : {};
    const fresh = workersOf(server).every((pid) => !first.includes(pid));
    const reasons = [...run.reasons, ...probes.reasons, ...looks.reasons, ...(alive ? [] : ["the supervisor ended"])];
    if (!fresh) reasons.push("a worker from the beginning is still there");
    return {
      load,
      seconds,
      ...run,
      probes: probes.count,
      probesFailed: probes.failed,
      looks: looks.count,
      fewest: looks.fewest,
      ended,
      well: well && fresh && looks.reasons.length === 0,
      reasons,
    };
  } finally {
    await server.stop();
  }
}

async function sendSignals(server) {
  const random = createRandom(7);
  for (let sent = 0; sent < sighups && server.child.exitCode === null; sent++) {
    await sleep(random() * 2 * pauseMs);
    server.child.kill("SIGHUP");
  }
}

/**
 * @returns the number of `requests` that got a 2xx, the number that `failed`, and the `reasons` reported by the
 * program
 */
function runLoad(load, server, seconds) {
  const [program, connections] = load.split("-");
  return program === "hey" ? runHey(server, connections, seconds) : runWrk(server, connections, seconds);
}

async function runHey(server, connections, seconds) {
  const headers = Object.entries(server.headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const url = `http://127.0.0.1:${server.port}${PATH}`;
  const output = await runChild("hey", [
    ...["-z", `${seconds}s`, "-c", connections, "-t", "30", "-disable-keepalive", ...headers, url],
  ]);
  const [statistics, errors = ""] = output.split("Error distribution:");
  const statuses = [...statistics.matchAll(/\[(\d+)\]\s+(\d+) responses/g)].map(([, status, count]) => [
    status,
    +count,
  ]);
  const reasons = [...errors.matchAll(/\[(\d+)\]\s+(.*)/g)].map(([, count, text]) => [count, reasonOf(text)]);
  const sum = (rows) => rows.reduce((total, [, count]) => total + count, 0);
  const good = statuses.filter(([status]) => status.startsWith("2"));
  const bad = statuses.filter(([status]) => !status.startsWith("2"));
  return {
    requests: sum(good),
    failed: sum(bad) + reasons.reduce((total, [count]) => total + Number(count), 0),
    reasons: [...bad.map(([status, count]) => `${count} × ${status}`), ...reasons.map((pair) => pair.join(" × "))],
  };
}

async function runWrk(server, connections, seconds) {
  const headers = Object.entries(server.headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const url = `http://127.0.0.1:${server.port}${PATH}`;
  const output = await runChild("wrk", [
    ...["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "30s", ...headers, url],
  ]);
  const requests = Number(/(\d+) requests in/.exec(output)[1]);
  const [, ...errors] = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output) ?? [];
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
  return {
    requests: requests - refused,
    failed: errors.reduce((total, count) => total + Number(count), refused),
    reasons: [/Socket errors:.*/.exec(output)?.[0], /Non-2xx.*/.exec(output)?.[0]].filter(Boolean),
  };
}

/** The text of an error without its variable parts. */
function reasonOf(text) {
  return text.replace(/127\.0\.0\.1:\d+/g, "").trim();
}

/** Opens one connection after the other and sends a request over each. */
async function probe(server, going) {
  const reasons = new Map();
  let count = 0;
  for (; going(); count++) {
    try {
      const { status } = await within(get(server, PATH));
      if (status !== 200) throw new Error(`the probe got ${status}`);
    } catch (error) {
      const reason = `probe: ${error.code ?? error.message}`;
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    await sleep(PROBE_MS);
  }
  const failed = [...reasons.values()].reduce((total, times) => total + times, 0);
  return { count, failed, reasons: [...reasons].map(([reason, times]) => `${times} × ${reason}`) };
}

/** Polls the number of responsive workers. */
async function look(metrics, going) {
  let count = 0;
  let fewest = Number.POSITIVE_INFINITY;
  try {
    for (; going(); count++) {
      fewest = Math.min(fewest, (await within(read(metrics))).icons_workers);
      await sleep(LOOK_MS);
    }
    return { count, fewest, reasons: [] };
  } catch (error) {
    return { count, fewest: 0, reasons: [`/metrics: ${error.code ?? error.message}`] };
  }
}

async function read(metrics) {
  const { body } = await get(metrics, "/metrics");
  return Object.fromEntries(
    [...body.toString().matchAll(/^(icons_worker\w*) (\d+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );
}

function workersOf(server) {
  return treeOf(server.pid).filter((pid) => pid !== server.pid);
}

async function until(check) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(LOOK_MS)) if (await check()) return true;
  return false;
}

function within(promise) {
  const late = sleep(PATIENCE_MS, undefined, { ref: false }).then(() => {
    throw new Error(`nothing within ${PATIENCE_MS / 1000} s`);
  });
  return Promise.race([promise, late]);
}

// Do reloads lose or mix responses? node bench/reload.mjs [--reloads 50] [--connections 1000] [--rate 2000] [--workers 2]
//
// wrk sends requests over many connections at a modest rate, first without reloads, then with a reload every 1.2 s that
// alternates between two generations, and a damaged generation in between. Meanwhile, our own clients check the content
// of responses. Fails if a response is not 2xx, a connection is reset, a response mixes generations, or the damaged
// generation is served.
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startCheckingClients } from "./tools/checking-clients.mjs";
import { MARKS, makeLive, markedGenerations } from "./tools/marked-generations.mjs";
import { saveResult } from "./tools/results.mjs";
import { createProKey, ourServer, startServer } from "./tools/servers.mjs";
import { shippedPaths, writePaths } from "./tools/shipped-paths.mjs";
import { figure, printTable } from "./tools/table.mjs";
import { loadWithWrk } from "./tools/wrk.mjs";

/** A little more than two polls, so that each generation does go live. */
const EVERY_MS = 1200;
const CHECKING = 20;
const DAMAGED = 2;

const flags = parseArgs({
  options: {
    reloads: { type: "string", default: "50" },
    connections: { type: "string", default: "1000" },
    rate: { type: "string", default: "2000" },
    workers: { type: "string", default: "2" },
  },
}).values;
const [reloads, connections, rate] = [flags.reloads, flags.connections, flags.rate].map(Number);
const pauseMs = (connections / rate) * 1000;
const seconds = Math.ceil(((reloads * 1.1 + 2) * EVERY_MS) / 1000);

const { artifacts, generations, ids } = await markedGenerations("reload", MARKS);
damage(join(artifacts, generations[DAMAGED], "cards-0000.json"));
makeLive(artifacts, generations[0]);
const specification = ourServer(artifacts, await createProKey());
const server = await startServer({
  ...specification,
  args: () => [...specification.args(), "--workers", flags.workers, "--log-level", "fatal"],
});
try {
  const paths = shippedPaths(ids);
  const file = await writePaths("reload", server, paths);
  const checked = paths.filter((path) => /^\/api\/v1\/icons(\?page|\/)/.test(path));
  const quiet = await loadWithWrk(server, file, Math.ceil(seconds / 2), { connections, pauseMs });
  const clients = startCheckingClients(server, checked, CHECKING);
  const [run] = await Promise.all([loadWithWrk(server, file, seconds, { connections, pauseMs }), alternate()]);
  const { responses, seen, faults } = await clients.stop();
  printTable(
    ["", "requests", "failed", "a second", "p50, ms", "p99, ms"],
    [
      ["quiet", quiet.requests, quiet.failed, figure(quiet.perSecond), figure(quiet.p50), figure(quiet.p99)],
      [`${reloads} reloads`, run.requests, run.failed, figure(run.perSecond), figure(run.p50), figure(run.p99)],
    ],
  );
  console.log(`${responses} responses checked, of generations ${seen.join(", ")}: ${faults.length} faults`);
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
  saveResult("reload", {
    reloads,
    connections,
    workers: Number(flags.workers),
    quiet,
    reloading: run,
    checked: responses,
    faults: faults.length,
  });
  if (quiet.failed + run.failed + faults.length > 0 || seen.join() !== "0,1") process.exitCode = 1;
} finally {
  await server.stop();
}

/** Alternates between the first two generations, with the damaged one after every tenth. */
async function alternate() {
  for (let turn = 1; turn <= reloads; turn++) {
    await sleep(EVERY_MS);
    if (turn % 10 === 0) {
      makeLive(artifacts, generations[DAMAGED]);
      await sleep(EVERY_MS);
    }
    makeLive(artifacts, generations[turn % 2]);
  }
}

function damage(path) {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] ^= 1;
  chmodSync(path, 0o644);
  writeFileSync(path, bytes);
}

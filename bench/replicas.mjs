// Three replicas behind HAProxy under load: node bench/replicas.mjs [--rounds 20] [--clients 32]
//
// Each round kills one replica (SIGKILL), publishes another generation, which the others fetch, starts the killed one
// again, and restarts a second one (SIGTERM). Every response is checked; a single failure makes the exit code 1. HAProxy
// (Debian package haproxy) runs with deploy/haproxy/haproxy.cfg.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runChild, startChild, stopChild } from "./tools/children.mjs";
import { saveResult } from "./tools/results.mjs";
import { freePort, startServer } from "./tools/servers.mjs";
import { serveFiles } from "./tools/static-files.mjs";
import { duration, printTable } from "./tools/table.mjs";
import { startWordClients } from "./tools/word-clients.mjs";
import { ICONS } from "./tools/work-folder.mjs";

const CONFIGURATION = fileURLToPath(new URL("../deploy/haproxy/haproxy.cfg", import.meta.url));
const HAPROXY = "/usr/sbin/haproxy";
const RECORDS = 500;
const WORDS = ["red", "blue"];
/** Number of responses between two events. */
const BREATH = 300;

const { rounds, clients: clientCount } = parseArgs({
  options: { rounds: { type: "string", default: "20" }, clients: { type: "string", default: "32" } },
}).values;

const work = mkdtempSync(join(tmpdir(), "icons-replicas-"));
const icons = (...args) => runChild(process.execPath, [ICONS, ...args]);
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

for (const word of WORDS) await buildWord(word);
await publish(WORDS[0]);
const store = await serveFiles(join(work, "store"));
const { key } = JSON.parse(await icons("keys", "create", "--tier", "pro", "--json", "--keys", join(work, "keys.json")));
const replicas = [];
for (let number = 0; number < 3; number++) replicas.push({ number, port: await freePort() });
for (const replica of replicas) await startReplica(replica);
const port = await startHaproxy();
const clients = startWordClients(Number(clientCount), port, { "x-api-key": key });
await clients.more(BREATH);
for (let round = 1; round <= Number(rounds); round++) await playRound(round);
await clients.stop();
const { responses, failures, words, latencies } = clients.seen;
latencies.sort((a, b) => a - b);
const p99 = latencies[Math.floor(latencies.length * 0.99)];
printTable(
  ["rounds", "responses", "failed", "p99", ...WORDS],
  [[rounds, responses, failures.length, duration(p99), ...WORDS.map((word) => words.get(word) ?? 0)]],
);
for (const failure of failures.slice(0, 20)) console.log(failure);
if (rounds > 1) saveResult("replicas", { rounds: Number(rounds), responses, failed: failures.length, p99 });
process.exit(failures.length > 0 || words.size < WORDS.length ? 1 : 0);

async function playRound(round) {
  const [killed, restarted] = [0, 1].map((step) => replicas[(round + step) % replicas.length]);
  killed.child.kill("SIGKILL");
  await clients.more(BREATH);
  const word = WORDS[round % WORDS.length];
  const before = clients.seen.words.get(word) ?? 0;
  await publish(word);
  while ((clients.seen.words.get(word) ?? 0) < before + BREATH) await clients.more(1);
  await startReplica(killed);
  await clients.more(BREATH);
  await stopChild(restarted.child);
  await startReplica(restarted);
  await clients.more(BREATH);
}

async function buildWord(word) {
  const records = Array.from({ length: RECORDS }, (_, n) => ({
    id: `icon-${n}`,
    name: `${word} icon ${n}`,
    developer: "Acme",
    category: n % 2 === 0 ? "even" : "odd",
  }));
  writeFileSync(join(work, `${word}.json`), JSON.stringify(records));
  await icons("build", join(work, `${word}.json`), "--out", join(work, word), "--json");
}

function publish(word) {
  return icons("publish", join(work, "store"), "--artifacts", join(work, word), "--json");
}

async function startReplica(replica) {
  const own = (name) => join(work, `${name}-${replica.number}`);
  const { port } = replica;
  const flags = ["--from", store.url, "--poll", "1", "--keys", join(work, "keys.json"), "--usage", own("usage")];
  const server = {
    name: `replica ${replica.number}`,
    args: () => [ICONS, "serve", own("artifacts"), "--port", String(port), "--trust-proxy", "127.0.0.1", ...flags],
    ready: "/readyz",
    headers: {},
  };
  replica.child = (await startServer(server, undefined, port)).child;
}

async function startHaproxy() {
  const entry = await freePort();
  const addresses = replicas.map(({ port }, at) => [`ICONS_REPLICA_${at + 1}`, `127.0.0.1:${port}`]);
  const own = { ICONS_BIND: `127.0.0.1:${entry}`, ICONS_INNER: `icons-replicas-${entry}`, ICONS_RATE: "1000000" };
  const env = { ...own, ...Object.fromEntries(addresses) };
  const child = startChild(HAPROXY, ["-db", "-f", CONFIGURATION], { env: { ...process.env, ...env } });
  for (let tries = 0; ; tries++) {
    const response = await fetch(`http://127.0.0.1:${entry}/readyz`).catch(() => undefined);
    if (response?.status === 200) return entry;
    if (child.exitCode !== null || tries > 600) throw new Error("HAProxy does not listen");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

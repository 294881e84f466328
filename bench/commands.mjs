// What a command costs before it does anything: node bench/commands.mjs [--sizes 1k,1M] [--rounds 15]
//
// Wall and processor time of whole commands, in turns with `node -e 0`, whose medians are subtracted. For icons serve,
// both end with its first 200, a page of 20 icons requested with a key.
import { parseArgs } from "node:util";
import { runChild } from "./tools/children.mjs";
import { cpuSecondsOf } from "./tools/process-memory.mjs";
import { saveResult } from "./tools/results.mjs";
import { createProKey, ourServer, startServer } from "./tools/servers.mjs";
import { median } from "./tools/statistics.mjs";
import { countName, duration, parseCounts, printTable } from "./tools/table.mjs";
import { artifactsOf, ICONS } from "./tools/work-folder.mjs";

const { sizes, rounds } = parseArgs({
  options: { sizes: { type: "string", default: "1k,1M" }, rounds: { type: "string", default: "15" } },
}).values;

const access = await createProKey();
const subjects = [
  { command: "node -e 0", run: () => timed("-e", "0") },
  { command: "icons --help", run: () => timed(ICONS, "--help") },
];
for (const icons of parseCounts(sizes)) {
  const artifacts = await artifactsOf(icons);
  const search = ["search", "blue", "--artifacts", artifacts];
  subjects.push({ command: "icons search", icons, run: () => timed(ICONS, ...search) });
  subjects.push({ command: "icons serve, first response", icons, run: () => served(ourServer(artifacts, access)) });
}
const runs = new Map(subjects.map((subject) => [subject, []]));
for (let round = 0; round < Number(rounds); round++)
  for (const subject of subjects) runs.get(subject).push(await subject.run());

const [bare] = subjects;
const middle = (subject, field) => median(runs.get(subject).map((run) => run[field]));
const results = subjects.map((subject) => ({
  command: subject.command,
  icons: subject.icons,
  wallMs: middle(subject, "wallMs"),
  cpuMs: middle(subject, "cpuMs"),
  aboveMs: middle(subject, "wallMs") - middle(bare, "wallMs"),
  cpuAboveMs: middle(subject, "cpuMs") - middle(bare, "cpuMs"),
}));
console.log("\nmedians, and what they are above bare Node");
printTable(
  ["command", "icons", "wall", "above", "processor", "above"],
  results.map(({ command, icons, wallMs, aboveMs, cpuMs, cpuAboveMs }) => [
    command,
    icons === undefined ? "" : countName(icons),
    ...[wallMs, aboveMs, cpuMs, cpuAboveMs].map(duration),
  ]),
);
saveResult("commands", { rounds: Number(rounds), results });

/** Times a whole process by the shell, which knows the processor time of its children. */
async function timed(...args) {
  const script = 'TIMEFORMAT="%R %U %S"; { time "$@" >/dev/null; } 2>&1';
  const times = await runChild("bash", ["-c", script, "bash", process.execPath, ...args]);
  const [wall, user, system] = times.trim().split(" ").map(Number);
  return { wallMs: 1000 * wall, cpuMs: 1000 * (user + system) };
}

async function served(server) {
  const running = await startServer(server);
  const cpuMs = 1000 * cpuSecondsOf(running.pid);
  await running.stop();
  return { wallMs: running.readyMs, cpuMs };
}

// Time from an edit to the first response with it: node bench/watch.mjs [--icons 10k] [--rounds 2]
//
// Runs `icons dev` over a dataset with a drawing for each record. Each edit is one system call; then /readyz is polled
// until it reports another generation. The peer is a separate `icons build` process for the edited dataset, the
// alternative without watching.
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runChild } from "./tools/children.mjs";
import { drawing, imageDatasetOf, placeOf } from "./tools/image-dataset.mjs";
import { saveResult } from "./tools/results.mjs";
import { get, startServer } from "./tools/servers.mjs";
import { median } from "./tools/statistics.mjs";
import { figure, parseCounts, printTable } from "./tools/table.mjs";
import { ICONS, workPath } from "./tools/work-folder.mjs";

const ASK_MS = 5;
const GIVE_UP_MS = 10 * 60_000;

const flags = parseArgs({
  options: { icons: { type: "string", default: "10k" }, rounds: { type: "string", default: "2" } },
}).values;
const [icons] = parseCounts(flags.icons);
const data = await imageDatasetOf(icons);
const out = workPath("watched", "artifacts");
rmSync(out, { recursive: true, force: true });

const times = new Map();
const server = await startServer({
  name: "icons dev",
  args: (port) => [ICONS, "dev", data, "--out", out, "--port", port, "--log-level", "fatal"],
  env: () => ({ ICONS_KEYS: workPath("watched", "keys.json"), ICONS_USAGE: workPath("watched", "usage.bin") }),
  ready: "/readyz",
  headers: {},
});
try {
  // Watching begins shortly after serving.
  await sleep(5000);
  for (let round = 0; round < Number(flags.rounds); round++)
    for (const [does, undoes, edit] of edits(icons >> 1, icons + round)) {
      const { make, putBack } = edit();
      note(does, await untilShown(make));
      note(undoes, await untilShown(putBack));
    }
} finally {
  await server.stop();
}
const alone = await buildAlone();
const results = [...times].map(([edit, list]) => ({ edit, ms: median(list), slowestMs: Math.max(...list) }));
printTable(
  ["edit", "to the first response", "slowest", "/ build alone"],
  results.map(({ edit, ms, slowestMs }) => [edit, `${figure(ms)} ms`, `${figure(slowestMs)} ms`, figure(ms / alone)]),
);
saveResult("watch", { icons, rounds: Number(flags.rounds), buildAloneMs: alone, results });

/** Ten edits; every second one reverts the previous. */
function edits(n, seed) {
  const { records, picture } = placeOf(n);
  const asWritten = (name, change) => () => {
    const path = join(data, name);
    const before = readFileSync(path);
    return { make: () => writeFileSync(path, change(String(before))), putBack: () => writeFileSync(path, before) };
  };
  const asRenamed = (name, change) => () => {
    const path = join(data, name);
    const before = readFileSync(path);
    const replace = (content) => {
      const aside = join(data, "..", "aside");
      writeFileSync(aside, content);
      return () => renameSync(aside, path);
    };
    return { make: replace(change(String(before))), putBack: () => replace(before)() };
  };
  const asAdded = (name, content) => () => {
    const path = join(data, name);
    return { make: () => writeFileSync(path, content), putBack: () => rmSync(path) };
  };
  const added = { id: `added-${seed}`, name: "Added", developer: "D", category: "c", image: picture };
  const rename = (text) => text.replace('"name":"', `"name":"Edited ${seed} `);
  return [
    ["a record is edited", "and put back", asWritten(records, rename)],
    ["an image is edited", "and put back, too", asWritten(picture, () => drawing(seed))],
    ["a file of records is added", "and removed", asAdded("icons/added.ndjson", JSON.stringify(added))],
    ["dataset.json is edited", "and restored", asWritten("dataset.json", rename)],
    ["an image is replaced by rename", "and again by rename", asRenamed(picture, () => drawing(seed + 1))],
  ];
}

function note(edit, ms) {
  times.set(edit, [...(times.get(edit) ?? []), ms]);
}

async function untilShown(change) {
  const before = await generation();
  const start = performance.now();
  change();
  while ((await generation()) === before) {
    if (performance.now() - start > GIVE_UP_MS) throw new Error("the edit was not noticed");
    await sleep(ASK_MS);
  }
  return performance.now() - start;
}

async function generation() {
  return JSON.parse((await get(server, "/readyz")).body).generation;
}

async function buildAlone() {
  const start = performance.now();
  const { make, putBack } = edits(icons >> 1, icons)[0][2]();
  make();
  try {
    await runChild(process.execPath, [ICONS, "build", data, "--out", out, "--json"]);
    return performance.now() - start;
  } finally {
    putBack();
  }
}

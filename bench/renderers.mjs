// The renderers compared: node bench/renderers.mjs --sets node_modules/@iconify/json/json [--sheet sheet.png]
//
// Renders every icon of a folder of Iconify sets at 128 pixels as builds do, and with librsvg,
// and counts those that differ visibly. In child processes, since resvg aborts the process on some drawings: these are
// counted. A contact sheet shows the 40 worst: as builds render them, with librsvg, the difference.
import { fork } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sheetOf } from "./tools/compare-renderers.mjs";
import { iconifyDrawing } from "./tools/iconify-drawing.mjs";
import { saveResult } from "./tools/results.mjs";
import { printTable } from "./tools/table.mjs";
import { workPath } from "./tools/work-folder.mjs";

const PROGRAM = fileURLToPath(new URL("./tools/compare-renderers-process.mjs", import.meta.url));
const BATCH = 500;
const SHOWN = 40;

const { sets, sheet } = parseArgs({
  options: { sets: { type: "string" }, sheet: { type: "string", default: workPath("renderers-all.png") } },
}).values;
if (sets === undefined) throw new Error("--sets is missing: the folder of Iconify sets, one JSON file each");

const folder = mkdtempSync(join(tmpdir(), "renderers-"));
const result = { icons: 0, left: 0, aborted: [], failed: [], different: [] };
const batches = readdirSync(sets).flatMap((name) => {
  const file = join(sets, name);
  const count = Object.keys(JSON.parse(readFileSync(file, "utf8")).icons).length;
  result.icons += count;
  return Array.from({ length: Math.ceil(count / BATCH) }, (_, at) => {
    return { file, from: at * BATCH, to: Math.min(count, (at + 1) * BATCH) };
  });
});
await Promise.all(cpus().map((_, at) => work(join(folder, String(at)))));
rmSync(folder, { recursive: true });
result.different.sort((a, b) => b.pixels - a.pixels);
const worst = result.different.slice(0, SHOWN);
await sheetOf(
  worst.map(({ id }) => ({ id, svg: drawingOf(id) })),
  sheet,
);
printTable(
  ["icons", "left to librsvg", "resvg aborts", "can't be drawn", "differ visibly"],
  [[result.icons, result.left, result.aborted.length, result.failed.length, result.different.length]],
);
for (const { id, pixels } of worst) console.log(`${id}: ${pixels} pixels`);
console.log(`\nthe worst: ${sheet}`);
saveResult("renderers", result);

/** Compares batches until there are none left. A drawing that ends its process is skipped. */
async function work(progress) {
  let child;
  for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
    if (batch.from === batch.to) continue;
    child ??= fork(PROGRAM, [progress], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    const response = await ask(child, batch);
    if (response !== undefined) {
      result.left += response.left;
      result.failed.push(...response.failed);
      result.different.push(...response.different);
      continue;
    }
    child = undefined;
    const at = readFileSync(progress).readUInt32LE();
    const set = JSON.parse(readFileSync(batch.file, "utf8"));
    result.aborted.push(`${set.prefix}:${Object.keys(set.icons)[at]}`);
    batches.push({ ...batch, from: at + 1 }, { ...batch, to: at });
  }
  child?.kill();
}

/** @returns undefined if the process ended */
function ask(child, batch) {
  return new Promise((resolve) => {
    const finish = (response) => {
      child.off("message", finish).off("exit", end);
      resolve(response);
    };
    const end = () => finish(undefined);
    child.on("message", finish).on("exit", end);
    child.send(batch);
  });
}

function drawingOf(id) {
  const [prefix, name] = id.split(":");
  return iconifyDrawing(JSON.parse(readFileSync(join(sets, `${prefix}.json`), "utf8")), name);
}

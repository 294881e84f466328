// First build of Iconify icons: node bench/first-build.mjs --sets node_modules/@iconify/json/json [--icons 10000]
// [--compare 2000] [--sheet sheet.png]
//
// Builds a random sample of all icons in a folder of Iconify sets into an empty folder, with an empty analysis cache.
// Reports the CPU time of all processes, memory, and the size of the artifacts. Then renders part of the sample with
// both renderers at 128 pixels and counts the icons that differ visibly. A contact sheet shows the worst.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ANALYSIS_VERSION } from "../dist/build/analysis/analysis.js";
import { compareRenderers } from "./tools/compare-renderers.mjs";
import { iconifyDrawing } from "./tools/iconify-drawing.mjs";
import { measureRun } from "./tools/measure-run.mjs";
import { createRandom, sample } from "./tools/random.mjs";
import { saveResult } from "./tools/results.mjs";
import { figure, megabytes, printTable } from "./tools/table.mjs";
import { ICONS, workPath } from "./tools/work-folder.mjs";

const { sets, icons, compare, sheet } = parseArgs({
  options: {
    sets: { type: "string" },
    icons: { type: "string", default: "10000" },
    compare: { type: "string", default: "2000" },
    sheet: { type: "string", default: workPath("renderers.png") },
  },
}).values;
if (sets === undefined) throw new Error("--sets is missing: the folder of Iconify sets, one JSON file each");

const data = workPath("data", `iconify-${icons}`);
const chosen = writeDataset(data, Number(icons));
const out = workPath("built", "first-build");
rmSync(out, { recursive: true, force: true });
const run = await measureRun(process.execPath, [ICONS, "build", data, "--out", out, "--json"]);
const bytes = sizesOf(out);
rmSync(out, { recursive: true, force: true });
const built = {
  icons: chosen.length,
  analysis: ANALYSIS_VERSION,
  seconds: run.seconds,
  msPerIcon: (run.cpuSeconds * 1000) / chosen.length,
  peakBytes: run.peakBytes,
  bytesPerIcon: Object.values(bytes).reduce((sum, size) => sum + size, 0) / chosen.length,
  imageBytesPerIcon: (bytes["images.bin"] + bytes["images-0000.bin"]) / chosen.length,
};
printTable(
  ["icons", "processor time / icon", "peak RSS", "bytes / icon", "of its image"],
  [
    [
      built.icons,
      `${figure(built.msPerIcon)} ms`,
      megabytes(built.peakBytes),
      figure(built.bytesPerIcon),
      figure(built.imageBytesPerIcon),
    ],
  ],
);
const renderers = await compareRenderers(sample(chosen, Number(compare), createRandom(2)), sheet);
printTable(
  ["icons", "differ visibly", "resvg", "sharp"],
  [[renderers.icons, renderers.different, `${figure(renderers.resvgMs)} ms`, `${figure(renderers.sharpMs)} ms`]],
);
console.log(`\nthe worst: ${sheet}`);
saveResult("first-build", { built, renderers });

/**
 * Writes a dataset with copies of the sets that contain only the chosen icons. @returns the icons with their references
 */
function writeDataset(folder, count) {
  const all = readdirSync(sets).flatMap((file) => {
    const set = JSON.parse(readFileSync(join(sets, file), "utf8"));
    return Object.keys(set.icons).map((name) => ({ file, name, prefix: set.prefix }));
  });
  const picked = sample(all, count, createRandom(1));
  const byFile = new Map();
  for (const icon of picked) byFile.set(icon.file, [...(byFile.get(icon.file) ?? []), icon]);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "iconify"), { recursive: true });
  mkdirSync(join(folder, "icons"));
  writeFileSync(
    join(folder, "dataset.json"),
    `${JSON.stringify({ name: `${count} of ${all.length} Iconify icons` })}\n`,
  );
  return [...byFile].flatMap(([file, entries]) => {
    const set = JSON.parse(readFileSync(join(sets, file), "utf8"));
    const names = entries.map(({ name }) => name);
    const kept = Object.fromEntries(names.map((name) => [name, set.icons[name]]));
    const { icons: _, aliases: __, info: ___, ...rest } = set;
    writeFileSync(join(folder, "iconify", file), JSON.stringify({ ...rest, icons: kept }));
    const records = names.map((name) => ({
      id: `${set.prefix}:${name}`,
      name,
      developer: set.info?.name ?? set.prefix,
      category: "icons",
      image: `iconify:${set.prefix}/${name}`,
    }));
    writeFileSync(
      join(folder, "icons", `${set.prefix}.ndjson`),
      records.map((record) => `${JSON.stringify(record)}\n`).join(""),
    );
    return names.map((name) => ({ id: `${set.prefix}:${name}`, svg: iconifyDrawing({ ...rest, icons: kept }, name) }));
  });
}

function sizesOf(artifacts) {
  const folder = join(artifacts, readFileSync(join(artifacts, "CURRENT"), "utf8").trim());
  return Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]));
}

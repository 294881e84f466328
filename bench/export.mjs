// Memory of exports: node bench/export.mjs [--sizes 10k,100k,1M] [--formats ndjson,csv,parquet,zip,sprite,iconify]
//
// Exports all icons of synthetic catalogs, each with a drawing, into a file. Reports seconds, CPU time, bytes, and the
// peaks of private and resident memory. Resident memory includes pages of mapped artifacts, which the kernel reclaims
// under memory pressure, so only private memory must not grow. Fails if the largest catalog needs over 100 MB more
// private memory than the smallest.
import { once } from "node:events";
import { createReadStream, createWriteStream, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { runChild } from "./tools/children.mjs";
import { drawing } from "./tools/image-dataset.mjs";
import { measureRun } from "./tools/measure-run.mjs";
import { saveResult } from "./tools/results.mjs";
import { countName, figure, megabytes, parseCounts, printTable } from "./tools/table.mjs";
import { datasetOf, ICONS, workPath } from "./tools/work-folder.mjs";

const { sizes, formats } = parseArgs({
  options: {
    sizes: { type: "string", default: "10k,100k,1M" },
    formats: { type: "string", default: "ndjson,csv,parquet,zip,sprite,iconify" },
  },
}).values;
/** Shared between icons, since analyzing a million would take an hour. */
const DRAWINGS = 1000;
const GROWTH_BYTES = 100e6;

const runs = [];
for (const icons of parseCounts(sizes)) {
  const artifacts = await drawnArtifactsOf(icons);
  for (const format of formats.split(",")) {
    const out = workPath("exported", `icons.${format}`);
    const args = [ICONS, "export", "*", "--artifacts", artifacts, "--format", format, "--out", out, "--json"];
    const { seconds, cpuSeconds, peakBytes, peakAnonymousBytes } = await measureRun(process.execPath, args);
    runs.push({ icons, format, seconds, cpuSeconds, bytes: statSync(out).size, peakBytes, peakAnonymousBytes });
    console.error(JSON.stringify(runs.at(-1)));
    rmSync(workPath("exported"), { recursive: true });
  }
}
printTable(
  ["icons", "format", "processor time / icon", "size", "private memory", "resident memory"],
  runs.map(({ icons, format, cpuSeconds, bytes, peakAnonymousBytes, peakBytes }) => [
    countName(icons),
    format,
    `${figure((cpuSeconds * 1e6) / icons)} µs`,
    ...[bytes, peakAnonymousBytes, peakBytes].map(megabytes),
  ]),
);
saveResult("export", { drawings: DRAWINGS, runs });
for (const format of formats.split(",")) {
  const peaks = runs.filter((run) => run.format === format).map((run) => run.peakAnonymousBytes);
  if (peaks.at(-1) <= peaks[0] + GROWTH_BYTES) continue;
  console.error(`${format}: private memory grows from ${megabytes(peaks[0])} to ${megabytes(peaks.at(-1))}`);
  process.exitCode = 1;
}

/** Artifacts of this many synthetic records with an image each; built once. */
async function drawnArtifactsOf(count) {
  const artifacts = workPath("artifacts", `drawn-${count}`);
  if (statSync(join(artifacts, "CURRENT"), { throwIfNoEntry: false }) !== undefined) return artifacts;
  const folder = workPath("data", `drawn-${count}`);
  console.error(`making ${artifacts}`);
  mkdirSync(join(folder, "drawings"), { recursive: true });
  for (let n = 0; n < DRAWINGS; n++) writeFileSync(join(folder, "drawings", `${n}.svg`), drawing(n));
  const records = createWriteStream(join(folder, "icons.ndjson"));
  let n = 0;
  for await (const line of createInterface({ input: createReadStream(await datasetOf(count)) })) {
    const record = { ...JSON.parse(line), image: `drawings/${n++ % DRAWINGS}.svg` };
    if (!records.write(`${JSON.stringify(record)}\n`)) await once(records, "drain");
  }
  records.end();
  await once(records, "finish");
  await runChild(process.execPath, [ICONS, "build", join(folder, "icons.ndjson"), "--out", artifacts, "--json"]);
  return artifacts;
}

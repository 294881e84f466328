// Size of the artifacts, file by file: node bench/size.mjs [--sizes 1k,100k,1M]
//
// Compared with their source NDJSON and the SQLite file of the same records.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openCatalog } from "../dist/src/index.js";
import { saveResult } from "./tools/results.mjs";
import { countName, figure, megabytes, parseCounts, printTable } from "./tools/table.mjs";
import { artifactsOf, databaseOf, datasetOf } from "./tools/work-folder.mjs";

const { sizes } = parseArgs({ options: { sizes: { type: "string", default: "1k,100k,1M" } } }).values;

const measured = [];
for (const icons of parseCounts(sizes)) {
  const sourceBytes = statSync(await datasetOf(icons)).size;
  const sqliteBytes = statSync(await databaseOf(icons)).size;
  const artifacts = await artifactsOf(icons);
  const folder = join(artifacts, openCatalog(artifacts).generation);
  const files = readdirSync(folder)
    .map((name) => ({ name, bytes: statSync(join(folder, name)).size }))
    .sort((a, b) => b.bytes - a.bytes);
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  measured.push({ icons, sourceBytes, sqliteBytes, totalBytes, ofSource: totalBytes / sourceBytes, files });
  show(measured.at(-1));
}
saveResult("size", { sizes: measured });

function show({ icons, sourceBytes, sqliteBytes, totalBytes, files }) {
  const row = (name, bytes) => [name, megabytes(bytes), figure(bytes / sourceBytes), figure(bytes / icons)];
  console.log(`\n${countName(icons)} icons`);
  printTable(
    ["file", "size", "of the source", "bytes an icon"],
    [
      ...files.map(({ name, bytes }) => row(name, bytes)),
      row("all artifacts", totalBytes),
      row("SQLite", sqliteBytes),
      row("source NDJSON", sourceBytes),
    ],
  );
}

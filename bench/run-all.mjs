// Runs every benchmark, one after the other, then writes the report: node bench/run-all.mjs [--ten-million]
// [--iconify ARTIFACTS]
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startChild } from "./tools/children.mjs";

const { "ten-million": tenMillion, iconify } = parseArgs({
  options: { "ten-million": { type: "boolean", default: false }, iconify: { type: "string" } },
}).values;
const large = tenMillion ? ",10M" : "";

const runs = [
  ["build.mjs", "--sizes", `100k,1M${large}`],
  ["rebuild.mjs"],
  ["watch.mjs"],
  ["size.mjs"],
  ["export.mjs"],
  ["similar.mjs", "--sizes", `1M${large}`],
  ["search.mjs"],
  ["sorting.mjs"],
  ["resolve.mjs"],
  ["start.mjs"],
  ["commands.mjs"],
  ["http.mjs"],
  ["image.mjs"],
  ["image-formats.mjs"],
  ["images.mjs"],
  ["judged.mjs", ...(iconify === undefined ? [] : ["--iconify", iconify])],
  ["ladder.mjs"],
  ["judged-queries.mjs"],
  ["perturbed.mjs"],
  ["sanitized.mjs"],
  ["served-images.mjs"],
  ["page.mjs"],
  ["vectors.mjs"],
  ["message-pack.mjs"],
  ...(iconify === undefined
    ? []
    : ["iconify.mjs", "iconify-routes.mjs", "iconify-parity.mjs"].map((file) => [file, "--artifacts", iconify])),
  ["young-generation.mjs"],
  ["reload.mjs"],
  ["supervision.mjs"],
  ["slow-clients.mjs"],
  ["memory.mjs"],
  ["replicas.mjs"],
  ["worst-queries.mjs"],
  ["report.mjs"],
];
const failed = [];
for (const [script, ...args] of runs) {
  console.log(`\n== ${[script, ...args].join(" ")}`);
  const path = fileURLToPath(new URL(script, import.meta.url));
  const [code] = await once(startChild(process.execPath, [path, ...args], { stdio: "inherit" }), "close");
  if (code !== 0) failed.push(script);
}
if (failed.length > 0) {
  console.error(`failed: ${failed.join(", ")}`);
  process.exitCode = 1;
}

// Renders (`render`) or analyzes (`analyze`) images while this process has no descriptor left to start another process
// with, then with descriptors. Prints the outcomes as JSON.
import { execFileSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { createAnalysisPool } from "#build/analysis/analysis-pool.js";
import { toImageRequest } from "#src/images/image-options.js";
import { createImageService } from "#src/images/image-service.js";
import { monogram } from "#src/images/monogram.js";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7H1z"/></svg>';

const images = createImageService(1);
const analyses = createAnalysisPool(1);

async function render(size) {
  try {
    await images.request("a", monogram("a"), toImageRequest({ format: "png", size })).bytes();
    return "done";
  } catch ({ name, message, cause }) {
    return `${name}: ${message}: ${cause?.code}`;
  }
}

async function analyze() {
  const outcome = await analyses.analyze({ image: { kind: "svg", bytes: Buffer.from(SVG) }, options: { padding: 0 } });
  return "error" in outcome ? outcome.code : "done";
}

const workAll = () => Promise.all([16, 17, 18].map(process.argv[2] === "render" ? render : analyze));

execFileSync("prlimit", ["--pid", String(process.pid), "--nofile=64:"]);
const open = [];
try {
  for (;;) open.push(openSync("/dev/null"));
} catch {
  // None is left.
}
const without = await workAll();
for (const descriptor of open) closeSync(descriptor);
console.log(JSON.stringify({ without, again: await workAll() }));
await images.close();
await analyses.close();

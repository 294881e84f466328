// node damage-cases.mjs ARTIFACTS CASES.json: damages the live generation of a folder in one way after the other, each time opening,
// verifying and asking it, and mending it afterwards. Prints the number of each case before it begins, and at the end, as JSON,
// how many cases had each outcome, the slowest in milliseconds and the process's peak of memory in bytes.
import { createHash } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, renameSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createCatalog } from "#src/catalog/catalog.js";
import { openGeneration, readCurrent } from "#src/catalog/generation.js";
import { verifyGeneration } from "#src/catalog/verify.js";
import { decodeManifest, encodeManifest, generationName, MANIFEST_FILE } from "#src/format/manifest.js";
import { collectGarbage } from "#src/platform/collect-garbage.js";
import { askEverything } from "./ask-everything.mjs";

/** Every case maps all files; their mappings go with the garbage. */
const COLLECT_EVERY = 100;

const [artifacts, casesFile] = process.argv.slice(2);
const whole = readCurrent(artifacts);
const folder = join(artifacts, whole);
const manifestBytes = readFileSync(join(folder, MANIFEST_FILE));
for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o644);

const outcomes = {};
let slowestMs = 0;
for (const [number, damage] of JSON.parse(readFileSync(casesFile, "utf8")).entries()) {
  writeSync(1, `${number}\n`);
  const start = performance.now();
  const outcome = await meet(damage);
  slowestMs = Math.max(slowestMs, performance.now() - start);
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  if (number % COLLECT_EVERY === 0) collectGarbage();
}
const peakBytes = process.resourceUsage().maxRSS * 1024;
writeSync(1, `${JSON.stringify({ outcomes, slowestMs, peakBytes })}\n`);

/** @returns what came of it */
async function meet({ file, at, bit, vouched }) {
  const path = join(folder, file);
  const bytes = readFileSync(path);
  if (bit === undefined) truncateSync(path, at);
  else writeFileSync(path, flipped(bytes, at, bit));
  const name = vouched ? vouchFor(file) : whole;
  if (name !== whole) renameSync(folder, join(artifacts, name));
  try {
    return await use(name, vouched);
  } finally {
    if (name !== whole) renameSync(join(artifacts, name), folder);
    writeFileSync(join(folder, MANIFEST_FILE), manifestBytes);
    writeFileSync(path, bytes);
  }
}

function flipped(bytes, at, bit) {
  const copy = Buffer.from(bytes);
  copy[at] ^= 1 << bit;
  return copy;
}

/** Makes the manifest say what the damaged file holds. @returns the generation's name then */
function vouchFor(file) {
  const path = join(folder, MANIFEST_FILE);
  if (file === MANIFEST_FILE) return generationName(readFileSync(path));
  const bytes = readFileSync(join(folder, file));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const manifest = decodeManifest(manifestBytes, path);
  const files = manifest.files.map((entry) => (entry.name === file ? { ...entry, size: bytes.length, sha256 } : entry));
  const altered = encodeManifest({ ...manifest, files });
  writeFileSync(path, altered);
  return generationName(altered);
}

async function use(name, vouched) {
  let generation;
  let catalog;
  try {
    generation = openGeneration(artifacts, name);
    catalog = createCatalog(generation);
  } catch (error) {
    return `refused: ${error.name}`;
  }
  const damaged = await verifyGeneration(artifacts, generation);
  if (!vouched && damaged.length === 0) return "unnoticed";
  const errors = Object.keys(askEverything(catalog));
  return errors.length === 0 ? "answers" : `errors: ${errors.sort().join(", ")}`;
}

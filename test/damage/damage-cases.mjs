// node damage-cases.mjs ARTIFACTS CASES.json: damages the live generation of a folder in one way after the other. Each
// time, it opens, verifies and queries the generation, then repairs it. Prints the number of each case before it
// starts. Finally prints as JSON: number of cases by outcome, number of server responses by status, the first responses
// whose content does not match their status, the slowest case in milliseconds and the process's peak memory in bytes.
import { createHash } from "node:crypto";
import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { createCatalog } from "#src/catalog/catalog.js";
import { openGeneration, readCurrent } from "#src/catalog/generation/generation.js";
import { verifyGeneration } from "#src/catalog/verify.js";
import { BLOBS } from "#src/format/artifact-files.js";
import { decodeManifest, encodeManifest, generationName, MANIFEST_FILE } from "#src/format/manifest.js";
import { createServer } from "#src/http/server/server.js";
import { toImageRequest } from "#src/images/image-options.js";
import { createImageService } from "#src/images/image-service.js";
import { RenderError } from "#src/images/render-errors.js";
import { collectGarbage } from "#src/platform/collect-garbage.js";
import { peakMemory } from "../support/peak-memory.mjs";
import { askEverything } from "./ask-everything.mjs";
import { askServer } from "./ask-server.mjs";

/** Every case maps all files; garbage collection releases the mappings. */
const COLLECT_EVERY = 100;
/** Maximum number of reported faults. */
const MOST_FAULTS = 20;

const [artifacts, casesFile] = process.argv.slice(2);
const whole = readCurrent(artifacts);
const folder = join(artifacts, whole);
const manifestBytes = readFileSync(join(folder, MANIFEST_FILE));
for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o644);

const cases = JSON.parse(readFileSync(casesFile, "utf8"));
/** Blobs with an item per icon. */
const RECORD_BLOBS = Object.keys(BLOBS).filter((name) => name !== "sets");
/** The icon to request for each location of damage; determined before anything is damaged. */
const targets = findTargets();
/** The catalog of the server. */
let served;
const server = await createServer({ catalog: () => served, anonymous: "pro", iconify: { search: "strict" } });
await server.listen({ host: "127.0.0.1", port: 0 });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const images = createImageService(1);
let drawn = 0;

const outcomes = {};
const statuses = {};
const faults = [];
let slowestMs = 0;
for (const [number, damage] of cases.entries()) {
  writeSync(1, `${number}\n`);
  const start = performance.now();
  const outcome = await meet(damage);
  slowestMs = Math.max(slowestMs, performance.now() - start);
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  if (number % COLLECT_EVERY === 0) await collectGarbage();
}
agent.destroy();
await server.close();
await images.close();
const peakBytes = peakMemory();
const told = faults.slice(0, MOST_FAULTS);
writeSync(1, `${JSON.stringify({ outcomes, statuses, faults: told, faulty: faults.length, slowestMs, peakBytes })}\n`);

/** @returns the outcome */
async function meet(damage) {
  const { file, at, bit, vouched } = damage;
  const path = join(folder, file);
  const bytes = readFileSync(path);
  if (bit === undefined) truncateSync(path, at);
  else writeFileSync(path, flipped(bytes, at, bit));
  const name = vouched ? vouchFor(file) : whole;
  if (name !== whole) renameSync(folder, join(artifacts, name));
  try {
    return await use(name, damage);
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

/** Changes the manifest to match the damaged file. @returns the new name of the generation */
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

/** The icon that a byte offset of a file belongs to, if it can be determined. */
function findTargets() {
  const generation = openGeneration(artifacts, whole);
  const catalog = createCatalog(generation);
  const icons = catalog.size;
  const ordinalAt = (file, at) => {
    const blob = RECORD_BLOBS.find((name) => file.startsWith(`${name}-0`));
    if (blob === undefined) return Math.min(icons - 1, Math.floor((at / statSync(join(folder, file)).size) * icons));
    const { locator } = generation.blob(blob);
    let ordinal = 0;
    while (ordinal < icons - 1 && locator.place(ordinal).end <= at) ordinal++;
    return ordinal;
  };
  return new Map(
    cases.map(({ file, at }) => {
      const ordinal = ordinalAt(file, at);
      const { id, name } = catalog.record(ordinal);
      return [`${file}:${at}`, { ordinal, icons, id, name: name.slice(0, 100) }];
    }),
  );
}

async function use(name, { file, at, vouched, served: isServed }) {
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
  const errors = Object.keys(await askEverything(catalog, draw));
  if (isServed) await askServed(catalog, file, at);
  return errors.length === 0 ? "valid results" : `errors: ${errors.sort().join(", ")}`;
}

/**
 * Renders in one process for all cases, and skips images of earlier cases. The renderer may reject bytes that are no
 * longer an image; any other error is a fault.
 */
async function draw(item) {
  const image = images.request(String(drawn++), item, toImageRequest({ size: 64 }));
  try {
    await image.bytes();
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
  }
}

async function askServed(catalog, file, at) {
  served = catalog;
  const asked = await askServer(server.server.address().port, agent, targets.get(`${file}:${at}`));
  for (const [status, responses] of Object.entries(asked.statuses))
    statuses[status] = (statuses[status] ?? 0) + responses;
  faults.push(...asked.faults.map((fault) => `${file}, byte ${at}: ${fault}`));
}

// Icons similar to an icon, as by default, among a million: node bench/likely-looks.mjs [--icons 1M] [--queries 100]
// [--catalog ARTIFACTS]
//
// Descriptors are those of `bench/similar-shapes.mjs`, half of the palettes are black, the others have up to five random
// colors. Times of single searches by likely look, the fastest of three, and processor time beside that of far searches
// by hash in a table of the same size, alternating. CATALOG is a real one: which share of the ten nearest looks is found.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { runToEnd } from "../dist/src/catalog/execution/cooperative-task.js";
import { openGeneration, readCurrent } from "../dist/src/catalog/generation/generation.js";
import { nearestHashes } from "../dist/src/catalog/similar/nearest-hashes.js";
import { nearestByLikelyLook, nearestByLook } from "../dist/src/catalog/similar/nearest-shapes.js";
import { createPaletteComparer } from "../dist/src/catalog/similar/palette-comparison.js";
import { lookDistance } from "../dist/src/catalog/similar/shape-distance.js";
import { joinPieces } from "../dist/src/format/container.js";
import { createHashTableBuilder, decodeHashTable } from "../dist/src/format/hash-table.js";
import { packPalette } from "../dist/src/format/pack-palette.js";
import { decodePaletteTable, encodePaletteTable, PALETTE_BYTES } from "../dist/src/format/palette-table.js";
import { mapFile } from "../dist/src/platform/map-file.js";
import { createRandom } from "./tools/random.mjs";
import { saveResult } from "./tools/results.mjs";
import { createShapeFiles, openShapeFiles, realShapes } from "./tools/shape-files.mjs";
import { median, spread } from "./tools/statistics.mjs";
import { duration, figure, parseCounts, printTable } from "./tools/table.mjs";
import { workPath } from "./tools/work-folder.mjs";

const LIMIT = 10;
const ROUNDS = 9;

const options = parseArgs({
  options: {
    icons: { type: "string", default: "1M" },
    queries: { type: "string", default: "100" },
    catalog: { type: "string" },
  },
}).values;
const [icons] = parseCounts(options.icons);
const queries = Number(options.queries);
const random = createRandom(17);

const shapes = await openShapes();
const palettes = decodePaletteTable(encodePaletteTable(Array.from({ length: icons }, drawPalette)), "palettes.bin");
const hashes = randomHashes();
const compareWith = createPaletteComparer(palettes);
const chosen = Array.from({ length: queries }, () => Math.floor(random() * icons));
const words = chosen.map(() => [drawWord(), drawWord()]);

const byLook = () => chosen.map((except) => looks(nearestByLikelyLook, { shapes, compareWith, except }));
const byHash = () => words.map(([low, high]) => nearestHashes(hashes, [{ low, high }], LIMIT));
// Warms both up.
byLook();
byHash();
const times = chosen.map((except) =>
  Math.min(...[0, 1, 2].map(() => timeOf(() => looks(nearestByLikelyLook, { shapes, compareWith, except })))),
);
const ratios = Array.from({ length: ROUNDS }, () => processorTime(byLook) / processorTime(byHash));
const found = options.catalog === undefined ? undefined : shareFound(options.catalog);
const { p50, p99 } = spread(times);
printTable(
  ["icons", "p50", "p99", "processor time / by hash, far", "of the ten nearest looks"],
  [[icons, duration(p50), duration(p99), figure(median(ratios)), found === undefined ? "–" : figure(found)]],
);
saveResult("likely-looks", { icons, p50, p99, timesHash: median(ratios), found });

function looks(nearest, { shapes, compareWith, except }) {
  const query = shapes.get(except);
  return runToEnd(nearest({ shapes, query, limit: LIMIT, except, comparison: compareWith(except) }));
}

function shareFound(artifacts) {
  const { shapes, palettes } = openGeneration(artifacts, readCurrent(artifacts));
  const compareWith = createPaletteComparer(palettes);
  const distanceOf = ({ shapeDistance, colorDistance }) => lookDistance(shapeDistance, colorDistance);
  const shares = [];
  while (shares.length < queries) {
    const except = Math.floor(random() * shapes.count);
    if (shapes.get(except) === undefined || palettes.size(except) === 0) continue;
    const exact = looks(nearestByLook, { shapes, compareWith, except });
    const likely = looks(nearestByLikelyLook, { shapes, compareWith, except });
    const last = distanceOf(exact.at(-1));
    shares.push(likely.filter((match) => distanceOf(match) <= last).length / exact.length);
  }
  return shares.reduce((sum, share) => sum + share) / shares.length;
}

async function openShapes() {
  const folder = dirname(workPath("shapes", String(icons), "shapes.bin"));
  if (!existsSync(`${folder}/shape-clusters.bin`))
    await createShapeFiles(icons, (await realShapes()).sources, folder, queries);
  return openShapeFiles(folder, mapFile);
}

function drawPalette() {
  const palette = new Uint8Array(PALETTE_BYTES);
  const size = random() < 0.5 ? 0 : 1 + Math.floor(random() * 5);
  const colors = Array.from({ length: size }, () => ({ hex: drawColor(), share: 1 / size }));
  packPalette(size === 0 ? [{ hex: "#000000", share: 1 }] : colors, palette);
  return palette;
}

function drawColor() {
  return `#${Math.floor(random() * 2 ** 24)
    .toString(16)
    .padStart(6, "0")}`;
}

function drawWord() {
  return Math.floor(random() * 2 ** 32) | 0;
}

function randomHashes() {
  const builder = createHashTableBuilder();
  for (let icon = 0; icon < icons; icon++) builder.add((BigInt(drawWord() >>> 0) << 32n) | BigInt(drawWord() >>> 0));
  const file = workPath("hashes", `random-${icons}.bin`);
  writeFileSync(file, joinPieces(builder.encode()));
  return decodeHashTable(new Uint8Array(readFileSync(file)), file);
}

function timeOf(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function processorTime(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

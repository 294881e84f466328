// Analysis of an image: node bench/image.mjs [--pictures 150] [--rounds 10]
//
// All measurements of an image in a build (hash, shape descriptor, palette, labels, style) and the image to store,
// compared with sharp only rendering a drawing once into a square of 128 pixels, or only decoding a PNG file. Each runs
// in a process of its own, so that it pays for its own garbage collections, with the environment and flags of processes
// that analyze images in a build. They take turns at each image. Reports the CPU time of all threads of a process. For
// comparison, also what sharp takes without placing the drawing in a square.
import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { COLLECTOR_FLAGS } from "../dist/build/analysis/analysis-pool.js";
import { analyzeImage } from "../dist/build/analysis/analyze.js";
import { measuredPixels } from "../dist/build/image/render/measured-pixels.js";
import { storeImage } from "../dist/build/image/render/store-image.js";
import { createImageSource } from "../dist/build/image/source/image-source.js";
import { ALLOCATOR_ENVIRONMENT } from "../dist/src/platform/resource-limits.js";
import { describeShape } from "../dist/src/shape/shape-descriptor.js";
import { saveResult } from "./tools/results.mjs";
import { median } from "./tools/statistics.mjs";
import { duration, figure, printTable } from "./tools/table.mjs";

const DATA = fileURLToPath(new URL("../data", import.meta.url));
const RENDERED_SIDE = 128;
const RASTER_SIDE = 512;
const PADDING = 0.17;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const SVG_DENSITY = 72;
/** Rounds before code is compiled. */
const WARM_UP = 5;
const WORKS = {
  analysis: ({ picture, options }) => analyzeImage(picture, options),
  rendering: ({ picture, density }) =>
    density === undefined ? pixelsOf(sharp(picture.bytes)) : pixelsOf(containIn(picture.bytes, density, RENDERED_SIDE)),
  unplaced: ({ picture, density }) => pixelsOf(sharp(picture.bytes, density === undefined ? {} : { density })),
  descriptor: ({ square }) => describeShape(square, square.runs),
};

const { pictures, rounds } = parseArgs({
  options: { pictures: { type: "string", default: "150" }, rounds: { type: "string", default: "10" } },
}).values;

if (process.send === undefined) await compare();
else await work();

/** Starts a process for each work and lets them take turns. */
async function compare() {
  const workers = Object.keys(WORKS).map((name) => {
    const env = { ...process.env, ...ALLOCATOR_ENVIRONMENT, IMAGE_WORK: name };
    return fork(fileURLToPath(import.meta.url), ["--pictures", pictures], { execArgv: [...COLLECTOR_FLAGS], env });
  });
  const kinds = (await Promise.all(workers.map((worker) => once(worker, "message"))))[0][0];
  const results = [];
  for (const [kind, number] of Object.entries(kinds)) {
    const totals = [];
    for (let round = 0; round < WARM_UP + Number(rounds); round++) {
      const spent = workers.map(() => 0);
      for (let at = 0; at < number; at++) {
        for (const [side, worker] of workers.entries()) {
          worker.send({ kind, at });
          const [ms] = await once(worker, "message");
          spent[side] += ms;
        }
      }
      if (round >= WARM_UP) totals.push(spent);
    }
    const mean = (side) => median(totals.map((spent) => spent[side] / number));
    const ratio = (side) => median(totals.map((spent) => spent[0] / spent[side]));
    results.push({
      kind,
      pictures: number,
      analysisMs: mean(0),
      renderingMs: mean(1),
      ofRendering: ratio(1),
      ofUnplaced: ratio(2),
      descriptorMs: mean(3),
    });
  }
  for (const worker of workers) worker.disconnect();
  console.log("\nper image, mean CPU time");
  printTable(
    ["images", "number", "analysis", "its descriptor", "rendering alone", "analysis / rendering", "/ not placed"],
    results.map(({ kind, pictures: number, analysisMs, descriptorMs, renderingMs, ofRendering, ofUnplaced }) => [
      kind,
      number,
      duration(analysisMs),
      duration(descriptorMs),
      duration(renderingMs),
      figure(ofRendering),
      figure(ofUnplaced),
    ]),
  );
  saveResult("image", { rounds: Number(rounds), results });
}

/** Does one work on one image for each message, and sends back its CPU time in milliseconds. */
async function work() {
  sharp.concurrency(1);
  sharp.cache(false);
  const one = WORKS[process.env.IMAGE_WORK];
  const subjects = await groups(Number(pictures));
  process.on("message", async ({ kind, at }) => {
    const before = process.cpuUsage();
    await one(subjects[kind][at]);
    const { user, system } = process.cpuUsage(before);
    process.send((user + system) / 1000);
  });
  process.send(Object.fromEntries(Object.entries(subjects).map(([kind, { length }]) => [kind, length])));
}

/** Shipped images as drawings, on a background, and as PNG files. */
async function groups(count) {
  const source = createImageSource(DATA);
  const records = readdirSync(`${DATA}/icons`)
    .flatMap((name) => JSON.parse(readFileSync(`${DATA}/icons/${name}`, "utf8")))
    .filter(({ image }) => image !== undefined);
  const step = Math.max(1, Math.floor(records.length / count));
  const chosen = records.filter((_, at) => at % step === 0).slice(0, count);
  const svg = [];
  const raster = [];
  for (const { image } of chosen) {
    const picture = await source.read(image);
    if (picture.kind !== "svg") continue;
    const density = await densityOf(picture.bytes, RASTER_SIDE);
    svg.push(picture);
    raster.push({
      kind: "raster",
      bytes: await containIn(picture.bytes, density, RASTER_SIDE).png().toBuffer(),
    });
  }
  const plain = { padding: PADDING };
  return {
    SVG: await Promise.all(svg.map((picture) => subjectOf(picture, plain))),
    "SVG on a background": await Promise.all(
      svg.map((picture) => subjectOf(picture, { ...plain, background: "#ffffff" })),
    ),
    [`PNG, ${RASTER_SIDE} pixels`]: await Promise.all(
      raster.map(async (picture) => ({ picture, options: plain, square: await squareOf(picture, plain) })),
    ),
  };
}

async function subjectOf(picture, options) {
  const density = await densityOf(picture.bytes, RENDERED_SIDE);
  return { picture, options, density, square: await squareOf(picture, options) };
}

/** The pixels that an analysis describes, only for the work that needs them, since retained memory makes collections more frequent. */
async function squareOf(picture, options) {
  if (process.env.IMAGE_WORK !== "descriptor") return undefined;
  return (await measuredPixels(await storeImage(picture, options))).square;
}

/** Computed in advance, so that it does not count as rendering time. */
async function densityOf(bytes, side) {
  const { width = side, height = side } = await sharp(bytes, { density: SVG_DENSITY }).metadata();
  return Math.min(7200, Math.max(1, (SVG_DENSITY * side) / Math.max(width, height)));
}

function containIn(bytes, density, side) {
  return sharp(bytes, { density }).resize(side, side, { fit: "contain", background: CLEAR });
}

function pixelsOf(image) {
  return image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}

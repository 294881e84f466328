// Analysis of an image: node bench/image.mjs [--pictures 150] [--rounds 3]
//
// All measurements of an image in a build (hash, shape descriptor, palette, labels, style) and the image to store,
// compared with sharp only rendering a drawing once at 128 pixels, or only decoding a PNG file. In a process with the
// environment and flags of those that analyze images in a build. Reports the CPU time of all threads; both sides
// alternate for each image.
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
import { runChild } from "./tools/children.mjs";
import { saveResult } from "./tools/results.mjs";
import { median } from "./tools/statistics.mjs";
import { duration, figure, printTable } from "./tools/table.mjs";

const DATA = fileURLToPath(new URL("../data", import.meta.url));
const RENDERED_SIDE = 128;
const RASTER_SIDE = 512;
const PADDING = 0.17;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const SVG_DENSITY = 72;

const { pictures, rounds } = parseArgs({
  options: { pictures: { type: "string", default: "150" }, rounds: { type: "string", default: "3" } },
}).values;

if (process.env.IMAGE_BENCH === undefined) {
  const env = { ...process.env, ...ALLOCATOR_ENVIRONMENT, IMAGE_BENCH: "1" };
  const args = [...COLLECTOR_FLAGS, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  console.log(await runChild(process.execPath, args, { env }));
} else {
  await measureAll();
}

async function measureAll() {
  sharp.concurrency(1);
  sharp.cache(false);
  const subjects = await groups(Number(pictures));
  const results = [];
  for (const [kind, some] of Object.entries(subjects)) results.push(await measure(kind, some));
  const descriptorMs = await measureDescriptor(subjects.SVG);
  console.log("\nper image, mean CPU time");
  printTable(
    ["images", "number", "analysis", "rendering alone", "analysis / rendering"],
    results.map(({ kind, pictures: number, analysisMs, renderingMs, ofRendering }) => [
      kind,
      number,
      duration(analysisMs),
      duration(renderingMs),
      figure(ofRendering),
    ]),
  );
  console.log(`\nof which the shape descriptor: ${duration(descriptorMs)}`);
  saveResult("image", { rounds: Number(rounds), descriptorMs, results });
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
    const png = await sharp(picture.bytes, { density })
      .resize(RASTER_SIDE, RASTER_SIDE, { fit: "contain", background: CLEAR })
      .png();
    svg.push(picture);
    raster.push({ kind: "raster", bytes: await png.toBuffer() });
  }
  const plain = { padding: PADDING };
  return {
    SVG: await Promise.all(svg.map((picture) => subjectOf(picture, plain))),
    "SVG on a background": await Promise.all(
      svg.map((picture) => subjectOf(picture, { ...plain, background: "#ffffff" })),
    ),
    [`PNG, ${RASTER_SIDE} pixels`]: raster.map((picture) => ({ picture, options: plain })),
  };
}

async function subjectOf(picture, options) {
  return { picture, options, density: await densityOf(picture.bytes, RENDERED_SIDE) };
}

/** Computed in advance, so that it does not count as rendering time. */
async function densityOf(bytes, side) {
  const { width = side, height = side } = await sharp(bytes, { density: SVG_DENSITY }).metadata();
  return Math.min(7200, Math.max(1, (SVG_DENSITY * side) / Math.max(width, height)));
}

async function measure(kind, subjects) {
  const works = [({ picture, options }) => analyzeImage(picture, options), render];
  const totals = [];
  for (let round = 0; round <= Number(rounds); round++) {
    const spent = works.map(() => 0);
    for (const subject of subjects) {
      for (const [at, work] of works.entries()) {
        const before = process.cpuUsage();
        await work(subject);
        const { user, system } = process.cpuUsage(before);
        spent[at] += (user + system) / 1000;
      }
    }
    // The first round is a warm-up.
    if (round > 0) totals.push(spent);
  }
  const mean = (at) => median(totals.map((spent) => spent[at] / subjects.length));
  return {
    kind,
    pictures: subjects.length,
    analysisMs: mean(0),
    renderingMs: mean(1),
    ofRendering: median(totals.map(([analysis, rendering]) => analysis / rendering)),
  };
}

/** Mean CPU time of the shape descriptor alone, of the pixels that an analysis renders. */
async function measureDescriptor(subjects) {
  const squares = [];
  for (const { picture, options } of subjects)
    squares.push((await measuredPixels(await storeImage(picture, options))).square);
  const spent = Array.from({ length: Number(rounds) + 1 }, () => {
    const before = process.cpuUsage();
    for (const square of squares) describeShape(square, square.runs);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / squares.length;
  });
  return median(spent.slice(1));
}

/** Renders a drawing at 128 pixels or decodes a raster file at its own size. */
async function render({ picture, density }) {
  return sharp(picture.bytes, density === undefined ? {} : { density })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
}

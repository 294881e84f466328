// Analysis of an image: node bench/image.mjs [--pictures 150] [--rounds 3]
//
// Everything that the build measures in an image (hash, palette, labels, style) and the 128-pixel WebP, with and
// without the large one, compared with sharp only decoding and rendering the same image once. One thread; all variants
// run for each image in turn.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { analyzeImage } from "../dist/build/analysis/analyze.js";
import { createImageSource } from "../dist/build/image/source/image-source.js";
import { saveResult } from "./tools/results.mjs";
import { median } from "./tools/statistics.mjs";
import { duration, figure, printTable } from "./tools/table.mjs";

const DATA = fileURLToPath(new URL("../data", import.meta.url));
const HASHED_SIDE = 256;
const SERVED_SIDE = 128;
const RASTER_SIDE = 512;
const PADDING = 0.17;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const SVG_DENSITY = 72;

const { pictures, rounds } = parseArgs({
  options: { pictures: { type: "string", default: "150" }, rounds: { type: "string", default: "3" } },
}).values;

sharp.concurrency(1);
sharp.cache(false);

const results = [];
for (const [kind, subjects] of Object.entries(await groups(Number(pictures))))
  results.push(await measure(kind, subjects));
console.log("\na image, mean");
printTable(
  [
    "images",
    "number",
    "analysis",
    "with large WebP",
    "rendering alone",
    "rendering and WebP",
    "analysis / rendering",
    "analysis / with WebP",
  ],
  results.map(
    ({
      kind,
      pictures: number,
      analysisMs,
      withLargeMs,
      renderingMs,
      renderingAndWebpMs,
      ofRendering,
      ofRenderingAndWebp,
    }) => [
      kind,
      number,
      duration(analysisMs),
      duration(withLargeMs),
      duration(renderingMs),
      duration(renderingAndWebpMs),
      figure(ofRendering),
      figure(ofRenderingAndWebp),
    ],
  ),
);
saveResult("image", { rounds: Number(rounds), results });

/** Shipped images as drawn, on a background, and as PNG files. */
async function groups(count) {
  const source = createImageSource(DATA);
  const records = readdirSync(`${DATA}/icons`)
    .flatMap((name) => JSON.parse(readFileSync(`${DATA}/icons/${name}`, "utf8")))
    .filter(({ image }) => image !== undefined);
  const step = Math.max(1, Math.floor(records.length / count));
  const chosen = records.filter((_, at) => at % step === 0).slice(0, count);
  const svg = [];
  const raster = [];
  for (const { image, tint } of chosen) {
    const picture = await source.read(image, tint);
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
    SVG: await Promise.all(svg.map((picture) => subjectOf(picture, plain, HASHED_SIDE))),
    "SVG on a background": await Promise.all(
      svg.map((picture) =>
        subjectOf(picture, { ...plain, background: "#ffffff" }, Math.round(HASHED_SIDE * (1 - 2 * PADDING))),
      ),
    ),
    [`PNG, ${RASTER_SIDE} pixels`]: raster.map((picture) => ({ picture, options: plain })),
  };
}

async function subjectOf(picture, options, side) {
  return { picture, options, side, density: await densityOf(picture.bytes, side) };
}

/** Computed beforehand, so that it is not part of the rendering time. */
async function densityOf(bytes, side) {
  const { width = side, height = side } = await sharp(bytes, { density: SVG_DENSITY }).metadata();
  return Math.min(7200, Math.max(1, (SVG_DENSITY * side) / Math.max(width, height)));
}

async function measure(kind, subjects) {
  const works = [
    ({ picture, options }) => analyzeImage(picture, { ...options, images: "small" }),
    render,
    async (subject) => {
      const { data, info } = await render(subject);
      await sharp(data, { raw: info })
        .resize(SERVED_SIDE, SERVED_SIDE, { fit: "contain", background: CLEAR })
        .webp({ quality: 88, alphaQuality: 100, effort: 4 })
        .toBuffer();
    },
    ({ picture, options }) => analyzeImage(picture, options),
  ];
  const totals = [];
  for (let round = 0; round <= Number(rounds); round++) {
    const spent = works.map(() => 0);
    for (const subject of subjects) {
      for (const [at, work] of works.entries()) {
        const start = performance.now();
        await work(subject);
        spent[at] += performance.now() - start;
      }
    }
    // The first round warms up.
    if (round > 0) totals.push(spent);
  }
  const mean = (at) => median(totals.map((spent) => spent[at] / subjects.length));
  const ratio = (at) => median(totals.map((spent) => spent[0] / spent[at]));
  return {
    kind,
    pictures: subjects.length,
    analysisMs: mean(0),
    renderingMs: mean(1),
    renderingAndWebpMs: mean(2),
    withLargeMs: mean(3),
    ofRendering: ratio(1),
    ofRenderingAndWebp: ratio(2),
  };
}

/** The pixels for all measurements. */
async function render({ picture, side, density }) {
  const decoder =
    side === undefined
      ? sharp(picture.bytes)
      : sharp(picture.bytes, { density }).resize(side, side, { fit: "contain", background: CLEAR });
  return decoder.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}

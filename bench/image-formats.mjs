// WebP or AVIF: node bench/image-formats.mjs [--pictures 16]
//
// Served images of 128 and 512 pixels, encoded like on the server, and as lossy WebP and AVIF in several qualities. At
// equal quality (SSIM as in tools/ssim.mjs), the smallest file of each format that is no worse counts; lossless files
// always qualify. Times are for one core, as on the server.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { storeImage } from "../dist/build/image/render/store-image.js";
import { createImageSource } from "../dist/build/image/source/image-source.js";
import { encodeImage } from "../dist/src/images/encode-image.js";
import { toImageRequest } from "../dist/src/images/image-options.js";
import { rasterize } from "../dist/src/images/rasterize.js";
import { saveResult } from "./tools/results.mjs";
import { ssim } from "./tools/ssim.mjs";
import { duration, figure, printTable } from "./tools/table.mjs";

const DATA = fileURLToPath(new URL("../data", import.meta.url));
const PADDING = 0.17;
const TARGETS = [0.98, 0.99, 0.995];
const LOSSY_WEBP = [50, 65, 75, 80, 88, 95].map((quality) => ({
  name: `WebP ${quality}`,
  webp: { quality, effort: 2 },
}));
const AVIF = [30, 45, 60, 70, 80, 90].map((quality) => ({ name: `AVIF ${quality}`, avif: { quality, effort: 2 } }));
const LOSSLESS = [
  { name: "WebP lossless", webp: { lossless: true, quality: 1, effort: 1 } },
  { name: "AVIF lossless", avif: { lossless: true, effort: 2 } },
];

const { pictures } = parseArgs({ options: { pictures: { type: "string", default: "16" } } }).values;
sharp.concurrency(1);
sharp.cache(false);

const results = [];
for (const [kind, subjects] of Object.entries(await groups(Number(pictures)))) {
  for (const size of [128, 512])
    results.push({ kind, size, ...(await measure(subjects.map((subject) => subject[size]))) });
}
for (const { kind, size, encodings, atQuality } of results) {
  console.log(`\n${kind}, ${size} pixels: mean per image`);
  printTable(
    ["encoding", "bytes", "processor time", "SSIM"],
    encodings.map(({ name, bytes, ms, similarity }) => [name, figure(bytes), duration(ms), similarity.toFixed(4)]),
  );
  printTable(
    ["minimum SSIM", "WebP", "AVIF", "AVIF / WebP", "WebP takes", "AVIF takes"],
    atQuality.map(({ target, webp, avif }) => [
      target,
      figure(webp.bytes),
      figure(avif.bytes),
      figure(avif.bytes / webp.bytes),
      duration(webp.ms),
      duration(avif.ms),
    ]),
  );
}
saveResult("image-formats", { results });

/** Shipped icons, drawings with gradients that are not shipped, and images similar to photographs. */
async function groups(count) {
  const source = createImageSource(DATA);
  const records = readdirSync(`${DATA}/icons`).flatMap((name) =>
    JSON.parse(readFileSync(`${DATA}/icons/${name}`, "utf8")),
  );
  const shipped = new Set(records.map(({ image }) => image));
  const { icons } = createRequire(import.meta.url)("@iconify-json/logos/icons.json");
  const gradients = Object.keys(icons)
    .filter((name) => icons[name].body.includes("Gradient") && !shipped.has(`iconify:logos/${name}`))
    .map((name) => ({ image: `iconify:logos/${name}` }));
  const render = async ({ image, tint, background }) => {
    const { stored } = await storeImage(await source.read(image), { tint, background, padding: PADDING });
    const draw = (size) => rasterize(stored, toImageRequest({ size }));
    return { 128: await draw(128), 512: await draw(512) };
  };
  return {
    "shipped icons": await Promise.all(spread(records, count).map(render)),
    "drawings with gradients": await Promise.all(spread(gradients, count).map(render)),
    "grainy blends": await Promise.all(Array.from({ length: count }, (_, at) => grainy(at))),
  };
}

function spread(items, count) {
  const step = Math.max(1, Math.floor(items.length / count));
  return items.filter((_, at) => at % step === 0).slice(0, count);
}

/** Gradients of six colors with noise, similar to a photograph. */
async function grainy(seed) {
  const side = 512;
  const colors = Buffer.from(Array.from({ length: 18 }, (_, at) => ((seed * 31 + at * 97) * 2_654_435_761) >>> 24));
  const grain = await sharp({
    create: { width: side, height: side, channels: 3, noise: { type: "gaussian", mean: 128, sigma: 12 } },
  })
    .png()
    .toBuffer();
  const blended = await sharp(colors, { raw: { width: 3, height: 2, channels: 3 } })
    .resize(side, side, { fit: "fill", kernel: "cubic" })
    .composite([{ input: grain, blend: "soft-light" }])
    .png()
    .toBuffer();
  const plain = { tint: undefined, background: undefined, padding: 0 };
  const { stored, raster } = await storeImage({ kind: "raster", bytes: blended }, plain);
  return { 128: await rasterize(stored, toImageRequest({ size: 128 })), 512: raster.pixels };
}

async function measure(subjects) {
  const tried = [];
  for (const pixels of subjects) {
    const asServed = await attempt(pixels, "as served", () => encodeImage(pixels, "webp"));
    const others = [];
    for (const { name, webp, avif } of [...LOSSLESS, ...LOSSY_WEBP, ...AVIF]) {
      const image = () => sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 4 } });
      others.push(await attempt(pixels, name, () => (webp ? image().webp(webp) : image().avif(avif)).toBuffer()));
    }
    tried.push([asServed, ...others]);
  }
  return {
    pictures: subjects.length,
    encodings: tried[0].map(({ name }, at) => ({ name, ...means(tried.map((attempts) => attempts[at])) })),
    atQuality: TARGETS.map((target) => ({
      target,
      webp: means(tried.map((attempts) => smallest(attempts, "WebP", target))),
      avif: means(tried.map((attempts) => smallest(attempts, "AVIF", target))),
    })),
  };
}

async function attempt(pixels, name, encode) {
  const before = process.cpuUsage();
  const file = await encode();
  const { user, system } = process.cpuUsage(before);
  const decoded = await sharp(file).ensureAlpha().raw().toBuffer();
  const similarity = ssim(pixels.data, decoded, pixels.width, pixels.height);
  return { name, bytes: file.length, ms: (user + system) / 1000, similarity };
}

/** The smallest file of a format with at least the target quality, else the one with the best quality. */
function smallest(attempts, format, target) {
  const own = attempts.filter(({ name }) => name.startsWith(format));
  const good = own.filter(({ similarity }) => similarity >= target);
  if (good.length === 0) return own.reduce((best, next) => (next.similarity > best.similarity ? next : best));
  return good.reduce((best, next) => (next.bytes < best.bytes ? next : best));
}

function means(attempts) {
  const mean = (key) => attempts.reduce((sum, each) => sum + each[key], 0) / attempts.length;
  return { bytes: mean("bytes"), ms: mean("ms"), similarity: mean("similarity") };
}

// Blind judgments of similar icons.
//   node bench/judging-sheets.mjs --out FOLDER --key FILE [--icons 40] [--seed 21] [--artifacts FOLDER]
//     [--except KEY]
//   node bench/judging-sheets.mjs --judgments FILE --key FILE
//     (several judges: --judgments FILE for each)
//
// The first form draws contact sheets: for each of 40 shipped icons a row for each order, with the icon and its first
// four similar icons, numbered. Rows are lettered in random order, without names of icons and orders, which only the
// key has. Icons are drawn by the seed from the held-out half of `test/judged/halves.mjs`, except those of
// `similar-pairs.json`, to which scores were fitted, and of earlier keys (--except, repeatable).
//
// The second form reads judgments, by query and row, a grade from 0 to 9 for each of the four icons: the answers to the
// two questions in `test/judged/README.md`.
//   { "1": { "A": { "alike": "7302", "shape": "5100" }, … }, … }
// and prints the share of icons by each order that look alike and that share the shape: whose mean grade by the judges
// is at least that from which the reference order has the share that an earlier judge gave it. Otherwise, the shares
// would say how strict judges are. The key stays with whoever drew the sheets until then.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { openCatalog } from "../dist/src/index.js";
import { HALVES, halfOf } from "../test/judged/halves.mjs";
import { gradientHistogram, histogramGallery } from "./peers/hog.mjs";
import { drawingsOf, pngOf, SHIPPED_DATA } from "./tools/drawings.mjs";
import { createRandom, sample } from "./tools/random.mjs";
import { saveResult } from "./tools/results.mjs";
import { printTable } from "./tools/table.mjs";
import { shippedArtifacts } from "./tools/work-folder.mjs";

const ORDERS = ["look", "color", "blend", "phash"];
const HISTOGRAM = "HOG-512";
/** For each question, the best single order, and its share of icons by an earlier judge, who said yes or no. */
const REFERENCES = {
  alike: { order: "color", share: 0.81 },
  shape: { order: HISTOGRAM, share: 0.59 },
};
const SHOWN = 4;
/** Queries of a sheet, side by side: more would not be legible where viewers reduce large images. */
const ON_SHEET = 2;

/** In pixels. */
const TILE = 128;
const GAP = 10;
const LETTER = 30;
const HEAD = 36;
const BLOCK = { width: LETTER + (SHOWN + 1) * (TILE + GAP) + 2 * GAP, height: HEAD + 5 * (TILE + GAP) + 2 * GAP };
/** Icons in the report's sheet, and how many side by side; sizes there, in pixels. */
const REPORTED = 24;
const REPORTED_BESIDE = 4;
const SMALL = { tile: 44, gap: 6, label: 74, head: 10 };
const REPORT_SHEET = new URL("results/plots/judging-sheet.webp", import.meta.url);

/** Tiles of icons with a mean luma from here are dark, since they would vanish on white. */
const LIGHT = 225;
const DARK = "#333333";

const { values: flags } = parseArgs({
  options: {
    out: { type: "string" },
    key: { type: "string" },
    judgments: { type: "string", multiple: true },
    icons: { type: "string", default: "40" },
    seed: { type: "string", default: "21" },
    artifacts: { type: "string" },
    except: { type: "string", multiple: true, default: [] },
  },
});
if (flags.key === undefined || (flags.out === undefined) === (flags.judgments === undefined))
  throw new Error("give --key FILE, and --out FOLDER to draw sheets or --judgments FILE to score them");
if (flags.judgments === undefined) await drawSheets();
else {
  scoreJudgments();
  await drawReportSheet();
}

async function drawSheets() {
  const catalog = openCatalog(flags.artifacts ?? (await shippedArtifacts()));
  const drawings = await drawingsOf(SHIPPED_DATA);
  const random = createRandom(Number(flags.seed));
  const queries = drawQueries([...drawings.keys()], random);
  const orders = await openOrders(catalog, drawings);
  const key = queries.map((id, at) => {
    const rows = sample(Object.keys(orders), Object.keys(orders).length, random).map((order, row) => [
      "ABCDE"[row],
      { order, icons: orders[order](id) },
    ]);
    return { query: at + 1, id, rows: Object.fromEntries(rows) };
  });
  mkdirSync(flags.out, { recursive: true });
  const tiles = new Map();
  const tileOf = async (id) => {
    if (!tiles.has(id)) tiles.set(id, await drawTile(drawings.get(id)));
    return tiles.get(id);
  };
  let sheets = 0;
  for (let from = 0; from < key.length; from += ON_SHEET) {
    const name = `sheet-${String(++sheets).padStart(2, "0")}.png`;
    await sharp(await drawSheet(key.slice(from, from + ON_SHEET), tileOf)).toFile(join(flags.out, name));
  }
  writeFileSync(flags.key, `${JSON.stringify({ seed: Number(flags.seed), queries: key }, null, 2)}\n`);
  console.log(`${sheets} sheets in ${flags.out}, the key in ${flags.key}`);
}

/** Icons that no rule was tuned with and no score was fitted to. */
function drawQueries(ids, random) {
  const pairs = JSON.parse(readFileSync(new URL("../test/judged/similar-pairs.json", import.meta.url), "utf8"));
  const earlier = flags.except.flatMap((file) => JSON.parse(readFileSync(file, "utf8")).queries);
  const judged = new Set([...pairs.flat(), ...earlier.map(({ id }) => id)]);
  const unseen = ids.filter((id) => halfOf(id) === HALVES[1] && !judged.has(id));
  return sample(unseen.sort(), Number(flags.icons), random);
}

/** The first similar icons of an id, by order. */
async function openOrders(catalog, drawings) {
  const histograms = new Map();
  for (const [id, pixels] of drawings) histograms.set(id, await gradientHistogram(await pngOf(pixels)));
  const gallery = histogramGallery(histograms);
  const byOrder = ORDERS.map((by) => [
    by,
    (id) => catalog.similar({ id, by, limit: SHOWN }).matches.map(({ ordinal }) => catalog.record(ordinal).id),
  ]);
  return { ...Object.fromEntries(byOrder), [HISTOGRAM]: (id) => gallery.nearest(histograms.get(id), SHOWN, id) };
}

/** An icon on white, or on a dark tile if it is nearly white itself. */
async function drawTile({ data, width, height }) {
  let [luma, opaque] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    opaque += data[at + 3];
    luma += data[at + 3] * (0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2]);
  }
  const isLight = opaque < 0.99 * 255 * width * height && luma > LIGHT * opaque;
  return sharp(data, { raw: { width, height, channels: 4 } })
    .resize(TILE, TILE, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .flatten({ background: isLight ? DARK : "#ffffff" })
    .png()
    .toBuffer();
}

async function drawSheet(blocks, tileOf) {
  const images = [];
  const texts = [];
  for (const [at, { query, id, rows }] of blocks.entries()) {
    const left = GAP + (at % 2) * (BLOCK.width + GAP);
    const top = Math.floor(at / 2) * BLOCK.height;
    texts.push(text(left, top + 27, 20, `query ${query}`));
    for (let column = 1; column <= SHOWN; column++)
      texts.push(text(xOf(left, column) + TILE / 2 - 5, top + 27, 18, column));
    for (const [row, [letter, { icons }]] of Object.entries(rows).entries()) {
      const y = top + HEAD + row * (TILE + GAP);
      texts.push(text(left, y + TILE / 2 + 8, 22, letter));
      for (const [column, icon] of [id, ...icons].entries()) {
        const x = xOf(left, column);
        images.push({ input: await tileOf(icon), left: x, top: y });
        texts.push(frame(x, y, column === 0 ? "#1e66f5" : "#dddddd"));
      }
    }
  }
  const width = 3 * GAP + 2 * BLOCK.width;
  const height = Math.ceil(blocks.length / 2) * BLOCK.height;
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${texts.join("")}</svg>`;
  return sharp({ create: { width, height, channels: 3, background: "#ffffff" } })
    .composite([...images, { input: Buffer.from(overlay), left: 0, top: 0 }])
    .png()
    .toBuffer();
}

/** The first icons of the key with their first four by each order, in a file of the report. */
async function drawReportSheet() {
  const { queries } = JSON.parse(readFileSync(flags.key, "utf8"));
  const drawings = await drawingsOf(SHIPPED_DATA);
  const { tile, gap, label, head } = SMALL;
  const block = {
    width: label + (SHOWN + 1) * (tile + gap) + 4 * gap,
    height: head + (ORDERS.length + 1) * (tile + gap) + 2 * gap,
  };
  const images = [];
  const labels = [];
  for (const [at, { id, rows }] of queries.slice(0, REPORTED).entries()) {
    const left = gap + (at % REPORTED_BESIDE) * block.width;
    const top = head + Math.floor(at / REPORTED_BESIDE) * block.height;
    const byOrder = new Map(Object.values(rows).map(({ order, icons }) => [order, icons]));
    for (const [row, order] of [...ORDERS, HISTOGRAM].entries()) {
      const y = top + row * (tile + gap);
      labels.push(text(left, y + tile / 2 + 5, 13, order));
      for (const [column, icon] of [id, ...byOrder.get(order)].entries()) {
        const input = await sharp(await drawTile(drawings.get(icon)))
          .resize(tile, tile)
          .png()
          .toBuffer();
        images.push({ input, left: left + label + column * (tile + gap) + (column > 0 ? gap : 0), top: y });
      }
    }
  }
  const width = gap + REPORTED_BESIDE * block.width;
  const height = 2 * head + Math.ceil(REPORTED / REPORTED_BESIDE) * block.height;
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${labels.join("")}</svg>`;
  await sharp({ create: { width, height, channels: 3, background: "#ffffff" } })
    .composite([...images, { input: Buffer.from(overlay), left: 0, top: 0 }])
    .webp({ quality: 80 })
    .toFile(fileURLToPath(REPORT_SHEET));
}

/** Where a column of a block begins. A wider gap separates the query from its similar icons. */
function xOf(left, column) {
  return left + LETTER + column * (TILE + GAP) + (column > 0 ? GAP : 0);
}

function text(x, y, size, content) {
  return `<text x="${x}" y="${y}" font-size="${size}" font-family="sans-serif" font-weight="bold">${content}</text>`;
}

function frame(x, y, color) {
  return `<rect x="${x - 1.5}" y="${y - 1.5}" width="${TILE + 3}" height="${TILE + 3}" fill="none" stroke="${color}"/>`;
}

function scoreJudgments() {
  const { queries } = JSON.parse(readFileSync(flags.key, "utf8"));
  const judges = flags.judgments.map((file) => ({ file, judged: JSON.parse(readFileSync(file, "utf8")) }));
  const questions = Object.keys(REFERENCES);
  /** By order and question, the mean grade of each icon. */
  const grades = new Map([...ORDERS, HISTOGRAM].map((order) => [order, { alike: [], shape: [] }]));
  for (const { query, rows } of queries) {
    for (const [letter, { order, icons }] of Object.entries(rows)) {
      for (const question of questions) {
        const byJudge = judges.map(({ file, judged }) => {
          const digits = [...(judged[query]?.[letter]?.[question] ?? "")].map(Number);
          if (digits.length !== icons.length || digits.some((digit) => !Number.isInteger(digit)))
            throw new Error(`${file}: query ${query}, row ${letter}, ${question}: expected ${icons.length} digits`);
          return digits;
        });
        const sums = icons.map((_, at) => byJudge.reduce((sum, digits) => sum + digits[at], 0));
        grades.get(order)[question].push(...sums.map((sum) => sum / judges.length));
      }
    }
  }
  const least = Object.fromEntries(
    Object.entries(REFERENCES).map(([question, { order, share }]) => [
      question,
      gradeOf(share, grades.get(order)[question]),
    ]),
  );
  const orders = [...grades].map(([order, graded]) => ({
    order,
    icons: graded.alike.length,
    ...Object.fromEntries(
      questions.flatMap((question) => [
        [question, shareFrom(least[question], graded[question])],
        [`${question}Grade`, mean(graded[question])],
      ]),
    ),
  }));
  const percent = (share) => `${Math.round(100 * share)} %`;
  console.log(`alike from a grade of ${least.alike.toFixed(2)}, same shape from ${least.shape.toFixed(2)}`);
  printTable(
    ["order", "icons", "alike", "grade", "same shape", "grade"],
    orders.map(({ order, icons, alike, alikeGrade, shape, shapeGrade }) => [
      ...[order, icons, percent(alike), alikeGrade.toFixed(2), percent(shape), shapeGrade.toFixed(2)],
    ]),
  );
  saveResult("judging-sheets", { queries: queries.length, judges: judges.length, least, orders });
}

/** The grade from which the share of icons is nearest to a given one. */
function gradeOf(share, grades) {
  const away = (grade) => Math.abs(shareFrom(grade, grades) - share);
  return [...new Set(grades)].reduce((best, grade) => (away(grade) < away(best) ? grade : best));
}

function shareFrom(least, grades) {
  return grades.filter((grade) => grade >= least).length / grades.length;
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

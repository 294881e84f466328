// Drawings as in Chromium: node bench/chromium.mjs [--seconds 4] [--ids FILE] [--sheets FOLDER] [NAME=]PLACE …
//
// A place is a folder of SVG files or the JSON file of an Iconify set. Builds a dataset of all its drawings with an icon
// each, and compares with Chromium showing the original file: Chromium showing the stored SVG, and the icon as PNG, all
// at 128 pixels. Apart are drawings with text, which PNGs show in the product's own font, and animated ones. Of those no
// PNG and no stored SVG without its animations may be blank if Chromium shows something after some seconds. --ids limits
// it to the ids in a file, one a line. Sheets show what differs: original, stored SVG and PNG on white, then on gray.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compile } from "../dist/build/index.js";
import { NoDrawingError, openCatalog } from "../dist/src/index.js";
import { cellsOf, countDifferent, isBlank, MAX_DIFFERENT, SIDE } from "./tools/cells.mjs";
import { openChromium, pixelsOf } from "./tools/chromium-drawings.mjs";
import { readDrawings, stillOf, traitsOf } from "./tools/drawing-places.mjs";
import { writeRows } from "./tools/labeled-sheet.mjs";
import { saveResult } from "./tools/results.mjs";
import { printTable } from "./tools/table.mjs";
import { workPath } from "./tools/work-folder.mjs";

const BATCH = 150;
/** The place of a drawing in one that is composed of it. */
const PLACE = /<svg(?: x="([^"]*)" y="([^"]*)")? width="([^"]*)" height="([^"]*)"/;
const KINDS = ["SVG", "PNG", "blank", "text"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "4" },
    ids: { type: "string" },
    sheets: { type: "string", default: workPath("chromium", "sheets") },
  },
});
if (positionals.length === 0) throw new Error("name folders of SVG files or JSON files of Iconify sets");
const wanted = values.ids === undefined ? undefined : new Set(readFileSync(values.ids, "utf8").split("\n"));

mkdirSync(values.sheets, { recursive: true });
const chromium = await openChromium();
const results = [];
try {
  for (const place of positionals) results.push(await measure(place));
} finally {
  await chromium.close();
}
printTable(
  ["set", "drawings", "refused", "with text", "animated", "others", "only here", "SVG differs", "PNG differs", "blank"],
  results.map(({ name, drawings, refused, text, animated, others, onlyHere, differing }) => [
    ...[name, drawings, refused.length, text, animated, others, onlyHere.length],
    ...["SVG", "PNG", "blank"].map((kind) => differing[kind].length),
  ]),
);
for (const { name, refused, onlyHere, differing } of results) {
  console.log(`\n${name}`);
  for (const { id, reason } of refused) console.log(`refused: ${id}: ${reason}`);
  for (const id of onlyHere) console.log(`only here, not in Chromium: ${id}`);
  for (const kind of KINDS) for (const { id, cells } of differing[kind]) console.log(`${kind}: ${id}: ${cells} cells`);
}
saveResult("chromium", { browser: chromium.version, results });

/** Measures all drawings of a place. Lists are of ids, with the number of different cells. */
async function measure(place) {
  const { name, drawings: all } = readDrawings(place);
  const drawings = wanted === undefined ? all : all.filter(({ id }) => wanted.has(id));
  const folder = workPath("chromium", name, "dataset.json").replace(/\/[^/]*$/, "");
  const { catalog, refused } = await build(drawings, folder);
  const differing = Object.fromEntries(KINDS.map((kind) => [kind, []]));
  const result = { name, drawings: drawings.length, refused, text: 0, animated: 0, others: 0, onlyHere: [], differing };
  const rows = Object.fromEntries(KINDS.map((kind) => [kind, []]));
  const kept = drawings.filter(({ n }) => catalog.storedImage(`n${n}`) !== undefined);
  for (const drawing of kept) Object.assign(drawing, traitsOf(drawing.svg.toString()));
  for (const [alike, render, judge] of [
    [kept.filter(({ isAnimated }) => !isAnimated), renderAll, judgePlain],
    [kept.filter(({ isAnimated }) => isAnimated), renderBlank, judgeAnimated],
  ]) {
    for (let at = 0; at < alike.length; at += BATCH) {
      const batch = await render(alike.slice(at, at + BATCH), catalog, folder);
      for (const images of batch) judge(images, result, rows);
      console.error(`${name}: ${at + batch.length} of ${alike.length}`);
    }
  }
  for (const kind of KINDS) await writeRows(rows[kind], join(values.sheets, `${name}-${kind}`), SIDE);
  rmSync(folder, { recursive: true });
  return result;
}

/** Builds a dataset with an icon for each drawing. */
async function build(drawings, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "drawings"), { recursive: true });
  const records = drawings.map((drawing, n) => {
    drawing.n = n;
    drawing.file = join(folder, "drawings", `${n}.svg`);
    writeFileSync(drawing.file, drawing.svg);
    return { id: `n${n}`, name: drawing.id, developer: "None", category: "none", image: `drawings/${n}.svg` };
  });
  const data = join(folder, "icons.ndjson");
  writeFileSync(data, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const out = join(folder, "artifacts");
  const { skipped } = await compile({ data, out });
  const refused = skipped.map(({ id, reason }) => ({ id: drawings[Number(id.slice(1))].id, reason }));
  return { catalog: openCatalog(out), refused };
}

/** The images of some drawings, as pixels: original, stored SVG if it is one, and PNG. */
async function renderAll(drawings, catalog, folder) {
  const pngs = drawPngs(drawings, catalog);
  const stored = await storedOf(drawings, catalog);
  const originals = await chromium.render(
    drawings.map(({ file }, at) => ({ file, place: stored[at].place })),
    0,
  );
  // What is stored as it is looks the same.
  const changed = stored.filter(({ text, at }) => text !== undefined && text !== drawings[at].svg.toString());
  const rendered = await renderTexts(changed, folder);
  const drawn = await pngs;
  return drawings.map((drawing, at) => {
    const own = stored[at].text === undefined ? undefined : (rendered.get(at) ?? originals[at]);
    return { drawing, original: originals[at], stored: own, png: drawn[at] };
  });
}

/** The same of animated drawings, whose stored SVG has no animations here; the originals only if something is blank. */
async function renderBlank(drawings, catalog, folder) {
  const pngs = drawPngs(drawings, catalog);
  const stored = await storedOf(drawings, catalog);
  const stills = stored.flatMap((one) => (one.text === undefined ? [] : [{ ...one, text: stillOf(one.text) }]));
  const rendered = await renderTexts(stills, folder);
  const drawn = await pngs;
  const images = drawings.map((drawing, at) => ({ drawing, stored: rendered.get(at), png: drawn[at] }));
  const blank = [...images.keys()].filter((at) => {
    const { stored, png } = images[at];
    return [stored, png].some((pixels) => pixels !== undefined && isBlank(cellsOf(pixels)));
  });
  const originals = await chromium.render(
    blank.map((at) => ({ file: drawings[at].file, place: stored[at].place })),
    Number(values.seconds),
  );
  for (const [index, at] of blank.entries()) images[at].original = originals[index];
  return images;
}

/** What is stored of drawings: number, text unless it is a raster image, and place in a PNG. */
function storedOf(drawings, catalog) {
  return Promise.all(
    drawings.map(async ({ n }, at) => {
      return { at, n, text: await textOf(catalog, n), place: await placeOf(catalog, n) };
    }),
  );
}

/** Stored drawings in Chromium, as pixels, by index. */
async function renderTexts(stored, folder) {
  const written = stored.map(({ n, text, place }) => {
    const file = join(folder, "drawings", `${n}.stored.svg`);
    writeFileSync(file, text);
    return { file, place };
  });
  const images = await chromium.render(written, 0);
  return new Map(stored.map(({ at }, index) => [at, images[index]]));
}

/** Where a PNG shows a drawing: in the middle, but for a part of a pixel. */
async function placeOf(catalog, n) {
  const composed = await textOf(catalog, n, { size: SIDE });
  const [left = 0, top = 0, width = SIDE, height = SIDE] = PLACE.exec(composed ?? "")?.slice(1) ?? [];
  return { left: Number(left), top: Number(top), width: Number(width), height: Number(height) };
}

/** The PNG of each drawing as pixels; transparent if it can't be rendered. */
async function drawPngs(drawings, catalog) {
  const drawn = [];
  for (const { n } of drawings) {
    const png = await catalog.image(`n${n}`, { format: "png", size: SIDE, upscale: true }).catch(() => undefined);
    drawn.push(png === undefined ? Buffer.alloc(SIDE * SIDE * 4) : await pixelsOf(png));
  }
  return drawn;
}

/** An icon as SVG, by default as stored; undefined if it is stored as a raster image. */
async function textOf(catalog, n, options = {}) {
  try {
    return (await catalog.image(`n${n}`, { ...options, format: "svg" })).toString();
  } catch (error) {
    if (error instanceof NoDrawingError) return undefined;
    throw error;
  }
}

function judgePlain({ drawing: { id, hasText }, original, stored, png }, result, rows) {
  const [expected, asSvg, asPng] = [original, stored, png].map((pixels) => pixels && cellsOf(pixels));
  const svgCells = asSvg === undefined ? 0 : countDifferent(expected, asSvg);
  const pngCells = countDifferent(expected, asPng);
  const note = (kind, cells) => {
    if (cells <= MAX_DIFFERENT) return;
    result.differing[kind].push({ id, cells });
    rows[kind].push({ label: id, cells, images: [original, stored, png] });
  };
  if (hasText) {
    result.text++;
    note("text", svgCells);
  } else if (isBlank(expected) && !isBlank(asPng)) {
    result.onlyHere.push(id);
  } else {
    result.others++;
    note("SVG", svgCells);
    note("PNG", pngCells);
  }
}

function judgeAnimated({ drawing: { id }, original, stored, png }, result, rows) {
  result.animated++;
  if (original === undefined || isBlank(cellsOf(original))) return;
  const cells = countDifferent(cellsOf(original), cellsOf(png));
  result.differing.blank.push({ id, cells });
  rows.blank.push({ label: id, cells, images: [original, stored, png] });
}

// Sanitized drawings: node bench/sanitized.mjs [--sets node_modules/@iconify/json/json] [--sheet sheet.png]
//
// Sanitizes every drawing of the shipped data and of a folder of Iconify sets. Counts those that stay byte-identical,
// renders the others before and after at 128 pixels with librsvg, lists those whose pixels differ, and writes them to a
// contact sheet.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { sanitizeDrawing } from "../dist/build/image/drawing/sanitize-drawing.js";
import { createImageSource } from "../dist/build/image/source/image-source.js";
import { countDifferent, onWhite, writeSheet } from "./tools/compare-renderers.mjs";
import { iconifyDrawing } from "./tools/iconify-drawing.mjs";
import { saveResult } from "./tools/results.mjs";
import { printTable } from "./tools/table.mjs";
import { PRODUCT, workPath } from "./tools/work-folder.mjs";

const DATA = join(PRODUCT, "data");
const SIDE = 128;
const DENSITY = 72;

const { sets, sheet } = parseArgs({
  options: { sets: { type: "string" }, sheet: { type: "string", default: workPath("sanitized.png") } },
}).values;

sharp.cache(false);
const results = [await measure("shipped", shipped())];
if (sets !== undefined) results.push(await measure("Iconify", iconify(sets)));
printTable(
  ["drawings", "number", "byte-identical", "changed", "refused", "look different"],
  results.map(({ name, drawings, identical, changed, refused, different }) => [
    name,
    drawings,
    identical,
    changed,
    refused.length,
    different.length,
  ]),
);
for (const { refused, different } of results) {
  for (const { id, reason } of refused) console.log(`refused: ${id}: ${reason}`);
  for (const { id, pixels } of different) console.log(`differs: ${id}: ${pixels} pixels`);
}
saveResult("sanitized", { results });

async function measure(name, drawings) {
  const result = { name, drawings: 0, identical: 0, changed: 0, refused: [], different: [] };
  const worst = [];
  for await (const { id, svg } of drawings) {
    result.drawings++;
    try {
      const { text } = sanitizeDrawing(svg);
      if (text === svg) {
        result.identical++;
        continue;
      }
      result.changed++;
      const [one, other] = [await render(svg), await render(text)];
      const pixels = countDifferent(...(await Promise.all([one, other].map(onWhite))));
      if (pixels === 0) continue;
      result.different.push({ id, pixels });
      worst.push({ one, other, different: pixels });
    } catch (error) {
      result.refused.push({ id, reason: error.message.split("\n", 1)[0] });
    }
  }
  worst.sort((a, b) => b.different - a.different);
  if (worst.length > 0) await writeSheet(worst.slice(0, 40), name === "shipped" ? `${sheet}.shipped.png` : sheet);
  return result;
}

function render(svg) {
  return sharp(Buffer.from(svg), { density: DENSITY })
    .resize(SIDE, SIDE, { fit: "contain", background: "#ffffff" })
    .png()
    .toBuffer();
}

async function* shipped() {
  const source = createImageSource(DATA);
  for (const file of readdirSync(join(DATA, "icons"))) {
    for (const { id, image } of JSON.parse(readFileSync(join(DATA, "icons", file), "utf8"))) {
      const read = image === undefined ? undefined : await source.read(image);
      if (read?.kind === "svg") yield { id, svg: Buffer.from(read.bytes).toString("utf8") };
    }
  }
}

function* iconify(folder) {
  for (const file of readdirSync(folder)) {
    const set = JSON.parse(readFileSync(join(folder, file), "utf8"));
    for (const name of Object.keys(set.icons)) {
      yield { id: `${set.prefix}:${name}`, svg: iconifyDrawing(set, name) };
    }
  }
}

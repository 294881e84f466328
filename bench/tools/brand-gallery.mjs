import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { runChild } from "./children.mjs";
import { drawingsOf, recordsOf, SHIPPED_DATA } from "./drawings.mjs";
import { iconifyDrawing } from "./iconify-drawing.mjs";
import { createRandom, sample } from "./random.mjs";
import { ICONS, made, productFiles, workPath } from "./work-folder.mjs";

/** Sets of brands and of other multicolored icons. */
const SETS = [
  "logos",
  "simple-icons",
  "devicon",
  "devicon-original",
  "skill-icons",
  "cryptocurrency-color",
  "token-branded",
  "vscode-icons",
  "material-icon-theme",
  "selfhst",
  "thesvg-color",
  "streamline-logos",
  "unjs",
  "gcp",
  "flat-color-icons",
  "catppuccin",
];
const SEED = 21;
/** Parts of names that tell apart drawings of one brand, such as `jenkins`, `file-type-jenkins` and `jenkins-logo-solid`. */
const DRAWING_WORDS =
  /^(file|folder)-(type-)?(light-)?(?=.)|-(icon|logo|original|plain|line|wordmark|light|dark|color|colored|black|white|alt|mark|solid|block|background|legacy|[0-9]+)(?=-|$)/g;
const SIDE = 48;
const CELLS = 16;
/** Mean difference of two drawings of the same image, at most, in levels. */
const SAME = 12;
/** A drawing of a sign and one of a word differ more than this in proportions. */
const PROPORTIONS = 1.3;

/**
 * The shipped dataset and `count` icons of other brands, with their artifacts, as `{ data, artifacts }`. Drawn by a
 * seed; icons with the name of a shipped one are left out, also those that look the same when trimmed.
 *
 * @param sets folder of Iconify sets, one JSON file each
 */
export async function brandGallery(sets, count) {
  const data = await made(
    workPath("data", `brands-${count}`),
    [fileURLToPath(import.meta.url), ...jsonFiles(SHIPPED_DATA)],
    (path) => writeGallery(path, sets, count),
  );
  const artifacts = await made(
    workPath("artifacts", `brands-${count}`),
    [...productFiles(), ...jsonFiles(data)],
    (path) => runChild(process.execPath, [ICONS, "build", data, "--out", path, "--json"]),
  );
  return { data, artifacts };
}

function jsonFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, name));
}

async function writeGallery(folder, sets, count) {
  const shipped = recordsOf(SHIPPED_DATA);
  const names = new Set(
    shipped.flatMap(({ id, name, aliases = [], image }) => [id, name, ...aliases, image.split("/")[1]].map(brandOf)),
  );
  const thumbs = [];
  for (const { data, width, height } of (await drawingsOf(SHIPPED_DATA)).values())
    thumbs.push(await thumbOf(sharp(data, { raw: { width, height, channels: 4 } })));
  const read = (prefix) => JSON.parse(readFileSync(join(sets, `${prefix}.json`), "utf8"));
  const all = SETS.flatMap((prefix) => {
    const set = read(prefix);
    return Object.keys(set.icons)
      .filter((name) => !names.has(brandOf(name)))
      .map((name) => ({ set, name }));
  });
  const chosen = new Map(SETS.map((prefix) => [prefix, []]));
  let left = count;
  for (const { set, name } of sample(all, all.length, createRandom(SEED))) {
    if (left === 0) break;
    const thumb = await thumbOf(sharp(Buffer.from(iconifyDrawing(set, name)))).catch(() => undefined);
    if (thumb === undefined || thumbs.some((other) => isSame(thumb, other))) continue;
    chosen.get(set.prefix).push(name);
    left--;
  }
  rmSync(folder, { recursive: true, force: true });
  for (const part of ["dataset.json", "icons", "iconify"])
    cpSync(join(SHIPPED_DATA, part), join(folder, part), { recursive: true });
  const records = [];
  for (const [prefix, drawn] of chosen) {
    const { info: _, aliases: __, icons, ...rest } = read(prefix);
    // Other drawings of sets that the shipped data also uses get a prefix of their own.
    const own = `other-${prefix}`;
    const kept = Object.fromEntries(drawn.map((name) => [name, icons[name]]));
    writeFileSync(join(folder, "iconify", `${own}.json`), JSON.stringify({ ...rest, prefix: own, icons: kept }));
    for (const name of drawn)
      records.push({
        id: `${own}:${name}`,
        name,
        developer: prefix,
        category: "business",
        image: `iconify:${own}/${name}`,
      });
  }
  writeFileSync(join(folder, "icons", "others.json"), JSON.stringify(records));
}

function brandOf(name) {
  return `${name}`
    .toLowerCase()
    .replace(DRAWING_WORDS, "")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** The image on white without its margin, in 16 × 16 colors. */
async function thumbOf(image) {
  const data = await image
    .resize(SIDE, SIDE, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .flatten({ background: "#ffffff" })
    .removeAlpha()
    .raw()
    .toBuffer();
  const { left, top, width, height } = boxOf(SIDE, (at) =>
    Math.max(...[0, 1, 2].map((channel) => Math.abs(data[at * 3 + channel] - data[channel]))) > 24 ? 1 : 0,
  );
  const thumb = new Uint8Array(CELLS * CELLS * 3);
  for (let at = 0; at < CELLS * CELLS; at++) {
    const x = left + Math.floor((((at % CELLS) + 0.5) * width) / CELLS);
    const y = top + Math.floor(((Math.floor(at / CELLS) + 0.5) * height) / CELLS);
    thumb.set(data.subarray((y * SIDE + x) * 3, (y * SIDE + x) * 3 + 3), at * 3);
  }
  return thumb;
}

function isSame(one, other) {
  let difference = 0;
  for (let at = 0; at < one.length && difference <= SAME * one.length; at++)
    difference += Math.abs(one[at] - other[at]);
  return difference <= SAME * one.length;
}

/** The bounding box of the pixels of a square for which `isInside`; the whole square if there are none. */
function boxOf(side, isInside) {
  let [left, right, top, bottom] = [side, -1, side, -1];
  for (let at = 0; at < side * side; at++) {
    if (!isInside(at)) continue;
    const [x, y] = [at % side, Math.floor(at / side)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), y];
  }
  if (right < 0) return { left: 0, top: 0, width: side, height: side };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Drawings in a single color, as SVG text with `currentColor`, of shipped icons from the set `logos`: those of the same
 * name in simple-icons, unless one shows a sign and the other a word.
 *
 * @param drawings the shipped icons' pixels by id
 */
export async function singleColorRedrawings(drawings) {
  const path = new URL("../../node_modules/@iconify-json/simple-icons/icons.json", import.meta.url);
  const set = JSON.parse(readFileSync(path, "utf8"));
  const names = new Map(Object.keys(set.icons).map((name) => [brandOf(name), name]));
  const redrawings = new Map();
  for (const { id, name, image } of recordsOf(SHIPPED_DATA)) {
    const [source, drawn] = image.split("/");
    if (source !== "iconify:logos" || !drawings.has(id)) continue;
    const found = [drawn, id, name].map((text) => names.get(brandOf(text))).find((text) => text !== undefined);
    if (found === undefined) continue;
    const svg = iconifyDrawing(set, found);
    const other = await sharp(Buffer.from(svg)).resize(SIDE, SIDE).ensureAlpha().raw().toBuffer();
    const { data, width } = drawings.get(id);
    const ratio = proportions(data, width) / proportions(other, SIDE);
    if (Math.max(ratio, 1 / ratio) <= PROPORTIONS) redrawings.set(id, svg);
  }
  return redrawings;
}

function proportions(data, side) {
  const { width, height } = boxOf(side, (at) => data[at * 4 + 3] >= 128);
  return width / height;
}

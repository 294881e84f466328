// Icons next to each other on a page: node bench/inlined.mjs --from SOURCE... [--seed 1] [--sheet sheet.png]
//
// Whether drawings that the server hands out disturb each other when a page contains all of them. A dataset of 300
// drawings (100 with style sheets, 55 with gradients, 52 with masks or clips) is built and served. For each form, one
// page in Chromium shows all of them: SVG, Iconify bodies, code for React, Vue and Svelte, and sprites, in two random
// orders; for comparison also the files that were given. An icon differs if more than 2 % of its 64 × 64 pixels are 24
// levels from all neighboring ones of the drawing on a page of its own. A SOURCE is an Iconify set, a folder of SVG
// files, or the modules of @thesvg/icons:
//
//   npm install --no-save @iconify-json/logos @iconify-json/skill-icons @iconify-json/vscode-icons @thesvg/icons
//   node inlined.mjs --from node_modules/@iconify-json/logos/icons.json --from node_modules/@thesvg/icons/dist
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { componentName } from "../dist/src/images/component-code.js";
import { runChild } from "./tools/children.mjs";
import { frameworkPages } from "./tools/framework-pages.mjs";
import { iconifyDrawing } from "./tools/iconify-drawing.mjs";
import { createRandom, sample } from "./tools/random.mjs";
import { saveResult } from "./tools/results.mjs";
import { get, ourIconifyServer, startServer } from "./tools/servers.mjs";
import { pageOf, partBeyond, SIDE, writeSlots } from "./tools/slots.mjs";
import { printTable } from "./tools/table.mjs";
import { ICONS, PRODUCT, workPath } from "./tools/work-folder.mjs";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const COUNT = 300;
const KINDS = [
  { pattern: /<style/, count: 100 },
  { pattern: /Gradient\b/, count: 55 },
  { pattern: /<(?:mask|clipPath)\b/, count: 52 },
];
/** Images and pages would show different moments of it. */
const MOVING = /<animate|<set\b|@keyframes/;
/** Longer ones may be stored as raster images. */
const MAX_LENGTH = 200_000;
/** Icons per request, so that its address is not too long. */
const AT_ONCE = 50;
const ORDERS = [1, 2];
/** Hundreds of pages take a while on a busy machine. */
const LOADING_MS = 120_000;
const PART = 0.02;
const ROOT = /<svg\b(?:"[^"]*"|'[^']*'|[^>"'])*>/;
const OWN_SIZE = /\s(?:width|height)=(?:"[^"]*"|'[^']*')/g;
/** A host whose files are `served`. */
const HOST = "http://inlined.test";
const STYLE = `body{margin:0}.slot{width:${SIDE}px;height:${SIDE}px;overflow:hidden;float:left}.slot>*{display:block;width:${SIDE}px;height:${SIDE}px;object-fit:contain}`;

const options = parseArgs({
  options: {
    from: { type: "string", multiple: true, default: [] },
    seed: { type: "string", default: "1" },
    sheet: { type: "string", default: workPath("inlined.png") },
  },
}).values;

const folder = workPath("inlined", "data");
const served = workPath("inlined", "served");
const drawings = chosen(Number(options.seed));
const ids = [...drawings.keys()];
const artifacts = await built();
const server = await startServer(ourIconifyServer(artifacts));
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
const results = [];
const pairs = [];
try {
  const texts = new Map();
  for (const id of ids) texts.set(id, (await get(server, `/images/${id}.svg`)).body.toString());
  const forms = { ...(await plainForms(texts)), ...frameworkPages(await copiedCodes(), served, STYLE) };
  for (const seed of ORDERS) {
    const order = sample(ids, COUNT, createRandom(seed));
    const alone = await shown(await plainPage("alone", order, pagesOf("drawings", texts)));
    const sources = await shown(await plainPage("sources", order, pagesOf("originals", drawings)));
    results.push(compared("sources, alone", seed, order, alone, sources));
    for (const [form, pageOf] of Object.entries(forms))
      results.push(compared(form, seed, order, alone, await shown(await pageOf(order))));
  }
} finally {
  await browser.close();
  await server.stop();
}
printTable(
  ["form", "order", "icons", "differ"],
  results.map(({ form, seed, icons, differ }) => [form, seed, icons, differ.length]),
);
for (const id of ids) {
  const found = results.flatMap(({ form, seed, differ }) =>
    differ.filter((one) => one.id === id).map(({ part }) => `${form} ${seed} (${(part * 100).toFixed(1)} %)`),
  );
  if (found.length > 0) console.log(`differs: ${id}: ${found.join(", ")}`);
}
if (pairs.length > 0) await writeSlots(pairs, options.sheet);
saveResult("inlined", { browser: browser.version(), selection: options.seed, results });

/** Drawings of each kind by id. */
function chosen(seed) {
  const all = new Map();
  for (const source of options.from)
    for (const [id, svg] of drawingsFrom(source))
      if (!MOVING.test(svg) && svg.length < MAX_LENGTH) all.set(id.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"), svg);
  const random = createRandom(seed);
  const drawn = new Map();
  for (const { pattern, count } of [...KINDS, { pattern: /./, count: COUNT }]) {
    const left = [...all].filter(([id, svg]) => !drawn.has(id) && pattern.test(svg));
    for (const [id, svg] of sample(left, Math.min(count, COUNT - drawn.size), random)) drawn.set(id, svg);
  }
  if (drawn.size < COUNT) throw new Error(`${drawn.size} of ${COUNT} drawings; name more sources by --from`);
  return drawn;
}

function* drawingsFrom(source) {
  if (source.endsWith(".json")) {
    const set = JSON.parse(readFileSync(source, "utf8"));
    for (const name of Object.keys(set.icons)) yield [`${set.prefix}-${name}`, iconifyDrawing(set, name)];
    return;
  }
  for (const file of readdirSync(source)) {
    const [, name, extension] = /^(.+)\.(svg|js)$/.exec(file) ?? [];
    if (name === undefined) continue;
    const text = readFileSync(join(source, file), "utf8");
    const svg = extension === "svg" ? text : /^export const svg = `([^`\\]*)`/m.exec(text)?.[1];
    if (svg !== undefined) yield [`${extension}-${name}`, svg];
  }
}

async function built() {
  const out = workPath("inlined", "artifacts");
  for (const path of [folder, out]) rmSync(path, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [id, svg] of drawings) writeFileSync(join(folder, `${id}.svg`), svg);
  const records = ids.map((id, rank) => ({
    id,
    name: id,
    developer: "none",
    category: "all",
    rank,
    image: `${id}.svg`,
  }));
  writeFileSync(join(folder, "dataset.json"), JSON.stringify({ name: "Inlined" }));
  mkdirSync(join(folder, "icons"));
  writeFileSync(join(folder, "icons/all.json"), JSON.stringify(records));
  await runChild(process.execPath, [ICONS, "build", folder, "--out", out]);
  return out;
}

/** Forms that a page contains as they are: functions from an order to the page's address. */
async function plainForms(texts) {
  const bodies = new Map();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const answer = await get(server, `/apps.json?icons=${ids.slice(at, at + AT_ONCE).join()}`);
    const { icons, width, height } = JSON.parse(answer.body);
    for (const [id, icon] of Object.entries(icons)) bodies.set(id, bodyOf({ width, height, ...icon }));
  }
  const exported = await runChild(process.execPath, [
    ...[ICONS, "export", "*", "--format", "sprite", "--artifacts", artifacts, "--out", "-"],
  ]);
  const own = await inExplorer(
    async ({ ids }) => {
      const [{ loadDrawing }, { spriteOf }] = [
        await import("/own/explorer/image-code.js"),
        await import("/own/explorer/sprite.js"),
      ];
      return spriteOf(
        await Promise.all(ids.map(async (id) => ({ id, drawing: await loadDrawing(`/images/${id}.svg`) }))),
      );
    },
    { ids },
  );
  const forms = {
    SVG: (order) => plainPage("svg", order, texts),
    sources: (order) => plainPage("source", order, drawings),
    "Iconify bodies": (order) => plainPage("iconify", order, bodies),
  };
  for (const [name, sprite] of Object.entries({ "icons export": exported, explorer: own })) {
    const uses = (file) => new Map(ids.map((id) => [id, `<svg><use href="${file}#${id}"/></svg>`]));
    const file = `${componentName(name)}.svg`;
    mkdirSync(served, { recursive: true });
    writeFileSync(join(served, file), sprite);
    forms[`sprite of ${name}`] = (order) => plainPage("sprite", order, uses(file));
    const hidden = `<div style="position:absolute;width:0;height:0;overflow:hidden">${sprite}</div>`;
    forms[`sprite of ${name}, inlined`] = (order) => plainPage("inlined-sprite", order, uses(""), hidden);
  }
  return forms;
}

function bodyOf({ left = 0, top = 0, width = 16, height = 16, body }) {
  return `<svg viewBox="${left} ${top} ${width} ${height}">${body}</svg>`;
}

/** Each drawing as a page of its own, in the size in which it is shown. */
function pagesOf(name, texts) {
  mkdirSync(join(served, name), { recursive: true });
  return new Map(
    [...texts].map(([id, text]) => {
      const sized = text.replace(ROOT, (tag) => {
        const [width, height] = ["width", "height"].map((side) => new RegExp(`\\s${side}="([\\d.]+)`).exec(tag)?.[1]);
        const box = /\sviewBox=/.test(tag) ? "" : ` viewBox="0 0 ${width} ${height}"`;
        return tag.replaceAll(OWN_SIZE, "").replace("<svg", `<svg width="${SIDE}" height="${SIDE}"${box}`);
      });
      writeFileSync(join(served, name, `${id}.svg`), sized);
      return [id, `<iframe src="${name}/${id}.svg" style="border:0" scrolling="no"></iframe>`];
    }),
  );
}

async function plainPage(name, order, contents, before = "") {
  const slots = order.map((id) => `<div class="slot">${contents.get(id)}</div>`).join("");
  mkdirSync(served, { recursive: true });
  writeFileSync(join(served, `${name}.html`), `<!doctype html><style>${STYLE}</style>${before}${slots}`);
  return `${name}.html`;
}

/** Code that the explorer copies. */
async function copiedCodes() {
  return inExplorer(
    async ({ ids }) => {
      const { loadDrawing, codeOf } = await import("/own/explorer/image-code.js");
      const codes = { react: {}, vue: {}, svelte: {} };
      for (const id of ids) {
        const url = `/images/${id}.svg`;
        const drawing = await loadDrawing(url);
        for (const form of Object.keys(codes)) codes[form][id] = codeOf(form, { id, name: id, url }, drawing);
      }
      return codes;
    },
    { ids },
  );
}

/** Runs a function in a page of the server that can import the explorer's modules. */
async function inExplorer(run, argument) {
  const page = await browser.newPage({ bypassCSP: true });
  await page.route("**/own/**", (route) =>
    route.fulfill({ path: join(PRODUCT, "dist/src", new URL(route.request().url()).pathname.slice("/own/".length)) }),
  );
  await page.goto(`http://127.0.0.1:${server.port}/`);
  const result = await page.evaluate(run, argument);
  await page.close();
  return result;
}

/** The pixels of a page, RGB. */
async function shown(path) {
  const page = await browser.newPage({ viewport: pageOf(COUNT) });
  page.on("pageerror", (error) => console.error(`${path}: ${error.message}`));
  await page.route(`${HOST}/**`, (route) =>
    route.fulfill({ path: join(served, new URL(route.request().url()).pathname) }),
  );
  await page.goto(`${HOST}/${path}`, { waitUntil: "networkidle", timeout: LOADING_MS });
  await page.waitForFunction((count) => document.querySelectorAll(".slot").length === count, COUNT);
  const png = await page.screenshot();
  await page.close();
  return sharp(png).removeAlpha().raw().toBuffer();
}

function compared(form, seed, order, alone, page) {
  const differ = [];
  for (const [at, id] of order.entries()) {
    const part = Math.max(partBeyond(alone, page, at), partBeyond(page, alone, at));
    if (part <= PART) continue;
    differ.push({ id, part });
    pairs.push({ at, alone, page });
  }
  return { form, seed, icons: order.length, differ };
}

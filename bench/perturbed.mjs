// Modified images that must find their original: node bench/perturbed.mjs [--pictures 100] [--data FOLDER] [--artifacts FOLDER]
// [--sets FOLDER] [--others 5000] [--peers imagehash]
//
// Shipped icons are rendered at 256 pixels and then modified as typically happens on the web. Each is looked up among
// all shipped icons, with `--sets` (the folder of Iconify sets) also among 5,000 icons of other brands: by our hash
// (mirrored and inverted ones with `include`), by `icons similar FILE --by phash`, which has the pixels and also
// searches without their margin, by shape descriptor, by `icons similar FILE --by shape`, which has several of them, by
// two peers computed here (PDQ and a plain gradient histogram of 512 bits), and by ImageHash's phash in Python with a
// plain scan. ARTIFACTS are those of the shipped data, built if not given; `--peers none` omits Python.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { describeFile } from "../dist/build/analysis/describe-file.js";
import { decodeImage } from "../dist/build/image/render/measured-pixels.js";
import { imageOf } from "../dist/build/image/source/image-source.js";
import { similarToFile, similarToFileByBoth, similarToFileByShape } from "../dist/cli/listing/similar-to-file.js";
import { openCatalog } from "../dist/src/index.js";
import { formatHash, phash } from "../dist/src/phash/phash.js";
import { gradientHistogram, histogramGallery } from "./peers/hog.mjs";
import { pdqHash } from "./peers/pdq.mjs";
import { bitGallery, hashTable, scanNearest } from "./peers/plain-scan.mjs";
import { brandGallery, singleColorRedrawings } from "./tools/brand-gallery.mjs";
import { runChild } from "./tools/children.mjs";
import { eachDrawing, pngOf, recordsOf, SHIPPED_DATA } from "./tools/drawings.mjs";
import { PERTURBATIONS, perturbPicture } from "./tools/perturb.mjs";
import { saveResult } from "./tools/results.mjs";
import { figure, printTable } from "./tools/table.mjs";
import { shippedArtifacts } from "./tools/work-folder.mjs";

const REFERENCE = fileURLToPath(new URL("../test/reference/phash.py", import.meta.url));
const NEAREST = 10;

const { pictures, data, artifacts, sets, others, peers, python } = parseArgs({
  options: {
    pictures: { type: "string", default: "100" },
    data: { type: "string", default: SHIPPED_DATA },
    artifacts: { type: "string" },
    sets: { type: "string" },
    others: { type: "string", default: "5000" },
    peers: { type: "string", default: "imagehash" },
    python: { type: "string", default: "/usr/bin/python3" },
  },
}).values;

const gallery =
  sets === undefined
    ? { data, artifacts: artifacts ?? (await shippedArtifacts()) }
    : await brandGallery(sets, Number(others));
const catalog = openCatalog(gallery.artifacts);
const ids = Array.from({ length: catalog.size }, (_, ordinal) => catalog.record(ordinal).id);
const shippedIds = new Set(recordsOf(data).map(({ id }) => id));
const folder = mkdtempSync(join(tmpdir(), "icons-perturbed-"));
try {
  const { originals, originalFiles, histograms, pdqHashes } = await readGallery();
  const redrawings = await singleColorRedrawings(originals);
  const reference = peers === "none" ? undefined : await openReference(originalFiles);
  const results = [];
  for (const kind of Object.keys(PERTURBATIONS))
    results.push(await measureKind(kind, { originals, redrawings, histograms, pdqHashes, reference }));
  console.log(`\n${catalog.size} icons, the original first / among the ${NEAREST} nearest`);
  printTable(
    [
      "kind",
      "images",
      "hash",
      "FILE --by phash",
      "shape",
      "FILE --by shape",
      "FILE",
      "HOG-512",
      "PDQ",
      "ImageHash, plain scan",
      "median distance",
    ],
    results.map((row) => [
      row.kind,
      row.pictures,
      `${figure(row.first)} / ${figure(row.recall)}`,
      figure(row.fileRecall),
      `${figure(row.shapeFirst)} / ${figure(row.shapeRecall)}`,
      `${figure(row.shapeFileFirst)} / ${figure(row.shapeFileRecall)}`,
      `${figure(row.bothFirst)} / ${figure(row.bothRecall)}`,
      `${figure(row.histogramFirst)} / ${figure(row.histogramRecall)}`,
      `${figure(row.pdqFirst)} / ${figure(row.pdqRecall)}`,
      figure(row.imagehashRecall),
      row.medianDistance,
    ]),
  );
  saveResult(sets === undefined ? "perturbed" : "perturbed-brands", { icons: catalog.size, nearest: NEAREST, results });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Describes all icons as the peers do. Only shipped icons, which are modified, keep their pixels; for ImageHash all
 * become files.
 */
async function readGallery() {
  const originals = new Map();
  const originalFiles = new Map();
  const histograms = new Map();
  const hashes = new Map();
  for await (const [id, pixels] of eachDrawing(gallery.data)) {
    const file = await pngOf(pixels);
    histograms.set(id, await gradientHistogram(file));
    hashes.set(id, await pdqHash(file));
    if (shippedIds.has(id)) originals.set(id, pixels);
    if (peers === "none") continue;
    originalFiles.set(id, join(folder, `original-${originalFiles.size}.png`));
    writeFileSync(originalFiles.get(id), file);
  }
  return { originals, originalFiles, histograms: histogramGallery(histograms), pdqHashes: bitGallery(hashes) };
}

/** The requested number of icons, evenly spread over the dataset. */
function choose(kind, originals, redrawings) {
  const { transparent, redraw } = PERTURBATIONS[kind];
  const fit = ids
    .filter((id) => shippedIds.has(id))
    .filter((id) => !transparent || hasTransparency(originals.get(id)))
    .filter((id) => !redraw || redrawings.has(id));
  const count = Math.min(fit.length, Number(pictures));
  return Array.from({ length: count }, (_, at) => fit[Math.floor((at * fit.length) / count)]);
}

function hasTransparency({ data }) {
  return data.some((value, at) => at % 4 === 3 && value < 255);
}

async function measureKind(kind, { originals, redrawings, histograms, pdqHashes, reference }) {
  const { include = [] } = PERTURBATIONS[kind];
  const chosen = choose(kind, originals, redrawings);
  const files = [];
  const misses = [];
  const fileMisses = [];
  const distances = [];
  const [shape, shapeFile, both, histogram, pdq] = Array.from({ length: 5 }, () => ({ first: 0, found: 0 }));
  let first = 0;
  const count = (sum, place) => {
    if (place >= 0 && place < NEAREST) sum.found++;
    if (place === 0) sum.first++;
  };
  for (const [at, id] of chosen.entries()) {
    const bytes = await perturbPicture(kind, originals.get(id), redrawings.get(id), at);
    files.push(join(folder, `${at}.image`));
    writeFileSync(files[at], bytes);
    const asked = formatHash(phash(await decodeImage(imageOf(bytes))));
    const found = ({ matches }) => matches.some(({ ordinal }) => ids[ordinal] === id);
    const byHash = catalog.similar({ phash: asked, limit: NEAREST, include });
    if (!found(byHash)) misses.push(id);
    if (ids[byHash.matches[0]?.ordinal] === id) first++;
    if (!found(await similarToFile(catalog, files[at], { limit: NEAREST, include }))) fileMisses.push(id);
    const placeIn = (matches) => matches.findIndex(({ ordinal }) => ids[ordinal] === id);
    const [own] = (await describeFile(files[at])).shapes;
    if (own !== undefined) {
      count(shape, placeIn(catalog.similar({ shape: own.shape, limit: NEAREST }).matches));
      count(shapeFile, placeIn((await similarToFileByShape(catalog, files[at], NEAREST)).matches));
    }
    count(both, placeIn((await similarToFileByBoth(catalog, files[at], NEAREST))?.matches ?? []));
    count(histogram, histograms.rank(await gradientHistogram(bytes), id));
    count(pdq, pdqHashes.rank(await pdqHash(bytes), id));
    const everyone = catalog.similar({ phash: asked, limit: catalog.size, include }).matches;
    distances.push(everyone.find(({ ordinal }) => ids[ordinal] === id).distance);
  }
  return {
    kind,
    pictures: chosen.length,
    first: first / chosen.length,
    recall: 1 - misses.length / chosen.length,
    fileRecall: 1 - fileMisses.length / chosen.length,
    ...sharesOf("shape", shape, chosen.length),
    ...sharesOf("shapeFile", shapeFile, chosen.length),
    ...sharesOf("both", both, chosen.length),
    ...sharesOf("histogram", histogram, chosen.length),
    ...sharesOf("pdq", pdq, chosen.length),
    medianDistance: distances.sort((a, b) => a - b)[chosen.length >> 1],
    misses,
    fileMisses,
    ...(reference && { imagehashRecall: await reference.recall(files, chosen) }),
  };
}

function sharesOf(name, { first, found }, count) {
  return { [`${name}First`]: first / count, [`${name}Recall`]: found / count };
}

/** ImageHash's phash of all originals, compared in a linear scan. @param originalFiles their paths by id */
async function openReference(originalFiles) {
  const table = hashTable(await referenceHashes(ids.map((id) => originalFiles.get(id))));
  return {
    async recall(files, chosen) {
      const hashes = await referenceHashes(files);
      const found = chosen.filter((id, at) =>
        scanNearest(table, hashes[at], NEAREST).some(({ ordinal }) => ids[ordinal] === id),
      );
      return found.length / chosen.length;
    },
  };
}

/** One hash and its undecided bits per line, as printed by test/reference/phash.py. */
async function referenceHashes(paths) {
  const list = join(folder, "paths.txt");
  writeFileSync(list, paths.map((path) => `${path}\n`).join(""));
  const lines = await runChild("sh", ["-c", `"$0" "$1" < "$2"`, python, REFERENCE, list]);
  return lines
    .trim()
    .split("\n")
    .map((line) => line.slice(0, 16));
}

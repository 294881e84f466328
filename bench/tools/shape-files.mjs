import { closeSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { measuredPixels } from "../../dist/build/image/render/measured-pixels.js";
import { storeImage } from "../../dist/build/image/render/store-image.js";
import { imageOf } from "../../dist/build/image/source/image-source.js";
import { assignCenters } from "../../dist/src/catalog/similar/assign-centers.js";
import {
  clusterShapes,
  decodeShapeClusters,
  decodeShapeSums,
  layOutShapeClusters,
  layOutShapeSums,
} from "../../dist/src/format/shape-clusters.js";
import { decodeShapeChunks, layOutShapeChunks } from "../../dist/src/format/shape-index.js";
import { decodeShapeTable, layOutShapeTable } from "../../dist/src/format/shape-table.js";
import { describeShape } from "../../dist/src/shape/shape-descriptor.js";
import { createRandom } from "./random.mjs";
import { workPath } from "./work-folder.mjs";

const BYTES = 64;
const SIDE = 8;
const GROUP = 20;
const CLUSTER = 12;
const MOST_FLIPS = 20;
/** One in so many real descriptors is a query only. */
const HELD_OUT = 20;
const PLAIN = { tint: undefined, background: undefined, padding: 0 };

/** The shape descriptors of two Iconify sets: `far` are queries, `sources` the rest. Rendered once. */
export async function realShapes() {
  const path = workPath("shapes", "real.bin");
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch {
    bytes = Buffer.concat([...(await describeSet("logos")), ...(await describeSet("simple-icons"))]);
    writeFileSync(`${path}.part`, bytes);
    renameSync(`${path}.part`, path);
  }
  const all = Array.from({ length: bytes.length / BYTES }, (_, at) => bytes.subarray(at * BYTES, (at + 1) * BYTES));
  return {
    far: all.filter((_, at) => at % HELD_OUT === 7),
    sources: all.filter((_, at) => at % HELD_OUT !== 7),
  };
}

async function describeSet(prefix) {
  const require = createRequire(new URL("../../package.json", import.meta.url));
  const set = JSON.parse(readFileSync(require.resolve(`@iconify-json/${prefix}/icons.json`), "utf8"));
  const shapes = [];
  for (const { body, width = set.width ?? 16, height = set.height ?? 16 } of Object.values(set.icons)) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`;
    const { square } = await measuredPixels(await storeImage(imageOf(Buffer.from(svg)), PLAIN));
    const shape = describeShape(square);
    if (shape !== undefined) shapes.push(shape);
  }
  return shapes;
}

/** Writes `count` descriptors, the tables of a generation with them, and the `queries` nearest centers. */
export async function createShapeFiles(count, sources, folder, queries) {
  const random = createRandom(41);
  const wanted = new Set(
    Array.from({ length: queries }, (_, at) => Math.floor(((at + random()) * count) / queries / GROUP) * GROUP),
  );
  const path = `${folder}/descriptors.bin`;
  const file = openSync(path, "w");
  const batch = Buffer.alloc(BYTES * 2 ** 14);
  const near = [];
  let center;
  let filled = 0;
  for (let at = 0; at < count; at++) {
    const place = at % GROUP;
    const shape = place > 0 && place < CLUSTER ? nearDuplicate(center, random) : joined(sources, random);
    if (place === 0) center = shape;
    if (wanted.has(at)) near.push(shape);
    batch.set(shape, filled);
    filled += BYTES;
    if (filled < batch.length && at < count - 1) continue;
    writeSync(file, batch, 0, filled);
    filled = 0;
  }
  closeSync(file);
  const read = () => piecesOf(path);
  writePieces(`${folder}/shapes.bin`, layOutShapeTable(count * BYTES, read()));
  const clusters = clusterShapes(count, count, read, assignCenters);
  writePieces(`${folder}/shape-clusters.bin`, layOutShapeClusters(clusters));
  writePieces(`${folder}/shape-sums.bin`, layOutShapeSums(clusters, count, read));
  writePieces(`${folder}/shape-index.bin`, layOutShapeChunks(count, count, read));
  writeFileSync(`${folder}/near.bin`, Buffer.concat(near));
}

/** The tables that `createShapeFiles` wrote. @param open opens a file */
export function openShapeFiles(folder, open) {
  const clusters = decodeShapeClusters(open(`${folder}/shape-clusters.bin`), "shape-clusters.bin");
  return decodeShapeTable(open(`${folder}/shapes.bin`), "shapes.bin", () => ({
    chunks: decodeShapeChunks(open(`${folder}/shape-index.bin`), "shape-index.bin"),
    clusters,
    sums: decodeShapeSums(open(`${folder}/shape-sums.bin`), clusters, "shape-sums.bin"),
  }));
}

/** Two descriptors joined along a random line. */
function joined(sources, random) {
  const [one, other] = [0, 0].map(() => sources[Math.floor(random() * sources.length)]);
  const angle = random() * 2 * Math.PI;
  const offset = 3 * random() - 1.5;
  return Buffer.from(one).map((byte, at) => {
    const [x, y] = [(at % SIDE) - 3.5, Math.floor(at / SIDE) - 3.5];
    return x * Math.cos(angle) + y * Math.sin(angle) > offset ? byte : other[at];
  });
}

/** The descriptor with 2 to 20 edges made stronger or weaker by one step. */
function nearDuplicate(center, random) {
  const shape = Buffer.from(center);
  for (let left = 2 + Math.floor(random() * (MOST_FLIPS - 1)); left > 0; left--) {
    const cell = Math.floor(random() * BYTES);
    const strong = 1 << Math.floor(random() * 4);
    const weak = strong << 4;
    if ((shape[cell] & weak) === 0) shape[cell] |= weak;
    else if ((shape[cell] & strong) !== 0) shape[cell] &= ~strong;
    else shape[cell] ^= random() < 0.5 ? strong : weak;
  }
  return shape;
}

function* piecesOf(path) {
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at += 2 ** 20) yield bytes.subarray(at, at + 2 ** 20);
}

function writePieces(path, { pieces }) {
  const file = openSync(path, "w");
  for (const piece of pieces) writeSync(file, piece);
  closeSync(file);
}

// Served images that must find their own icon: node bench/served-images.mjs [--artifacts FOLDER]
//
// Every shipped icon as PNG and WebP at 32 to 512 pixels is looked up among all shipped icons, by Hamming distance as
// in the API with `phash`, and by `icons similar FILE --by phash`. ARTIFACTS are those of the shipped data, built if
// not given.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { markedHashes } from "../dist/build/image/render/hash-file.js";
import { similarToFile } from "../dist/cli/listing/similar-to-file.js";
import { openGeneration, readCurrent } from "../dist/src/catalog/generation/generation.js";
import { hasLowDetail } from "../dist/src/catalog/similar/hash-distance.js";
import { toImageRequest } from "../dist/src/images/image-options.js";
import { renderImage } from "../dist/src/images/render-image.js";
import { openCatalog } from "../dist/src/index.js";
import { saveResult } from "./tools/results.mjs";
import { figure, printTable } from "./tools/table.mjs";
import { shippedArtifacts } from "./tools/work-folder.mjs";

const SIZES = [32, 64, 128, 256, 512];

const { artifacts } = parseArgs({ options: { artifacts: { type: "string" } } }).values;
const built = artifacts ?? (await shippedArtifacts());
const catalog = openCatalog(built);
const folder = mkdtempSync(join(tmpdir(), "icons-served-"));
try {
  const results = [];
  for (const format of ["png", "webp"]) for (const size of SIZES) results.push(await measure(format, size));
  printTable(
    ["format", "pixels", "own icon first, Hamming distance", "icons similar FILE --by phash", "not first"],
    results.map(({ format, size, plain, weighted, others }) => [
      format,
      size,
      figure(plain),
      figure(weighted),
      others.join(" "),
    ]),
  );
  const { hashes } = openGeneration(built, readCurrent(built));
  const ordinals = Array.from({ length: catalog.size }, (_, ordinal) => ordinal);
  const lowDetail = ordinals.filter((ordinal) => hasLowDetail(hashes, ordinal)).length;
  console.log(`${lowDetail} of ${catalog.size} icons have low detail`);
  saveResult("served-images", { icons: catalog.size, lowDetail, results });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(format, size) {
  const file = join(folder, "image");
  const others = [];
  let plain = 0;
  for (let ordinal = 0; ordinal < catalog.size; ordinal++) {
    const { id } = catalog.record(ordinal);
    writeFileSync(file, await renderImage(catalog.storedImage(id), toImageRequest({ format, size })));
    const { phash } = (await markedHashes(file)).whole;
    if (catalog.similar({ phash, limit: 1 }).matches[0].ordinal === ordinal) plain++;
    const [first] = (await similarToFile(catalog, file, { limit: 1 })).matches;
    if (first.ordinal !== ordinal) others.push(`${id}:${catalog.record(first.ordinal).id}`);
  }
  return { format, size, plain: plain / catalog.size, weighted: 1 - others.length / catalog.size, others };
}

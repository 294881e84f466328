// Is a new logo too similar to an existing one? For CI: prints the icons similar to an image file. Exits with 1 if
// there are any, with 2 on errors.
//
//     node examples/similarity-check.mjs logo.svg --min-score 0.8 --artifacts artifacts
//     ICONS_API_KEY=icn_… node examples/similarity-check.mjs logo.svg --api https://icons.example.com
//     node examples/similarity-check.mjs logo.svg --by phash --max-distance 8
//
// By default it compares what people see: shape and colors. The score is the share of judged pairs as near as this one
// that were called similar. The default of 0.8 reports a logo if four of five such pairs were. A lower score reports
// more coincidences: every seventh shipped icon has another one from 0.8 on, every fourth from 0.7 on. From 0.97 on, it
// is about the same image. With --by phash, the distance is the number of differing bits of two perceptual hashes: up
// to 4 means the same image, unrelated images differ in about 30.
//
// similarity-check.yml runs it on GitHub.
import { parseArgs } from "node:util";
import { openCatalog } from "icon-data-api";
import { hashFileTwice, looksOfFile } from "icon-data-api/build";

const LIMIT = 20;

try {
  process.exitCode = await check();
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}

async function check() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: "string", default: "look" },
      "min-score": { type: "string" },
      "max-distance": { type: "string" },
      artifacts: { type: "string", default: "artifacts" },
      api: { type: "string" },
    },
  });
  const { by, api, artifacts, "min-score": minScore, "max-distance": maxDistance } = values;
  const [file] = positionals;
  if (file === undefined) throw new Error("Give an image file, such as logo.svg.");
  if (by !== "look" && by !== "phash") throw new Error("Give --by look or --by phash.");
  if (by === "look" && maxDistance !== undefined) throw new Error("Give --by phash with --max-distance.");
  if (by === "phash" && minScore !== undefined) throw new Error("Give --max-distance instead of --min-score.");
  const similar = api === undefined ? inCatalog(artifacts) : overApi(api);
  const near =
    by === "look"
      ? await nearByLook(file, similar, numberOf(minScore ?? "0.8", "a score", 1))
      : await nearByHash(file, similar, numberOf(maxDistance ?? "8", "a distance", 64));
  if (near.length === 0) console.log(`${file}: no similar icon`);
  for (const { id, name, what } of near) console.log(`${file}: ${what} ${name} (${id})`);
  return near.length === 0 ? 0 : 1;
}

function numberOf(text, what, most) {
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0 && number <= most)) throw new Error(`Give ${what} from 0 to ${most}.`);
  return number;
}

// A logo on a background is compared both with and without it.
async function nearByLook(file, similar, minScore) {
  const looks = await looksOfFile(file);
  if (looks.length === 0) throw new Error(`${file}: it shows no edges to compare. Give --by phash.`);
  const icons = (await Promise.all(looks.map(similar))).flat().filter(({ score }) => score >= minScore);
  const sorted = icons.sort((a, b) => b.score - a.score);
  return firstOfEach(sorted).map((icon) => ({ ...icon, what: `score ${icon.score} with` }));
}

// A margin changes half of a hash, so the search runs with and without the image's margin.
async function nearByHash(file, similar, maxDistance) {
  const { phash, trimmed } = await hashFileTwice(file);
  const hashes = [phash, trimmed].filter(Boolean);
  const icons = (await Promise.all(hashes.map((hash) => similar({ phash: hash, maxDistance })))).flat();
  const sorted = icons.sort((a, b) => a.distance - b.distance);
  return firstOfEach(sorted).map((icon) => ({ ...icon, what: `${icon.distance} bits from` }));
}

function firstOfEach(icons) {
  return icons.filter(({ id }, at) => icons.findIndex((other) => other.id === id) === at);
}

function inCatalog(artifacts) {
  const catalog = openCatalog(artifacts);
  return (request) =>
    catalog
      .similar({ ...request, limit: LIMIT })
      .matches.map(({ ordinal, ...nearness }) => ({ ...catalog.record(ordinal), ...nearness }));
}

function overApi(origin) {
  return async ({ shape, palette, phash, maxDistance }) => {
    const colors = palette?.map(({ hex, share }) => `${hex.slice(1)}:${share}`).join();
    const parameters = phash === undefined ? { shape, palette: colors } : { phash, max_distance: maxDistance };
    const query = new URLSearchParams({ ...parameters, limit: LIMIT });
    const key = process.env.ICONS_API_KEY;
    const response = await fetch(`${origin}/api/v1/similar?${query}`, { headers: key ? { "X-API-Key": key } : {} });
    const { success, data, error } = await response.json();
    if (!success) throw new Error(`${origin}: ${error.message}`);
    return data;
  };
}

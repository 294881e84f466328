// Is a new logo too similar to an existing one? For CI: prints the icons similar to an image file. Exits with 1 if
// there are any, with 2 on errors.
//
//     node examples/similarity-check.mjs logo.svg --max-distance 8 --artifacts artifacts
//     ICONS_API_KEY=icn_… node examples/similarity-check.mjs logo.svg --api https://icons.example.com
//
// The distance is the number of differing bits of two perceptual hashes: up to 4 means the same image, unrelated images
// differ in about 30. similarity-check.yml runs it on GitHub.
import { parseArgs } from "node:util";
import { openCatalog } from "icon-data-api";
import { hashFileTwice } from "icon-data-api/build";

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
      "max-distance": { type: "string", default: "8" },
      artifacts: { type: "string", default: "artifacts" },
      api: { type: "string" },
    },
  });
  const [file] = positionals;
  if (file === undefined) throw new Error("Give an image file, such as logo.svg.");
  const maxDistance = Number(values["max-distance"]);
  if (!(maxDistance >= 0 && maxDistance <= 64)) throw new Error("Give a distance from 0 to 64.");
  const lookUp = values.api === undefined ? inCatalog(values.artifacts, maxDistance) : overApi(values.api, maxDistance);

  // A margin changes half of a hash, so the search runs with and without the image's margin.
  const { phash, trimmed } = await hashFileTwice(file);
  const near = new Map();
  for (const hash of [phash, trimmed].filter(Boolean))
    for (const icon of await lookUp(hash))
      if (icon.distance < (near.get(icon.id)?.distance ?? Number.POSITIVE_INFINITY)) near.set(icon.id, icon);

  if (near.size === 0) console.log(`${file}: no icon within ${maxDistance} bits`);
  for (const { id, name, distance } of [...near.values()].sort((a, b) => a.distance - b.distance))
    console.log(`${file}: ${distance} bits from ${name} (${id})`);
  return near.size === 0 ? 0 : 1;
}

function inCatalog(artifacts, maxDistance) {
  const catalog = openCatalog(artifacts);
  return (phash) =>
    catalog.similar({ phash, maxDistance, limit: 20 }).matches.map(({ ordinal, distance }) => ({
      ...catalog.record(ordinal),
      distance,
    }));
}

function overApi(origin, maxDistance) {
  return async (phash) => {
    const query = new URLSearchParams({ phash, max_distance: String(maxDistance), limit: "20" });
    const key = process.env.ICONS_API_KEY;
    const answer = await fetch(`${origin}/api/v1/similar?${query}`, { headers: key ? { "X-API-Key": key } : {} });
    const { success, data, error } = await answer.json();
    if (!success) throw new Error(`${origin}: ${error.message}`);
    return data;
  };
}

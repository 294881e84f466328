/**
 * Reports what changed in the packages upstream: drawings that records use and that a newer package has dropped, renamed
 * or redrawn, and drawings that no record uses.
 *
 *     node tools/images/report.mjs NODE_MODULES
 *
 * NODE_MODULES is a folder where the newer packages are installed, `npm install @iconify-json/logos@latest …`.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { getIconData } from "@iconify/utils";
import { imagesOf, readRecords } from "./records.mjs";

const [modules] = process.argv.slice(2);
const { resolve } = createRequire(import.meta.url);
const readSet = async (folder) => JSON.parse(await readFile(join(folder, "icons.json"), "utf8"));

for (const set of ["logos", "simple-icons"]) {
  const [now, next] = await Promise.all([
    readSet(dirname(resolve(`@iconify-json/${set}/icons.json`))),
    readSet(join(modules, "@iconify-json", set)),
  ]);
  const used = new Map(
    [...imagesOf(await readRecords())].filter((image) => image.set === set).map((image) => [image.name, image]),
  );
  for (const [name, { record }] of used) {
    const [before, after] = [now, next].map((icons) => getIconData(icons, name));
    const alias = next.aliases?.[name]?.parent;
    if (!after) console.log(`${set}/${name}, used by ${record.id}: dropped`);
    else if (alias !== undefined && !now.aliases?.[name])
      console.log(`${set}/${name}, used by ${record.id}: now ${alias}`);
    else if (before?.body !== after.body) console.log(`${set}/${name}, used by ${record.id}: redrawn`);
  }
  const added = Object.keys(next.icons).filter((name) => !now.icons[name]);
  console.log(`${set}: ${added.length} new: ${added.join(" ")}`);
}

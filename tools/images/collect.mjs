/**
 * Writes the drawings that records use from packages that are not dependencies to `data/iconify/`.
 *
 *     node tools/images/collect.mjs NODE_MODULES
 *
 * NODE_MODULES is a folder where the packages of `packages.mjs` are installed. Reports drawings that differ from those of
 * the last time, and fails for one that a package no longer has.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { COLLECTED } from "./packages.mjs";
import { imagesOf, readRecords } from "./records.mjs";

const [modules] = process.argv.slice(2);
const folder = new URL("../../data/iconify/", import.meta.url);
await mkdir(folder, { recursive: true });

const images = [...imagesOf(await readRecords())];
for (const [set, source] of Object.entries(COLLECTED)) {
  const names = [...new Set(images.filter((image) => image.set === set).map(({ name }) => name))].sort();
  if (names.length === 0) continue;
  const file = new URL(`${set}.json`, folder);
  const before = await readFile(file, "utf8").then(JSON.parse, () => ({ icons: {} }));
  const home = join(modules, source.package);
  const icons = {};
  for (const name of names) {
    icons[name] = await source.read(home, name);
    if (!icons[name]) throw new Error(`${source.package} has no ${name}`);
    if (before.icons[name] && before.icons[name].body !== icons[name].body) console.log(`${set}/${name} was redrawn`);
  }
  const { name, author, license } = source.info ? await source.info(home) : source;
  await writeFile(file, `${JSON.stringify({ prefix: set, info: { name, author, license }, icons }, null, 2)}\n`);
  console.log(`${set}: ${names.length} drawings`);
}

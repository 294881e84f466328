import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { runChild } from "./children.mjs";
import { ICONS, PRODUCT, workPath } from "./work-folder.mjs";

/** What every developer of the second dataset ends with, so that each item of an answer tells where it comes from. */
export const MARK = " (second)";

/**
 * An artifacts folder with two generations: the shipped dataset, and the same with other developers. Built anew each time, in seconds
 * where the analyses of the pictures are there already.
 *
 * @param name of the folder, so that several benchmarks can run at once
 * @returns `artifacts`, the two `generations`, and the `ids` of their icons
 */
export async function twoGenerations(name) {
  const folder = workPath("two", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Pictures are found in packages, which are looked for from the dataset upwards.
  symlinkSync(join(PRODUCT, "node_modules"), join(folder, "node_modules"));
  cpSync(join(PRODUCT, "data"), join(folder, "first"), { recursive: true });
  cpSync(join(PRODUCT, "data"), join(folder, "second"), { recursive: true });
  const icons = join(folder, "second", "icons");
  const ids = [];
  for (const file of readdirSync(icons)) {
    const records = JSON.parse(readFileSync(join(icons, file), "utf8"));
    ids.push(...records.map(({ id }) => id));
    const marked = records.map((record) => ({ ...record, developer: record.developer + MARK }));
    writeFileSync(join(icons, file), JSON.stringify(marked));
  }
  const artifacts = join(folder, "artifacts");
  const cache = workPath("two", "cache");
  if (existsSync(cache)) cpSync(cache, join(artifacts, "cache"), { recursive: true });
  const generations = [];
  for (const dataset of ["first", "second"]) {
    const args = [ICONS, "build", join(folder, dataset), "--out", artifacts, "--json", "--strict"];
    generations.push(JSON.parse(await runChild(process.execPath, args)).generation);
  }
  cpSync(join(artifacts, "cache"), cache, { recursive: true });
  return { artifacts, generations, ids };
}

/** Makes a generation the live one, as a build does: by one rename. */
export function makeLive(artifacts, generation) {
  const aside = join(artifacts, "CURRENT.aside");
  writeFileSync(aside, `${generation}\n`);
  renameSync(aside, join(artifacts, "CURRENT"));
}

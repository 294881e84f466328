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

/** Suffix of every developer in a dataset, which identifies the source of each item in a response. */
export const MARKS = ["", " (second)", " (third)"];

/**
 * An artifacts folder with several generations: the shipped dataset, and the same with other developers. Rebuilt each
 * time, within seconds if the analyses are cached.
 *
 * @param name of the folder, so that several benchmarks can run at once
 * @returns `artifacts`, the `generations` in the order of the marks, the last of them live, and the `ids` of their
 * icons
 */
export async function markedGenerations(name, marks) {
  const folder = workPath("marked", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Images come from packages, which are resolved from the dataset upwards.
  symlinkSync(join(PRODUCT, "node_modules"), join(folder, "node_modules"));
  const artifacts = join(folder, "artifacts");
  const cache = workPath("marked", "cache");
  if (existsSync(cache)) cpSync(cache, join(artifacts, "cache"), { recursive: true });
  const data = join(folder, "data");
  cpSync(join(PRODUCT, "data"), data, { recursive: true });
  const generations = [];
  let ids;
  for (const mark of marks) {
    ids = markDevelopers(data, mark);
    const args = [ICONS, "build", data, "--out", artifacts, "--json", "--strict", "--keep", String(marks.length)];
    generations.push(JSON.parse(await runChild(process.execPath, args)).generation);
  }
  cpSync(join(artifacts, "cache"), cache, { recursive: true });
  return { artifacts, generations, ids };
}

/** Writes the shipped records with marked developers. @returns their ids */
function markDevelopers(data, mark) {
  return readdirSync(join(data, "icons")).flatMap((file) => {
    const records = JSON.parse(readFileSync(join(PRODUCT, "data", "icons", file), "utf8"));
    const marked = records.map((record) => ({ ...record, developer: record.developer + mark }));
    writeFileSync(join(data, "icons", file), JSON.stringify(marked));
    return records.map(({ id }) => id);
  });
}

/** Makes a generation live by one rename, like a build. */
export function makeLive(artifacts, generation) {
  const aside = join(artifacts, "CURRENT.aside");
  writeFileSync(aside, `${generation}\n`);
  renameSync(aside, join(artifacts, "CURRENT"));
}

import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createRandom } from "./random.mjs";
import { datasetOf, workPath } from "./work-folder.mjs";

const FOLDER_RECORDS = 1000;
const MEASURED = ["phash", "colors", "style"];

/** The location of a record in such a dataset: its record file and its image. */
export function placeOf(n) {
  const folder = String(Math.floor(n / FOLDER_RECORDS)).padStart(4, "0");
  return { records: `icons/${folder}.ndjson`, picture: `pictures/${folder}/${n}.svg` };
}

/** A drawing of a few hundred bytes, different for each number. */
export function drawing(n) {
  const random = createRandom(n);
  const whole = (below) => Math.floor(random() * below);
  const color = () =>
    `#${whole(1 << 24)
      .toString(16)
      .padStart(6, "0")}`;
  const shapes = Array.from({ length: 2 + whole(3) }, () =>
    random() < 0.5
      ? `<circle cx="${8 + whole(32)}" cy="${8 + whole(32)}" r="${4 + whole(16)}" fill="${color()}"/>`
      : `<path d="M${whole(48)} ${whole(48)}L${whole(48)} ${whole(48)} ${whole(48)} ${whole(48)}Z" fill="${color()}"/>`,
  );
  const ground = `<rect width="48" height="48" rx="${whole(24)}" fill="${color()}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${ground}${shapes.join("")}</svg>\n`;
}

/**
 * A folder of `count` synthetic records with a drawing each, 1,000 records per file and 1,000 drawings per folder; the
 * records omit fields that are measured in images. Created once; callers must undo their changes.
 */
export async function imageDatasetOf(count) {
  const folder = workPath("data", `images-${count}`);
  if (existsSync(folder)) return folder;
  console.error(`making ${folder}`);
  const part = `${folder}.part-${process.pid}`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(join(part, "icons"), { recursive: true });
  writeFileSync(join(part, "dataset.json"), `${JSON.stringify({ name: `${count} drawings` })}\n`);
  let n = 0;
  let batch = "";
  for await (const line of createInterface({ input: createReadStream(await datasetOf(count)) })) {
    const { records, picture } = placeOf(n);
    const record = JSON.parse(line);
    for (const field of MEASURED) delete record[field];
    if (n % FOLDER_RECORDS === 0) mkdirSync(join(part, picture, ".."), { recursive: true });
    writeFileSync(join(part, picture), drawing(n));
    batch += `${JSON.stringify({ ...record, image: picture })}\n`;
    n++;
    if (n % FOLDER_RECORDS !== 0 && n !== count) continue;
    writeFileSync(join(part, records), batch);
    batch = "";
  }
  renameSync(part, folder);
  return folder;
}

/** Replaces a drawing of such a dataset. @returns a function that restores it */
export function changeDrawing(folder, n, seed) {
  const path = join(folder, placeOf(n).picture);
  writeFileSync(path, drawing(seed));
  return () => writeFileSync(path, drawing(n));
}

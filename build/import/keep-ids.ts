import { readdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { flushFolder, writeFlushed } from "#src/platform/write-file.js";
import { readRemoved } from "../check/read-removed.js";
import { parseRecord } from "../dataset/parse-record.js";
import { DatasetError, formatProblem } from "../dataset/problems.js";
import { REMOVED_FILE, type RemovedIcon } from "../dataset/removed-icons.js";
import { SourceRecord } from "../dataset/source-record.js";
import { createValidator } from "../dataset/validate.js";
import { elementsOf, findDataset } from "../read/dataset.js";
import { ICONS_FOLDER } from "./write-folder.js";
import { IMAGES_FOLDER } from "./write-images.js";
import { type SkippedIcon, writeRecords } from "./write-records.js";

const checkFormerIds = createValidator(SourceRecord.properties.formerIds);

/** What an import took over from the dataset that it replaces. */
export interface KeptIds {
  /** Number of former ids that its records got. */
  readonly formerIds: number;
  /** Number of removed icons. */
  readonly removed: number;
}

/** What imports do to edits of the dataset that they replace. */
export const EDITS = "Of edits in it, only formerIds and removed.json are kept.";

/**
 * Takes over into an imported dataset what other systems know ids by: the former ids of icons that are imported again,
 * and the removed icons. An imported icon whose id is removed, or leads to another icon, is left out with its images:
 * links to the id would otherwise show something else. Former ids of icons that are not imported any more are lost,
 * which is reported.
 *
 * @param before the folder that is replaced; it may be empty
 * @param folder of the complete import; it is flushed again if it changes
 * @param onLost receives what is left out or lost
 * @returns also the number of icons that are left out
 * @throws Error if the dataset in `before` is invalid, StorageError
 * Cost: reads both datasets if the old one has former ids or removed icons. Memory: the imported ids.
 */
export async function keepIds(
  before: string,
  folder: string,
  onLost: (lost: SkippedIcon) => void,
): Promise<{ readonly kept: KeptIds; readonly leftOut: number }> {
  const { formerIds, removed } = await idsOf(before);
  if (formerIds.size === 0 && removed.length === 0) return { kept: { formerIds: 0, removed: 0 }, leftOut: 0 };
  const fileOf = new Map<string, string>();
  const files = readdirSync(join(folder, ICONS_FOLDER)).map((name) => join(folder, ICONS_FOLDER, name));
  for await (const { record, file } of recordsOf(files)) fileOf.set(record.id, file);
  const refused = new Map<string, string>();
  for (const { id, date, reason } of removed)
    if (fileOf.has(id))
      refused.set(id, `${REMOVED_FILE} lists it (${date}: ${reason}); remove that entry before you import it`);
  const kept = new Map<string, readonly string[]>();
  for (const [id, former] of formerIds) {
    const name = JSON.stringify(id);
    const isImported = fileOf.has(id);
    if (isImported) kept.set(id, former);
    for (const one of former) {
      if (!isImported) onLost({ icon: one, reason: `was a former id of ${name}, which is not imported any more` });
      else if (fileOf.has(one))
        refused.set(one, `is a former id of ${name}; remove it from those before you import it`);
    }
  }
  for (const file of new Set([...kept.keys(), ...refused.keys()].map((id) => fileOf.get(id)!)))
    await rewrite(folder, file, kept, refused, onLost);
  if (removed.length > 0) await writeRemoved(folder, removed);
  for (const changed of [join(folder, ICONS_FOLDER), folder]) await flushFolder(changed);
  const count = [...kept.values()].reduce((sum, { length }) => sum + length, 0);
  return { kept: { formerIds: count, removed: removed.length }, leftOut: refused.size };
}

/** @returns the former ids by the id of their icon, and the removed icons */
async function idsOf(
  folder: string,
): Promise<{ readonly formerIds: ReadonlyMap<string, readonly string[]>; readonly removed: readonly RemovedIcon[] }> {
  const formerIds = new Map<string, readonly string[]>();
  if (readdirSync(folder).length === 0) return { formerIds, removed: [] };
  try {
    for await (const { record, place } of recordsOf((await findDataset(folder)).files)) {
      if (record?.formerIds === undefined) continue;
      const [finding] = checkFormerIds(record.formerIds);
      if (finding !== undefined) throw new Error(`${place}: formerIds ${finding.message}`);
      formerIds.set(record.id, record.formerIds);
    }
    return { formerIds, removed: readRemoved(folder) };
  } catch (error) {
    const reason = error instanceof DatasetError ? formatProblem(error.problems[0]!) : (error as Error).message;
    throw new Error(
      `the dataset in ${folder} can't be read, so its former ids and removed icons would be lost. Fix it, or delete the folder and import again: ${reason}`,
      { cause: error },
    );
  }
}

/** The unchecked records of files. @throws Error if one can't be parsed */
export async function* recordsOf(
  files: readonly string[],
): AsyncGenerator<{ readonly record: SourceRecord; readonly file: string; readonly place: string }> {
  for (const file of files) {
    for await (const { bytes, line } of elementsOf(file)) {
      const parsed = parseRecord(bytes);
      const place = `${file}:${line}`;
      if ("explain" in parsed) throw new Error(`${place}: ${parsed.explain().message}`);
      yield { record: parsed.record, file, place };
    }
  }
}

/** Writes a file of the import again, with former ids and without refused records. */
async function rewrite(
  folder: string,
  file: string,
  kept: ReadonlyMap<string, readonly string[]>,
  refused: ReadonlyMap<string, string>,
  onRefused: (icon: SkippedIcon) => void,
): Promise<void> {
  async function* changed(): AsyncGenerator<SourceRecord | SkippedIcon> {
    for await (const { bytes } of elementsOf(file)) {
      const record: SourceRecord = JSON.parse(bytes.toString());
      const { id, formerIds = [] } = record;
      const reason = refused.get(id);
      if (reason === undefined)
        yield kept.has(id) ? { ...record, formerIds: [...new Set([...formerIds, ...kept.get(id)!])] } : record;
      else {
        await removeImages(folder, record);
        yield { icon: id, reason };
      }
    }
  }
  const fresh = `${file}.new`;
  if ((await writeRecords(fresh, changed(), onRefused)) > 0) await rename(fresh, file);
  else await rm(file);
}

async function removeImages(folder: string, { image, variants = [] }: SourceRecord): Promise<void> {
  for (const path of [image, ...variants.map((variant) => variant.image)])
    if (path?.startsWith(`${IMAGES_FOLDER}/`)) await rm(join(folder, path), { force: true });
}

/** Adds the removed icons of the old dataset to those of the source. */
async function writeRemoved(folder: string, old: readonly RemovedIcon[]): Promise<void> {
  const known = new Set(old.map(({ id }) => id));
  const all = [...old, ...readRemoved(folder).filter(({ id }) => !known.has(id))];
  await writeFlushed(join(folder, REMOVED_FILE), `${JSON.stringify(all, null, 2)}\n`);
}

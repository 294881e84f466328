import { copyFile, link, lstat, mkdir, readdir, readlink, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { getIconData } from "@iconify/utils/lib/icon-set/get-icon";
import { readRegularFile } from "#src/platform/read-regular-file.js";
import { flushFolder, flushPath, writeFlushed } from "#src/platform/write-file.js";
import { REMOVED_FILE } from "../dataset/removed-icons.js";
import { imagesOf, type SourceRecord } from "../dataset/source-record.js";
import { leadsToIcon, MAX_SET_BYTES, parseIconSet } from "../image/source/icon-set.js";
import { SETS_FOLDER } from "../image/source/icon-sets.js";
import { iconIn } from "../image/source/image-source.js";
import { OPTIONS_FILE, UPSTREAM_FILE } from "../import/write-folder.js";
import { writeRecords } from "../import/write-records.js";
import { isLines } from "../read/dataset.js";
import type { UpdatePlan } from "./plan-update.js";
import { imageDigests, type Mine, type Source } from "./sides.js";

/** What a new version of a dataset is made of. */
export interface UpdatedFiles {
  /** The dataset's folder. */
  readonly dataset: string;
  /** The folder of the fresh import. */
  readonly fresh: string;
  readonly base: Source["icons"];
  readonly mine: Mine;
  readonly theirs: Source;
  /** Content of the new `dataset.json`. */
  readonly options: string;
}

/**
 * Writes a dataset after an update to an empty folder. Files that the update does not change are links to the old ones.
 * Images that a person has changed or that only the dataset has stay; images of the source that no record shows any
 * more are left out.
 */
export async function writeUpdate(folder: string, plan: UpdatePlan, files: UpdatedFiles): Promise<void> {
  const { dataset, fresh, base, mine, theirs } = files;
  const current = imageDigests(theirs.icons);
  const shown = new Set(plan.entries.flatMap(({ record }) => imagesOf(record).map(({ image }) => image)));
  const staysMine = (image: string): boolean =>
    mine.digestOf(image) !== undefined && (!current.has(image) || mine.isEdited(image));
  const written = new Map<string, () => Promise<unknown>>();
  for (const image of imageDigests(base).keys())
    if (iconIn(image) === undefined && !shown.has(image) && !mine.isEdited(image))
      written.set(image, async () => undefined);
  for (const image of shown)
    if (iconIn(image) === undefined && current.has(image) && !staysMine(image))
      written.set(image, () => copyFlushed(join(fresh, image), join(folder, image)));
  for (const file of await readdir(join(fresh, SETS_FOLDER)).catch(() => [])) {
    const path = join(SETS_FOLDER, file);
    const own = [...shown].filter((image) => `${iconIn(image)?.prefix}.json` === file && staysMine(image));
    written.set(path, () => writeSet(join(folder, path), join(fresh, path), join(dataset, path), own));
  }
  for (const file of new Set([...mine.files.keys(), ...plan.entries.map((entry) => entry.file)])) {
    const list = plan.entries.filter((entry) => entry.file === file).map(({ record }) => record);
    const before = mine.files.get(file) ?? [];
    const path = relative(dataset, file);
    if (list.length !== before.length || list.some((record, at) => record !== before[at]))
      written.set(path, () => writeList(join(folder, path), list));
  }
  written.set(REMOVED_FILE, () => writeJson(join(folder, REMOVED_FILE), plan.removed));
  written.set(OPTIONS_FILE, () => writeFlushed(join(folder, OPTIONS_FILE), files.options));
  const upstream = plan.icons.map((icon) => `${JSON.stringify(icon)}\n`).join("");
  written.set(UPSTREAM_FILE, () => writeFlushed(join(folder, UPSTREAM_FILE), upstream));
  await linkAll(dataset, folder, "", written);
  for (const [path, write] of written) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await write();
  }
  for (const path of new Set([...written.keys()].map(dirname))) await flushFolder(join(folder, path));
}

/** Links all files of a folder except those that are written anew. Links and folders are created again. */
async function linkAll(from: string, to: string, inside: string, written: ReadonlyMap<string, unknown>): Promise<void> {
  for (const entry of await readdir(join(from, inside), { withFileTypes: true })) {
    const path = join(inside, entry.name);
    const [old, fresh] = [join(from, path), join(to, path)];
    if (entry.isDirectory()) {
      await mkdir(fresh, { mode: (await lstat(old)).mode });
      await linkAll(from, to, path, written);
    } else if (written.has(path)) continue;
    else if (entry.isSymbolicLink()) await symlink(await readlink(old), fresh);
    // Files of others, and on other file systems, can't be linked.
    else await link(old, fresh).catch(() => copyFlushed(old, fresh));
  }
  await flushFolder(join(to, inside));
}

async function copyFlushed(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await flushPath(to, "r+");
}

/** Writes a set of the source, with the icons of the dataset's set that stay. */
async function writeSet(to: string, fresh: string, old: string, images: readonly string[]): Promise<void> {
  if (images.length === 0) return copyFlushed(fresh, to);
  const [set, own] = [fresh, old].map((path) => parseIconSet(readRegularFile(path, MAX_SET_BYTES)));
  for (const { name } of images.map((image) => iconIn(image)!)) {
    const icon = leadsToIcon(name, own!) ? getIconData(own!, name) : null;
    if (icon === null) continue;
    set!.icons[name] = icon;
    delete set!.aliases?.[name];
  }
  await writeFlushed(to, JSON.stringify(set));
}

async function writeList(path: string, records: readonly SourceRecord[]): Promise<void> {
  if (isLines(path)) await writeRecords(path, records, () => undefined);
  else await writeJson(path, records);
}

async function writeJson(path: string, list: readonly object[]): Promise<void> {
  if (list.length > 0) await writeFlushed(path, `${JSON.stringify(list, null, 2)}\n`);
}

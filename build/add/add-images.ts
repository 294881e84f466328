import { closeSync, existsSync, lstatSync, readFileSync } from "node:fs";
import { constants, copyFile, rename, rm, rmdir } from "node:fs/promises";
import { basename, extname, join, relative, resolve, sep } from "node:path";
import { withPathLock } from "#src/platform/file-lock.js";
import { flushFiles } from "#src/platform/flush-files.js";
import { openRegularFile, readUpTo } from "#src/platform/read-regular-file.js";
import { flushFolder, makeFolder, removeQuietly, replaceFile, UnflushedError } from "#src/platform/write-file.js";
import { readRemoved } from "../check/read-removed.js";
import { parseRecord } from "../dataset/parse-record.js";
import { FILL_IN } from "../dataset/source-record.js";
import { type FileStamp, stageInsertions, stampOf } from "../history/insert-into-file.js";
import {
  type CommonValues,
  groupImages,
  type ImageRecord,
  isImage,
  onePerName,
  recordOfImage,
} from "../import/image-records.js";
import { IMAGES_FOLDER } from "../import/write-images.js";
import { type Dataset, elementsOf, findDataset, isLines } from "../read/dataset.js";

/** File of added records if the dataset has several files and none of the usual name. */
const ADDED_FILE = "added.json";
const USUAL_FILE = "icons.json";
const START_BYTES = 2 ** 16;

export interface AddOptions extends CommonValues {
  /** The dataset's folder. */
  readonly data: string;
  /** Image files; those outside of the dataset's folder are copied into its folder `images`. */
  readonly files: readonly string[];
  /** Whether only to say what would be added. */
  readonly dryRun?: boolean | undefined;
}

export interface AddResult {
  /** The file that has the new records. */
  readonly file: string;
  readonly records: readonly ImageRecord[];
  /** Images that were copied into the dataset's folder, as paths in it. */
  readonly copied: readonly string[];
  /** Images that can't be added, with the reasons. */
  readonly refused: readonly RefusedImage[];
  /** Number of placeholders to fill in. */
  readonly unfilled: number;
}

export interface RefusedImage {
  readonly image: string;
  readonly reason: string;
  /** The id of the record that has this image. */
  readonly owner?: string;
}

/**
 * Adds records for image files to a dataset under its lock, with id and name derived from their file names; files that
 * differ only in their extension are one icon, and `logo-dark.svg` is a variant of `logo.svg` if both are added. The
 * other bytes of the file with records stay as they are. Refused images are left out: missing ones, other files, and
 * those whose id, path or image a record has already.
 *
 * @param all whether one refused image prevents the others from being added. @throws DatasetError if the dataset can't
 * be read, Error if it is not a folder or a record is invalid, StorageError; nothing is added then. UnflushedError if
 * everything is added, but may be lost in a power failure
 */
export async function addImages(options: AddOptions, all: boolean): Promise<AddResult> {
  const { data, dryRun = false } = options;
  const { folder, root } = await findDataset(data);
  if (folder === undefined) throw new Error(`${data}: is a single file. Give the folder of a dataset.`);
  if (dryRun) return (await planAddition(options)).result;
  return withPathLock(data, false, async () => {
    const { result, target, copies } = await planAddition(options);
    const { records, refused } = result;
    if (records.length === 0 || (all && refused.length > 0)) return result;
    // Images first: a build between the two steps finds no record without its image.
    const removeCopies = await copyImages(root, copies);
    try {
      await write(target, records);
    } catch (error) {
      if (!(error instanceof UnflushedError)) await removeCopies();
      throw error;
    }
    return result;
  });
}

/** An image to copy into the dataset. */
interface Copy {
  readonly from: string;
  /** Its path in the dataset's folder. */
  readonly to: string;
}

interface Addition {
  readonly result: AddResult;
  /** The file that takes the records. */
  readonly target: RecordsFile;
  readonly copies: readonly Copy[];
}

async function planAddition({ data, files, ...common }: AddOptions): Promise<Addition> {
  const dataset = await findDataset(data);
  const existing = await readExisting(dataset);
  const refused: RefusedImage[] = [];
  const records: ImageRecord[] = [];
  const copies: Copy[] = [];
  const preferred = onePerName(files);
  const groups = groupImages([...new Set(preferred)].filter((image) => whyNot(image) === undefined));
  const groupOf = new Map(groups.map((group) => [group.image, group]));
  /** Takes an image for an icon, or refuses it. @param path in the dataset @returns whether it was taken */
  const take = (image: string, path: string, id: string): boolean => {
    const owner = existing.images.get(path);
    if (owner !== undefined) {
      refused.push({ image, reason: `is already the image of ${JSON.stringify(owner)}`, owner });
      return false;
    }
    const there = path === pathInside(dataset.root, image) ? "same" : compareFiles(image, join(dataset.root, path));
    const taken = whyTaken({ id, image: path }, existing, there === "other");
    if (taken !== undefined) {
      refused.push({ image, reason: taken });
      return false;
    }
    existing.images.set(path, id);
    // A copy that is already there is left from a killed run.
    if (there === "missing") copies.push({ from: image, to: path });
    return true;
  };
  for (const image of files) {
    const reason = preferred.includes(image) ? whyNot(image) : "another of the files is this icon";
    if (reason !== undefined) refused.push({ image, reason });
    const group = groupOf.get(image);
    if (reason !== undefined || group === undefined) continue;
    const inside = pathInside(dataset.root, image);
    const pathOf = (file: string): string => pathInside(dataset.root, file) ?? `${IMAGES_FOLDER}/${basename(file)}`;
    const record = recordOfImage(pathOf(image), new Set(), common, group.name);
    const named = inside === undefined ? { ...record, category: common.category ?? FILL_IN } : record;
    const isTaken = take(image, named.image, named.id);
    const variants = group.variants.flatMap(({ name, image: file }) => {
      const path = pathOf(file);
      if (!isTaken && file !== image)
        refused.push({ image: file, reason: `is a variant of ${image}, which can't be added` });
      return isTaken && (file === image || take(file, path, named.id)) ? [{ name, image: path }] : [];
    });
    if (!isTaken) continue;
    existing.ids.add(named.id);
    records.push({ ...named, ...(variants.length === 0 ? {} : { variants }) });
  }
  const target = targetOf(dataset, existing);
  const unfilled = records.flatMap((record) => Object.values(record)).filter((value) => value === FILL_IN).length;
  const copied = copies.map(({ to }) => to);
  return { result: { file: target.path, records, copied, refused, unfilled }, target, copies };
}

/** How a file differs from the one at a path of the dataset. */
function compareFiles(image: string, path: string): "missing" | "same" | "other" {
  const info = lstatSync(path, { throwIfNoEntry: false });
  if (info === undefined) return "missing";
  return info.isFile() && readFileSync(image).equals(readFileSync(path)) ? "same" : "other";
}

/**
 * Copies images into the dataset, so that each appears under its name only when complete.
 *
 * @returns a function that removes them again. @throws the system's error; nothing is left behind
 */
async function copyImages(root: string, copies: readonly Copy[]): Promise<() => Promise<void>> {
  if (copies.length === 0) return async () => undefined;
  const folder = join(root, IMAGES_FOLDER);
  const isNew = !existsSync(folder);
  const created = new Set<string>();
  const remove = async (): Promise<void> => {
    for (const path of created) await removeQuietly(path);
    if (isNew) await rmdir(folder).catch(() => undefined);
  };
  const named = copies.map(({ from, to }) => ({ from, to: join(root, to), aside: `${join(root, to)}.tmp` }));
  try {
    await makeFolder(folder);
    for (const { from, aside } of named) {
      await rm(aside, { force: true });
      created.add(aside);
      await copyFile(from, aside, constants.COPYFILE_EXCL);
    }
    await flushFiles(
      folder,
      named.map(({ aside }) => basename(aside)),
    );
    for (const { to, aside } of named) {
      await rename(aside, to);
      created.add(to);
    }
    await flushFolder(folder);
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}

/** What a dataset contains already. */
interface Existing {
  /** Ids and former ids. */
  readonly ids: Set<string>;
  /** Ids in `removed.json`. */
  readonly removed: ReadonlySet<string>;
  /** The id of the record of each image. */
  readonly images: Map<string, string>;
  readonly files: Map<string, RecordsFile>;
}

/** A file that can take records. */
interface RecordsFile {
  readonly path: string;
  readonly stamp: FileStamp;
  /** Where they go; undefined if the file is still to be written. */
  readonly insert: { readonly at: number; readonly isFirst: boolean } | undefined;
}

async function readExisting(dataset: Dataset): Promise<Existing> {
  const ids = new Set<string>();
  const images = new Map<string, string>();
  const files = new Map<string, RecordsFile>();
  for (const path of dataset.files) {
    const stamp = await stampOf(path);
    let begin: number | undefined;
    let end: number | undefined;
    for await (const { offset, line, bytes } of elementsOf(path)) {
      const parsed = parseRecord(bytes);
      if ("explain" in parsed) throw new Error(`${path}:${line}: is invalid. \`icons lint\` says why; fix it first.`);
      const { id, formerIds, image, variants } = parsed.record ?? {};
      for (const known of [id, ...(Array.isArray(formerIds) ? formerIds : [])]) ids.add(String(known));
      const others = Array.isArray(variants) ? variants.map((variant) => variant?.image) : [];
      for (const path of [image, ...others]) if (typeof path === "string") images.set(path, String(id));
      begin ??= offset;
      end = offset + bytes.length;
    }
    const opening = isLines(path) ? stamp.size : openingOf(path, begin);
    // A file of a single record takes no other.
    const at = opening === undefined ? undefined : (end ?? opening);
    if (at !== undefined) files.set(path, { path, stamp, insert: { at, isFirst: end === undefined } });
  }
  const removed = new Set(readRemoved(dataset.folder).map(({ id }) => id));
  return { ids, removed, images, files };
}

function whyNot(image: string): string | undefined {
  const info = lstatSync(image, { throwIfNoEntry: false });
  if (info === undefined) return "there is no such file";
  if (info.isDirectory()) return "is a folder; name the images in it";
  if (!isImage(image)) return `is not an image by its extension, ${extname(image) || "none"}`;
  return undefined;
}

function whyTaken(
  { id, image }: Pick<ImageRecord, "id" | "image">,
  { ids, removed }: Existing,
  fileExists: boolean,
): string | undefined {
  if (ids.has(id)) return `the id ${JSON.stringify(id)} is already used; rename the file`;
  if (removed.has(id)) return `removed.json has the id ${JSON.stringify(id)}; rename the file, or remove that entry`;
  return fileExists ? `the dataset already has a file ${image}; rename the file` : undefined;
}

/** The path of a file in a folder, with slashes; undefined if it is outside. */
function pathInside(root: string, file: string): string | undefined {
  const path = relative(root, resolve(file));
  return path.startsWith("..") || path === resolve(file) ? undefined : path.split(sep).join("/");
}

/** The file that takes new records: the usual one, the only one, or a new one. */
function targetOf({ folder, files }: Dataset, existing: Existing): RecordsFile {
  const usual = files.find((path) => basename(path) === USUAL_FILE);
  const path = usual ?? (files.length === 1 ? files[0] : undefined);
  const added = join(folder!, "icons", ADDED_FILE);
  const fresh: RecordsFile = { path: added, stamp: { size: 0, mtimeMs: 0 }, insert: undefined };
  return existing.files.get(path ?? added) ?? existing.files.get(added) ?? fresh;
}

async function write({ path, stamp, insert }: RecordsFile, records: readonly ImageRecord[]): Promise<void> {
  if (insert === undefined) return replaceFile(path, `${JSON.stringify(records, null, 2)}\n`);
  const indented = records.map((record) => JSON.stringify(record, null, 2).replaceAll(/^/gm, "  ")).join(",\n");
  const lines = records.map((record) => JSON.stringify(record)).join("\n");
  const text = isLines(path) ? `\n${lines}` : insert.isFirst ? `\n${indented}\n` : `,\n${indented}`;
  const staged = await stageInsertions(path, [{ at: insert.at, bytes: Buffer.from(text) }], stamp);
  try {
    await staged.replace();
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

/** The offset behind the bracket that opens a file's array; undefined if the file is a single record. */
function openingOf(path: string, firstRecord: number | undefined): number | undefined {
  const { fd } = openRegularFile(path);
  try {
    const at = readUpTo(fd, firstRecord ?? START_BYTES).indexOf("[");
    return at < 0 ? undefined : at + 1;
  } finally {
    closeSync(fd);
  }
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { withPathLock } from "#src/platform/file-lock.js";
import { makeFolder, replaceFile, UnflushedError } from "#src/platform/write-file.js";
import { schemaText } from "../dataset/json-schema.js";
import { FILL_IN } from "../dataset/source-record.js";
import { IMAGE_ENDINGS } from "../image/image-file.js";
import {
  type CommonValues,
  groupImages,
  type ImageRecord,
  imagesIn,
  onePerName,
  recordOfImage,
  withoutExtension,
} from "./image-records.js";
import { ICONS_FOLDER, OPTIONS_FILE } from "./write-folder.js";

/** Files that a build reads records from. */
const RECORDS = /\.(?:json|ndjson|jsonl)$/;

/** Values that apply to all images of a folder. */
export interface InitOptions extends CommonValues {
  /** The dataset's name; default: the folder's. */
  readonly name?: string | undefined;
}

export interface InitResult {
  readonly records: number;
  /** Images that are variants of an icon by their names. */
  readonly variants: readonly { readonly icon: string; readonly name: string; readonly image: string }[];
  /** Number of placeholders to fill in. */
  readonly unfilled: number;
  /** Images that are left out for another one that differs only in its extension: `x.png` for `x.svg`. */
  readonly alternatives: readonly { readonly image: string; readonly chosen: string }[];
  /** The written files. */
  readonly files: readonly string[];
}

/**
 * Creates a dataset in a folder of images under its lock: a record for each, with id and name derived from its file name.
 * Files that differ only in their extension are one icon, with the drawing as its image if there is one. Files with ends
 * such as `-dark` are variants, see `groupVariants`.
 *
 * @throws Error if the folder is missing, has no image, or is already a dataset; StorageError. Nothing is overwritten,
 * and nothing is left behind. UnflushedError if the dataset is complete, but may be lost in a power failure
 */
export async function initDataset(folder: string, options: InitOptions = {}): Promise<InitResult> {
  if (!existsSync(folder)) throw new Error(`${folder} does not exist. Give a folder with images.`);
  return withPathLock(folder, false, async () => {
    const found = await imagesIn(folder);
    const images = onePerName(found);
    const ids = new Set<string>();
    const records = groupImages(images).map(({ name, image, variants }) => ({
      ...recordOfImage(image, ids, options, name),
      ...(variants.length === 0 ? {} : { variants }),
    }));
    const contents = contentsOf(folder, records, options.name ?? basename(resolve(folder)));
    refuseDataset(folder, contents);
    if (images.length === 0)
      throw new Error(`${folder} holds no image (${[...IMAGE_ENDINGS].join(", ")}). Give a folder with images.`);
    await writeNew(contents);
    const unfilled = records.flatMap((record) => Object.values(record)).filter((value) => value === FILL_IN).length;
    const chosen = new Map(images.map((image) => [withoutExtension(image), image]));
    const alternatives = found
      .map((image) => ({ image, chosen: chosen.get(withoutExtension(image))! }))
      .filter((alternative) => alternative.chosen !== alternative.image);
    const variants = records.flatMap(({ id, variants = [] }) => variants.map((variant) => ({ icon: id, ...variant })));
    return { records: records.length, variants, unfilled, alternatives, files: [...contents.keys()] };
  });
}

/**
 * The files of a dataset by their paths, in the order in which they are written: without records, which come last, there
 * is no dataset.
 */
function contentsOf(folder: string, records: readonly ImageRecord[], name: string): Map<string, string> {
  const contents = new Map([
    [join(folder, "dataset.schema.json"), schemaText("dataset")],
    [join(folder, "records.schema.json"), schemaText("records")],
  ]);
  // Lets editors complete records; an array can't reference its schema.
  const settings = join(folder, ".vscode", "settings.json");
  if (!existsSync(settings))
    contents.set(settings, json({ "json.schemas": [{ fileMatch: ["icons/*.json"], url: "./records.schema.json" }] }));
  contents.set(join(folder, OPTIONS_FILE), json({ $schema: "./dataset.schema.json", name }));
  contents.set(join(folder, ICONS_FOLDER, "icons.json"), json(records));
  return contents;
}

/** Rejects a dataset, but not what a killed run left. */
function refuseDataset(folder: string, contents: ReadonlyMap<string, string>): void {
  const options = join(folder, OPTIONS_FILE);
  const icons = join(folder, ICONS_FOLDER);
  const records = existsSync(icons) ? readdirSync(icons).filter((name) => RECORDS.test(name)) : [];
  const files = records.map((name) => join(icons, name));
  if (existsSync(options) && readFileSync(options, "utf8") !== contents.get(options)) files.push(options);
  const [file] = files;
  if (file !== undefined)
    throw new Error(`${file} already exists, so this folder is a dataset. Edit it, or choose another folder.`);
}

async function writeNew(contents: ReadonlyMap<string, string>): Promise<void> {
  const created: string[] = [];
  const isMissing = (path: string): boolean => !existsSync(path);
  try {
    for (const [path, content] of contents) {
      created.unshift(...[path, dirname(path)].filter(isMissing));
      await makeFolder(dirname(path));
      await replaceFile(path, content);
    }
  } catch (error) {
    const isComplete = error instanceof UnflushedError && [...contents.keys()].every((path) => existsSync(path));
    if (!isComplete)
      for (const path of created)
        await rm(path)
          .catch(() => rmdir(path))
          .catch(() => undefined);
    throw error;
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

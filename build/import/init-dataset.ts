import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { replaceFile } from "#src/platform/write-file.js";
import { schemaText } from "../dataset/json-schema.js";
import { FILL_IN } from "../dataset/source-record.js";
import { IMAGE_ENDINGS } from "../image/image-file.js";
import {
  type CommonValues,
  groupImages,
  imagesIn,
  onePerName,
  recordOfImage,
  withoutExtension,
} from "./image-records.js";

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
 * Creates a dataset in a folder of images: a record for each, with id and name derived from its file name. Files that
 * differ only in their extension are one icon, with the drawing as its image if there is one. Files with ends such as
 * `-dark` are variants, see `groupVariants`.
 *
 * @throws Error if the folder has no image, or is already a dataset; nothing is overwritten
 */
export async function initDataset(folder: string, options: InitOptions = {}): Promise<InitResult> {
  const optionsFile = join(folder, "dataset.json");
  const recordsFile = join(folder, "icons", "icons.json");
  for (const file of [optionsFile, recordsFile]) {
    if (existsSync(file))
      throw new Error(`${file} already exists, so this folder is a dataset. Edit it, or choose another folder.`);
  }
  const found = await imagesIn(folder);
  const images = onePerName(found);
  if (images.length === 0) {
    throw new Error(`${folder} holds no image (${[...IMAGE_ENDINGS].join(", ")}). Give a folder with images.`);
  }
  const ids = new Set<string>();
  const records = groupImages(images).map(({ name, image, variants }) => ({
    ...recordOfImage(image, ids, options, name),
    ...(variants.length === 0 ? {} : { variants }),
  }));
  const name = options.name ?? basename(resolve(folder));
  const contents: Record<string, string> = {
    [join(folder, "dataset.schema.json")]: schemaText("dataset"),
    [join(folder, "records.schema.json")]: schemaText("records"),
    [recordsFile]: json(records),
    [optionsFile]: json({ $schema: "./dataset.schema.json", name }),
  };
  // Lets editors complete records; an array can't reference its schema.
  const settings = join(folder, ".vscode", "settings.json");
  if (!existsSync(settings)) {
    contents[settings] = json({ "json.schemas": [{ fileMatch: ["icons/*.json"], url: "./records.schema.json" }] });
  }
  for (const [path, content] of Object.entries(contents)) {
    await mkdir(dirname(path), { recursive: true });
    await replaceFile(path, content);
  }
  const unfilled = records.flatMap((record) => Object.values(record)).filter((value) => value === FILL_IN).length;
  const chosen = new Map(images.map((image) => [withoutExtension(image), image]));
  const alternatives = found
    .map((image) => ({ image, chosen: chosen.get(withoutExtension(image))! }))
    .filter((alternative) => alternative.chosen !== alternative.image);
  const variants = records.flatMap(({ id, variants = [] }) => variants.map((variant) => ({ icon: id, ...variant })));
  return { records: records.length, variants, unfilled, alternatives, files: Object.keys(contents) };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { replaceFile } from "#src/platform/write-file.js";
import { schemaText } from "../dataset/json-schema.js";
import { FILL_IN } from "../dataset/source-record.js";
import { IMAGE_ENDINGS } from "../image/image-file.js";
import { type CommonValues, imagesIn, onePerName, recordOfImage } from "./image-records.js";

/** Values that apply to all images of a folder. */
export interface InitOptions extends CommonValues {
  /** The dataset's name; default: the folder's. */
  readonly name?: string | undefined;
}

export interface InitResult {
  readonly records: number;
  /** Number of placeholders to fill in. */
  readonly unfilled: number;
  /** Images that show the icon of another one beside them: `x.png` next to `x.svg`. */
  readonly alternatives: readonly string[];
  /** The written files. */
  readonly files: readonly string[];
}

/**
 * Creates a dataset in a folder of images: a record for each, with id and name derived from its file name. Files that
 * differ only in their extension are one icon, with the drawing as its image if there is one.
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
  const records = images.map((image) => recordOfImage(image, ids, options));
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
  const used = new Set(images);
  const alternatives = found.filter((image) => !used.has(image));
  return { records: records.length, unfilled, alternatives, files: Object.keys(contents) };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

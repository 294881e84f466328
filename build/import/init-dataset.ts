import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { replaceFile } from "#src/platform/write-file.js";
import { words } from "#src/text/fold.js";
import { schemaText } from "../dataset/json-schema.js";
import { FILL_IN } from "../dataset/source-record.js";
import { IMAGE_ENDINGS } from "../image/image-file.js";

const LEFT_OUT = new Set(["icons", "node_modules", "artifacts"]);

/** Values that apply to all images of a folder. */
export interface InitOptions {
  /** The dataset's name; default: the folder's. */
  readonly name?: string | undefined;
  /** The developer of all; default: a placeholder to fill in. */
  readonly developer?: string | undefined;
  /** The category of all; default: the name of an image's subfolder, else a placeholder to fill in. */
  readonly category?: string | undefined;
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
  const records = images.map((image) => recordOf(image, ids, options));
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

async function imagesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && IMAGE_ENDINGS.has(extname(entry.name).toLowerCase()))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.split("/").some((part) => part.startsWith(".") || LEFT_OUT.has(part)))
    .sort();
}

/** The preferred one of the images that differ only in their extension, by the order of `IMAGE_ENDINGS`. */
function onePerName(images: readonly string[]): string[] {
  const endings = [...IMAGE_ENDINGS];
  const rank = (image: string): number => endings.indexOf(extname(image).toLowerCase());
  const preferred = new Map<string, string>();
  for (const image of images) {
    const name = image.slice(0, -extname(image).length);
    const other = preferred.get(name);
    if (other === undefined || rank(image) < rank(other)) preferred.set(name, image);
  }
  return [...preferred.values()];
}

function recordOf(image: string, ids: Set<string>, { developer, category }: InitOptions): Record<string, string> {
  const title = basename(image, extname(image));
  const parts = words(title.replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2"));
  const id = freeId(parts.join("-") || "icon", ids);
  const name = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(" ") || FILL_IN;
  const subfolder = dirname(image) === "." ? undefined : basename(dirname(image)).replaceAll(",", " ");
  return { id, name, developer: developer ?? FILL_IN, category: category ?? subfolder ?? FILL_IN, image };
}

/** Files in different folders, or with different punctuation, may have the same name. */
function freeId(wanted: string, ids: Set<string>): string {
  let id = wanted;
  for (let count = 2; ids.has(id); count++) id = `${wanted}-${count}`;
  ids.add(id);
  return id;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

import { readdir } from "node:fs/promises";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import { words } from "#src/text/fold.js";
import { FILL_IN } from "../dataset/source-record.js";
import { IMAGE_ENDINGS } from "../image/image-file.js";

const LEFT_OUT = new Set(["icons", "node_modules", "artifacts"]);

/** Values that apply to all records made from images. */
export interface CommonValues {
  /** The developer of all; default: a placeholder to fill in. */
  readonly developer?: string | undefined;
  /** The category of all; default: the name of an image's subfolder, else a placeholder to fill in. */
  readonly category?: string | undefined;
}

/** A record made from an image file. */
export interface ImageRecord {
  readonly id: string;
  readonly name: string;
  readonly developer: string;
  readonly category: string;
  readonly image: string;
}

/** The images of a folder and its subfolders, as sorted paths with slashes. */
export async function imagesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && isImage(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.split("/").some((part) => part.startsWith(".") || LEFT_OUT.has(part)))
    .sort();
}

/** Whether a file has the extension of an image. */
export function isImage(file: string): boolean {
  return IMAGE_ENDINGS.has(extname(file).toLowerCase());
}

/** The preferred one of the images that differ only in their extension, by the order of `IMAGE_ENDINGS`. */
export function onePerName(images: readonly string[]): string[] {
  const endings = [...IMAGE_ENDINGS];
  const rank = (image: string): number => endings.indexOf(extname(image).toLowerCase());
  const preferred = new Map<string, string>();
  for (const image of images) {
    const name = withoutExtension(image);
    const other = preferred.get(name);
    if (other === undefined || rank(image) < rank(other)) preferred.set(name, image);
  }
  return [...preferred.values()];
}

/** A path without its extension: images that share it are the same icon. */
export function withoutExtension(image: string): string {
  return image.slice(0, image.length - extname(image).length);
}

/**
 * The record of an image, with id and name derived from its file name.
 *
 * @param image its path in the dataset's folder. @param ids those in use; the new one is added
 */
export function recordOfImage(image: string, ids: Set<string>, { developer, category }: CommonValues): ImageRecord {
  const parts = wordsOf(basename(image, extname(image)));
  const id = freeId(parts.join("-"), ids);
  const name = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(" ") || FILL_IN;
  const subfolder = dirname(image) === "." ? undefined : basename(dirname(image)).replaceAll(",", " ");
  return { id, name, developer: developer ?? FILL_IN, category: category ?? subfolder ?? FILL_IN, image };
}

/** The id for a name: its folded words, joined by hyphens; empty if it has none. */
export function idFor(name: string): string {
  return wordsOf(name).join("-");
}

/** The words of a title, in which a capital also begins a word. */
function wordsOf(title: string): string[] {
  return words(title.replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2"));
}

/** Adds an id that is not in use. Files in different folders, or with different punctuation, may have the same name. */
export function freeId(wanted: string, ids: Set<string>): string {
  const base = wanted || "icon";
  let id = base;
  for (let count = 2; ids.has(id); count++) id = `${base}-${count}`;
  ids.add(id);
  return id;
}

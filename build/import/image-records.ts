import { readdir } from "node:fs/promises";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import { FILL_IN } from "../dataset/source-record.js";
import { IMAGE_ENDINGS } from "../image/image-file.js";
import { freeId, idOf, titleOf, withSpaces } from "./names.js";
import { labelOf, oneLine } from "./one-line.js";
import { groupVariants } from "./variant-files.js";

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
  readonly variants?: IconImages["variants"];
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

/** Image files of one icon. */
export interface IconImages {
  /** The name of the icon. */
  readonly name: string;
  readonly image: string;
  readonly variants: readonly { readonly name: string; readonly image: string }[];
}

/**
 * Groups image files by icon: in each folder, `logo-dark.svg` is a variant of `logo.svg`, see `groupVariants`.
 *
 * @param images paths that don't differ in their extension only
 */
export function groupImages(images: readonly string[]): IconImages[] {
  const byKey = new Map<string, string>();
  const keyOf = (image: string): string => `${dirname(image)}/${idOf(nameOfImage(image)) || image}`;
  // Of files whose names differ in punctuation, the first one has the variants.
  for (const image of images) if (!byKey.has(keyOf(image))) byKey.set(keyOf(image), image);
  const groups = groupVariants([...byKey.keys()]);
  const variantKeys = new Set([...groups.values()].flatMap(({ variants }) => [...variants.values()]));
  const icons = [...groups.values()].map(({ image, variants }): IconImages => {
    const own = byKey.get(image!)!;
    const named = [...variants].map(([name, key]) => ({ name, image: byKey.get(key)! }));
    const words = variantKeys.has(image!) ? nameOfImage(own).split(" ").slice(0, -1) : [nameOfImage(own)];
    return { name: words.join(" "), image: own, variants: named };
  });
  const others = images.filter((image) => byKey.get(keyOf(image)) !== image);
  const alone = others.map((image): IconImages => ({ name: nameOfImage(image), image, variants: [] }));
  return [...icons, ...alone].sort((a, b) => (a.image < b.image ? -1 : 1));
}

/**
 * The record of an image, with id and name derived from its file name.
 *
 * @param image its path in the dataset's folder. @param ids those in use; the new one is added
 */
export function recordOfImage(
  image: string,
  ids: Set<string>,
  { developer, category }: CommonValues,
  name = nameOfImage(image),
): ImageRecord {
  const id = freeId(idOf(name), ids);
  const subfolder = dirname(image) === "." ? "" : labelOf(basename(dirname(image)).normalize("NFC"));
  return {
    ...{ id, name: name || FILL_IN, developer: developer ?? FILL_IN },
    ...{ category: category ?? (subfolder || FILL_IN), image },
  };
}

/** The title that a file's name is. Some file systems separate letters from their diacritics. */
function nameOfImage(image: string): string {
  return titleOf(withSpaces(oneLine(basename(image, extname(image)).normalize("NFC"))));
}

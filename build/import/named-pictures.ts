import { readdir } from "node:fs/promises";
import { extname } from "node:path";
import { filesInside } from "../picture/file-inside.js";
import { PICTURE_ENDINGS } from "../picture/picture-endings.js";
import { type FoundPicture, MAX_PICTURE_BYTES } from "./picture-folder.js";

/**
 * The pictures of a folder, subfolders left out, by their names without extension in lower case. Of several that differ in the
 * extension only, the first by name. Reading one throws a PictureError when it leads outside the folder, is no regular file or is
 * too large.
 */
export async function namedPictures(folder: string): Promise<ReadonlyMap<string, () => Promise<FoundPicture>>> {
  const files = filesInside(folder);
  const pictures = new Map<string, () => Promise<FoundPicture>>();
  for (const file of (await readdir(folder)).sort()) {
    const extension = extname(file).toLowerCase();
    const name = file.slice(0, file.length - extension.length).toLowerCase();
    if (!PICTURE_ENDINGS.has(extension) || pictures.has(name)) continue;
    pictures.set(name, async () => ({ extension, bytes: files.read(file, MAX_PICTURE_BYTES) }));
  }
  return pictures;
}

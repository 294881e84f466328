import { readdir } from "node:fs/promises";
import { extname } from "node:path";
import { readInside } from "../image/file-inside.js";
import { PICTURE_ENDINGS } from "../image/picture-endings.js";
import { MAX_PICTURE_BYTES } from "./picture-folder.js";

/** A picture that was found by its name. */
export interface NamedPicture {
  /** In lower case, with the dot. */
  readonly extension: string;
  /** @throws PictureError when it leads outside its folder, is no regular file or is too large */
  read(): Promise<Buffer>;
}

/**
 * The pictures of a folder, subfolders left out, by their names without extension in lower case. Of several that differ in the
 * extension only, the first by name.
 */
export async function namedPictures(folder: string): Promise<ReadonlyMap<string, NamedPicture>> {
  const pictures = new Map<string, NamedPicture>();
  for (const file of (await readdir(folder)).sort()) {
    const extension = extname(file).toLowerCase();
    const name = file.slice(0, file.length - extension.length).toLowerCase();
    if (!PICTURE_ENDINGS.has(extension) || pictures.has(name)) continue;
    pictures.set(name, { extension, read: () => readInside(folder, file, MAX_PICTURE_BYTES) });
  }
  return pictures;
}

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { writeFlushed } from "#src/platform/write-file.js";

/** Folder of imported images. */
export const IMAGES_FOLDER = "images";
/** Folder of images in earlier imports; `--force` replaces it, too. */
export const FORMER_IMAGES_FOLDER = "pictures";
/** Larger images are skipped without reading them. */
export const MAX_IMAGE_BYTES = 16 * 2 ** 20;

/** An image to import. */
export interface FoundImage {
  /** Extension of its file name: in lower case, with the dot. */
  readonly extension: string;
  readonly bytes: Buffer;
}

/** The images of a dataset being written. */
export interface ImageWriter {
  /** Writes an image and flushes it. @returns the value for the record's `image` */
  add(id: string, image: FoundImage): Promise<string>;
  /** Begins to do so. @returns that value at once */
  start(id: string, image: FoundImage): { readonly reference: string; readonly written: Promise<void> };
}

/** @param folder the dataset's; its folder of images is created with the first image */
export function createImageWriter(folder: string): ImageWriter {
  const taken = new Set<string>();
  let made: Promise<unknown> | undefined;
  const start: ImageWriter["start"] = (id, { extension, bytes }) => {
    const stem = id.replaceAll(/[^\w.+-]/g, "_").slice(0, 150);
    let name = `${stem}${extension}`;
    // Some file systems ignore case.
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${stem}~${count}${extension}`;
    taken.add(name.toLowerCase());
    made ??= mkdir(join(folder, IMAGES_FOLDER));
    const written = made.then(() => writeFlushed(join(folder, IMAGES_FOLDER, name), bytes));
    return { reference: `${IMAGES_FOLDER}/${name}`, written };
  };
  return {
    start,
    async add(id, image) {
      const { reference, written } = start(id, image);
      await written;
      return reference;
    },
  };
}

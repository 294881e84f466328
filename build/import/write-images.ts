import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { flushFiles, writeNewFile } from "#src/platform/flush-files.js";

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
  /** Writes an image. @returns the value for the record's `image` @throws StorageError */
  add(id: string, image: FoundImage): Promise<string>;
  /** Flushes all images to disk. @throws StorageError */
  flush(): Promise<void>;
}

/** @param folder the dataset's; its folder of images is created with the first image */
export function createImageWriter(folder: string): ImageWriter {
  const images = join(folder, IMAGES_FOLDER);
  const taken = new Set<string>();
  const names: string[] = [];
  let made: Promise<unknown> | undefined;
  return {
    async add(id, { extension, bytes }) {
      const stem = id.replaceAll(/[^\w.+-]/g, "_").slice(0, 150);
      let name = `${stem}${extension}`;
      // Some file systems ignore case.
      for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${stem}~${count}${extension}`;
      taken.add(name.toLowerCase());
      names.push(name);
      made ??= mkdir(images);
      await made;
      await writeNewFile(join(images, name), bytes);
      return `${IMAGES_FOLDER}/${name}`;
    },
    async flush() {
      if (names.length > 0) await flushFiles(images, names);
    },
  };
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, replaceFile } from "#src/platform/write-file.js";
import { imagesIn } from "../import/image-records.js";
import { addImages, type RefusedImage } from "./add-images.js";

const RECORDS_FILE = "custom.json";

/** Records of images that stay out of the dataset. */
export interface CustomRecords {
  /** The file with them; undefined if there are none. */
  readonly records: string | undefined;
  /** Images that can't be icons, with the reasons. */
  readonly refused: readonly RefusedImage[];
}

/**
 * Writes records for the images in a folder of a dataset that no record names into the artifacts folder, for a build.
 * The dataset may be read-only. Ids and names come from file names, as in `icons add`.
 *
 * @param folder its path in the dataset's folder
 * @throws Error if the folder can't be read or a record is invalid, StorageError
 */
export async function writeCustomRecords(data: string, folder: string, out: string): Promise<CustomRecords> {
  const root = join(data, folder);
  const files = (await imagesIn(root)).map((image) => join(root, image));
  const { records, refused } = await addImages({ data, files, dryRun: true, developer: "Unknown" }, false);
  const others = refused.filter(({ owner }) => owner === undefined);
  if (records.length === 0) return { records: undefined, refused: others };
  const file = join(out, RECORDS_FILE);
  const text = `${JSON.stringify(records, null, 2)}\n`;
  await makeFolder(out);
  // An unchanged file is not read again.
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) await replaceFile(file, text);
  return { records: file, refused: others };
}

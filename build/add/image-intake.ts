import { stat } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { imagesIn, withoutExtension } from "../import/image-records.js";
import { type AddResult, addImages } from "./add-images.js";

/** Makes records of images that are put into a dataset's folder while it is watched. */
export interface ImageIntake {
  /**
   * Adds the images that appeared since the last call; each is tried once. Images that were there before, that a record
   * names, or that differ from another only in their extension stay as they are. @returns undefined if there are none
   */
  take(): Promise<AddResult | undefined>;
}

/**
 * Notes which images a dataset's folder has now.
 *
 * @param out the artifacts folder, whose images are none of the dataset's
 * @returns undefined if the dataset is a single file. @throws the system's error if there is none
 */
export async function createImageIntake(data: string, out: string): Promise<ImageIntake | undefined> {
  if (!(await stat(data)).isDirectory()) return undefined;
  const root = resolve(data);
  const artifacts = `${relative(root, resolve(out)).split(sep).join("/")}/`;
  const list = async (): Promise<string[]> => (await imagesIn(root)).filter((image) => !image.startsWith(artifacts));
  const known = new Set((await list()).map(withoutExtension));
  return {
    async take() {
      const fresh = (await list()).filter((image) => !known.has(withoutExtension(image)));
      if (fresh.length === 0) return undefined;
      const result = await addImages({ data, files: fresh.map((image) => resolve(root, image)) }, false);
      // Only after success: while the dataset has a problem, nothing can be added.
      for (const image of fresh) known.add(withoutExtension(image));
      return result;
    },
  };
}

import { readFile } from "node:fs/promises";
import { pictureOf } from "../build/image/picture.js";
import { decodePicture } from "../build/image/render.js";
import { formatHash } from "../src/phash/hash-text.js";
import { phash } from "../src/phash/phash.js";

/** The perceptual hash of an image file, 16 hex digits. @throws Error naming the file when it can't be decoded */
export async function hashFile(path: string): Promise<string> {
  const bytes = await readFile(path);
  try {
    return formatHash(phash(await decodePicture(pictureOf(bytes))));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

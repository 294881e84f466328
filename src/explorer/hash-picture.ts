import { formatHash } from "../phash/hash-text.js";
import { phash } from "../phash/phash.js";
import { readPixels } from "./read-pixels.js";

/** The perceptual hash of a picture file, computed here: the file goes nowhere. @throws Error a sentence to show */
export async function hashPicture(file: Blob): Promise<string> {
  return formatHash(phash(await readPixels(file)));
}

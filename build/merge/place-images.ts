import { existsSync, readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { readRegularFile } from "#src/platform/read-regular-file.js";
import { writeFlushed } from "#src/platform/write-file.js";
import { REMOTE, type SourceImage } from "../dataset/source-record.js";
import { ImageError } from "../image/image-file.js";
import { filesInside } from "../image/source/files-inside.js";
import { MAX_SET_BYTES } from "../image/source/icon-set.js";
import { SETS_FOLDER } from "../image/source/icon-sets.js";
import { createImageSource, type ImageSource } from "../image/source/image-source.js";
import { createImageWriter, MAX_IMAGE_BYTES } from "../import/write-images.js";
import type { MergeInput } from "./inputs.js";

const SET_FILE = /^[a-z0-9]+(?:-[a-z0-9]+)*\.json$/;
const ICONIFY = /^iconify:([^/]+)\//;

/** Takes images over into the merged dataset, which needs nothing else. */
export interface ImagePlacer {
  /**
   * Downloads keep their address. Icons of sets that the merged dataset has stay there; of other sets, or of other
   * versions of a set, they become files.
   *
   * @param input the index of its dataset @param name for its file
   * @throws ImageError if it can't be read
   */
  place(input: number, image: SourceImage, name: string): Promise<SourceImage>;
  /** Flushes all files to disk. */
  flush(): Promise<void>;
}

/** @param folder the merged dataset's, without images and sets; the sets of the inputs are copied to it */
export async function openImagePlacer(folder: string, inputs: readonly MergeInput[]): Promise<ImagePlacer> {
  const owners = await copySets(folder, inputs);
  const files = inputs.map(({ dataset }) => filesInside(dataset.root));
  const sources = inputs.map(({ dataset }): ImageSource => createImageSource(dataset.root));
  const writer = createImageWriter(folder);
  const references = new Map<string, string>();
  const write = (name: string, extension: string, bytes: Buffer): Promise<string> =>
    writer.add(name, { extension, bytes });
  const placeIcon = async (input: number, reference: string, prefix: string, name: string): Promise<string> => {
    const owner = owners.get(prefix);
    if (owner === input) return reference;
    const { bytes } = await sources[input]!.read(reference);
    if (owner !== undefined && (await isSame(sources[owner]!, reference, bytes))) return reference;
    return write(name, ".svg", Buffer.from(bytes));
  };
  const referenceOf = async (input: number, reference: string, name: string): Promise<string> => {
    if (reference.startsWith(REMOTE)) return reference;
    const prefix = ICONIFY.exec(reference)?.[1];
    if (prefix !== undefined) return placeIcon(input, reference, prefix, name);
    return write(name, extname(reference).toLowerCase(), files[input]!.read(reference, MAX_IMAGE_BYTES));
  };
  return {
    async place(input, { image, background = inputs[input]!.dataset.options.image?.background, tint }, name) {
      const key = `${input} ${image}`;
      const placed = references.get(key) ?? (await referenceOf(input, image, name));
      references.set(key, placed);
      return { image: placed, ...(background && { background }), ...(tint && { tint }) };
    },
    flush: writer.flush,
  };
}

async function isSame(source: ImageSource, reference: string, bytes: Uint8Array): Promise<boolean> {
  try {
    return Buffer.compare((await source.read(reference)).bytes, bytes) === 0;
  } catch (error) {
    if (error instanceof ImageError) return false;
    throw error;
  }
}

/** Copies the sets in the folders of the inputs. @returns the input that each prefix is from: the first that has it */
async function copySets(folder: string, inputs: readonly MergeInput[]): Promise<Map<string, number>> {
  const owners = new Map<string, number>();
  for (const [input, { dataset }] of inputs.entries()) {
    const from = join(dataset.root, SETS_FOLDER);
    if (!existsSync(from)) continue;
    for (const file of readdirSync(from).sort()) {
      const prefix = file.slice(0, -".json".length);
      if (!SET_FILE.test(file) || owners.has(prefix)) continue;
      if (owners.size === 0) await mkdir(join(folder, SETS_FOLDER));
      owners.set(prefix, input);
      await writeFlushed(join(folder, SETS_FOLDER, file), readRegularFile(join(from, file), MAX_SET_BYTES));
    }
  }
  return owners;
}

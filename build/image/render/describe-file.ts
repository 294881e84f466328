import { readFile } from "node:fs/promises";
import { describeChanges } from "#src/shape/changed-shapes.js";
import { formatShape } from "#src/shape/shape-descriptor.js";
import { unpackImage } from "../decode/unpack-image.js";
import { imageOf } from "../source/image-source.js";
import { hashChanges, type MarkedHash } from "./hash-file.js";
import { measuredPixels } from "./measured-pixels.js";
import { storeImage } from "./store-image.js";

const PLAIN = { tint: undefined, background: undefined, padding: 0 };

/** What an image file can be looked up by, of the image itself and of what it may have been made from. */
export interface FileDescription {
  /** First the descriptor of a record with this image. */
  readonly shapes: readonly ShapeOfFile[];
  /** First the hash of the file. */
  readonly hashes: readonly MarkedHash[];
}

/** A shape descriptor to look a file up by. */
export interface ShapeOfFile {
  /** 128 hex digits. */
  readonly shape: string;
  /** Bits that are added to its distances. */
  readonly addedBits: number;
}

/**
 * Describes an image file by the shapes of `describeChanges` and the hashes of `hashChanges`. Cost: decoding, and about
 * 20 ms.
 *
 * @throws Error that names the file if it can't be decoded or shows no edges
 */
export async function describeFile(path: string): Promise<FileDescription> {
  const bytes = await readFile(path);
  try {
    const { square, hashed } = await measuredPixels(await storeImage(await unpackImage(imageOf(bytes)), PLAIN));
    const changes = describeChanges(square);
    if (changes.length === 0) throw new Error("it shows no edges, so it has no shape");
    const shapes = changes.map(({ descriptor, addedBits }) => ({ shape: formatShape(descriptor), addedBits }));
    return { shapes, hashes: await hashChanges(hashed) };
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

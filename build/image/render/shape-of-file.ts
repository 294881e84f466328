import { readFile } from "node:fs/promises";
import { describeChanges } from "#src/shape/changed-shapes.js";
import { formatShape } from "#src/shape/shape-descriptor.js";
import { unpackImage } from "../decode/unpack-image.js";
import { imageOf } from "../source/image-source.js";
import { measuredPixels } from "./measured-pixels.js";
import { storeImage } from "./store-image.js";

const PLAIN = { tint: undefined, background: undefined, padding: 0 };

/** A shape descriptor to look a file up by. */
export interface ShapeOfFile {
  /** 128 hex digits. */
  readonly shape: string;
  /** Bits that are added to its distances. */
  readonly addedBits: number;
}

/**
 * The shape descriptors of an image file: first that of a record with this image, then those of what it may have been
 * made from.
 *
 * @throws Error that names the file if it can't be decoded or shows no edges
 */
export async function shapesOfFile(path: string): Promise<readonly ShapeOfFile[]> {
  const bytes = await readFile(path);
  try {
    const { square } = await measuredPixels(await storeImage(await unpackImage(imageOf(bytes)), PLAIN));
    const shapes = describeChanges(square);
    if (shapes.length === 0) throw new Error("it shows no edges, so it has no shape");
    return shapes.map(({ descriptor, addedBits }) => ({ shape: formatShape(descriptor), addedBits }));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

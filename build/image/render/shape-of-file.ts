import { readFile } from "node:fs/promises";
import { describeShape, formatShape } from "#src/shape/shape-descriptor.js";
import { unpackImage } from "../decode/unpack-image.js";
import { imageOf } from "../source/image-source.js";
import { measuredPixels } from "./measured-pixels.js";
import { storeImage } from "./store-image.js";

const PLAIN = { tint: undefined, background: undefined, padding: 0 };

/**
 * The shape descriptor of an image file, 128 hex digits, as of a record with this image.
 *
 * @throws Error that names the file if it can't be decoded or shows no edges
 */
export async function shapeOfFile(path: string): Promise<string> {
  const bytes = await readFile(path);
  try {
    const { square } = await measuredPixels(await storeImage(await unpackImage(imageOf(bytes)), PLAIN));
    const descriptor = describeShape(square, square.runs);
    if (descriptor === undefined) throw new Error("it shows no edges, so it has no shape");
    return formatShape(descriptor);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

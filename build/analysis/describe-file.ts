import { readFile } from "node:fs/promises";
import * as culori from "#src/color/culori.js";
import { type DominantColor, measurePalette } from "#src/palette/dominant-colors.js";
import type { RunPixels } from "#src/phash/pixels.js";
import { describeChanges } from "#src/shape/changed-shapes.js";
import { iconsIn } from "#src/shape/icons-in.js";
import { describeShape } from "#src/shape/shape-descriptor.js";
import { formatShape } from "#src/shape/shape-text.js";
import { unpackImage } from "../image/decode/unpack-image.js";
import { hashChanges, type MarkedHash } from "../image/render/hash-file.js";
import { type MeasuredPixels, measuredPixels } from "../image/render/measured-pixels.js";
import { storeImage } from "../image/render/store-image.js";
import { imageOf } from "../image/source/image-source.js";

const PLAIN = { tint: undefined, background: undefined, padding: 0 };

/** A shape descriptor to look a file up by. */
export interface ShapeOfFile {
  /** 128 hex digits. */
  readonly shape: string;
  /** Bits that are added to its distances. */
  readonly addedBits: number;
}

/** A shape and the palette of the same pixels. */
export interface LookOfFile {
  /** 128 hex digits. */
  readonly shape: string;
  readonly palette: readonly DominantColor[];
}

/** What an image file can be looked up by. */
export interface FileDescription {
  /** Those of `describeChanges`; empty if the image shows no edges. */
  readonly shapes: readonly ShapeOfFile[];
  /** Those of `hashChanges`. */
  readonly hashes: readonly MarkedHash[];
  /** Those of `looksOfFile`. */
  readonly looks: readonly LookOfFile[];
}

/**
 * What an image file can be looked up by, of the image itself and of what it may have been made from, first that of a
 * record with this image. Cost: decoding, and about 30 ms.
 *
 * @throws Error that names the file if it can't be decoded
 */
export function describeFile(path: string): Promise<FileDescription> {
  return ofMeasured(path, async ({ square, hashed }) => ({
    shapes: describeChanges(square).map(({ descriptor, addedBits }) => ({ shape: formatShape(descriptor), addedBits })),
    hashes: await hashChanges(hashed),
    looks: iconsIn(square).flatMap(lookOf),
  }));
}

/**
 * The looks of an image file: that of a record with this image, then those of the icons that it may show, see
 * `iconsIn`. Empty if it shows no edges or nothing at all. Cost: decoding, and about 2 ms for each.
 *
 * @throws Error that names the file if it can't be decoded
 */
export function looksOfFile(path: string): Promise<readonly LookOfFile[]> {
  return ofMeasured(path, ({ square }) => iconsIn(square).flatMap(lookOf));
}

/** The look, or none. */
function lookOf(square: RunPixels): readonly LookOfFile[] {
  const descriptor = describeShape(square, square.runs);
  const palette = measurePalette(square, culori);
  return descriptor === undefined || palette.length === 0 ? [] : [{ shape: formatShape(descriptor), palette }];
}

/** @throws Error that names the file, also if `work` throws */
async function ofMeasured<Result>(
  path: string,
  work: (pixels: MeasuredPixels) => Result | Promise<Result>,
): Promise<Result> {
  const bytes = await readFile(path);
  try {
    return await work(await measuredPixels(await storeImage(await unpackImage(imageOf(bytes)), PLAIN)));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

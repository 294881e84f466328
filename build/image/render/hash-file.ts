import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { formatHash, hashPixels, phash } from "#src/phash/phash.js";
import type { Pixels } from "#src/phash/pixels.js";
import { unpackImage } from "../decode/unpack-image.js";
import { imageOf } from "../source/image-source.js";
import { decodeImage } from "./measured-pixels.js";

/** Smaller images are not trimmed. */
const MIN_SIDE = 3;
/** Margins to add to a cropped image, as shares of its side: those that crops of 5 and of 12 % remove. */
const CROPPED = [0.026, 0.068];

/** The perceptual hash of an image file, 16 hex digits. @throws Error that names the file if it can't be decoded */
export function hashFile(path: string): Promise<string> {
  return ofPixels(path, hashOf);
}

/**
 * The hash of an image file, and that of the image without its margin, if it has one. A margin changes half of a hash's
 * bits, so searches for similar icons use both.
 *
 * @throws Error that names the file if it can't be decoded
 */
export function hashFileTwice(path: string): Promise<{ readonly phash: string; readonly trimmed?: string }> {
  return markedHashes(path).then(({ whole, trimmed }) => {
    return { phash: whole.phash, ...(trimmed === undefined ? {} : { trimmed: trimmed.phash }) };
  });
}

/** A hash and its uncertain bits, 16 hex digits each. */
export interface MarkedHash {
  readonly phash: string;
  readonly uncertain: string;
}

/** Both hashes with their uncertain bits. @throws Error that names the file if it can't be decoded */
export function markedHashes(path: string): Promise<{ readonly whole: MarkedHash; readonly trimmed?: MarkedHash }> {
  return ofPixels(path, async (pixels) => {
    const inner = await trimMargin(pixels);
    return { whole: markedHashOf(pixels), ...(inner === undefined ? {} : { trimmed: markedHashOf(inner) }) };
  });
}

/**
 * The hashes of an image, of the image without its margin, and of what it may have been cropped from: with margins that
 * continue its edge. Each once.
 */
export async function hashChanges(pixels: Pixels): Promise<readonly MarkedHash[]> {
  const changed = [await trimMargin(pixels), ...(await Promise.all(CROPPED.map((share) => widen(pixels, share))))];
  const found = [pixels, ...changed].filter((image) => image !== undefined).map(markedHashOf);
  return found.filter(({ phash }, at) => found.findIndex((other) => other.phash === phash) === at);
}

async function widen({ data, width, height }: Pixels, share: number): Promise<Pixels> {
  const margin = Math.round(share * Math.max(width, height));
  const { data: widened, info } = await sharp(data, { raw: { width, height, channels: 4 } })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, extendWith: "copy" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: widened };
}

function markedHashOf(pixels: Pixels): MarkedHash {
  const { hash, uncertain } = hashPixels(pixels);
  return { phash: formatHash(hash), uncertain: formatHash(uncertain) };
}

function hashOf(pixels: Pixels): string {
  return formatHash(phash(pixels));
}

async function ofPixels<Result>(path: string, work: (pixels: Pixels) => Result | Promise<Result>): Promise<Result> {
  const bytes = await readFile(path);
  try {
    return await work(await decodeImage(await unpackImage(imageOf(bytes))));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

/** An image without its uniform or transparent margin. Undefined if it has none. */
export async function trimMargin({ data, width, height }: Pixels): Promise<Pixels | undefined> {
  if (Math.min(width, height) < MIN_SIDE) return undefined;
  const image = sharp(data, { raw: { width, height, channels: 4 } }).trim();
  const trimmed = await image.raw().toBuffer({ resolveWithObject: true });
  if (trimmed.info.width === width && trimmed.info.height === height) return undefined;
  return { width: trimmed.info.width, height: trimmed.info.height, data: trimmed.data };
}

import { BLOBS } from "./artifact-files.js";
import { decodeItem } from "./decode-item.js";
import { CREDITS } from "./record-and-detail-fields.js";
import { IMAGE_HEAD_BYTES } from "./stored-image.js";
import { MAX_VARIANT_NAME, MAX_VARIANTS, VARIANT_NAME } from "./variant-names.js";

// An item of the blob `variants`: the other images of an icon.
//
//   offset  bytes
//        0      4  length of the head, little-endian
//        4         head: JSON, a list per variant: name, hash, color labels, bytes of its image, its credits if any
//     then         the images, each as in the blob `images`; empty if images are not stored
const LENGTH_BYTES = 4;

const HASH = /^[0-9a-f]{16}$/;
/** More than the head of `MAX_VARIANTS` variants has. */
const MAX_HEAD_BYTES = 2 ** 19;

type Credit = keyof typeof CREDITS;
const CREDIT_NAMES = Object.keys(CREDITS) as readonly Credit[];

/** License, source and attribution of an image. A variant has only those that are not the icon's. */
export type ImageCredits = { readonly [Name in Credit]?: string };

/** Another image of an icon, such as one for dark backgrounds. */
export interface StoredVariant extends ImageCredits {
  readonly name: string;
  /** Its perceptual hash, 16 lower-case hex digits. */
  readonly phash: string;
  /** Its color labels, largest area first. */
  readonly colors: readonly string[];
  /** As in the blob `images`; empty if the generation has no images. */
  readonly image: Buffer;
}

/** Encodes the variants of an icon; empty if there are none. */
export function encodeVariants(
  variants: readonly (Omit<StoredVariant, "image"> & { readonly image: Uint8Array })[],
): Buffer {
  if (variants.length === 0) return Buffer.alloc(0);
  const rows = variants.map((variant) => {
    const { name, phash, colors, image } = variant;
    const credits = creditsIn(variant);
    return [name, phash, colors, image.length, ...(Object.keys(credits).length === 0 ? [] : [credits])];
  });
  const head = Buffer.from(JSON.stringify(rows));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...variants.map(({ image }) => image)]);
}

/**
 * Decodes an item. The images are views into it. Cost: some microseconds, regardless of the images' sizes.
 *
 * @param file path or name of the file that contains it, for the error
 * @throws FormatError if the bytes are not an item
 */
export function decodeVariants(item: Buffer, ordinal: number, file = "variants"): readonly StoredVariant[] {
  if (item.length === 0) return NONE;
  return decodeItem(file, ordinal, () => {
    const start = LENGTH_BYTES + item.readUInt32LE(0);
    if (start > item.length || start > LENGTH_BYTES + MAX_HEAD_BYTES) throw new RangeError("its head is too long");
    const rows: unknown = JSON.parse(item.toString("utf8", LENGTH_BYTES, start));
    if (!Array.isArray(rows) || rows.length > MAX_VARIANTS) throw new TypeError("its head is not a list of variants");
    let end = start;
    const variants = rows.map((row): StoredVariant => {
      if (!Array.isArray(row)) throw new TypeError("a variant is not a list");
      const [name, phash, colors, size, credits = {}]: readonly unknown[] = row;
      if (!isName(name)) throw new TypeError("the name of a variant is invalid");
      if (typeof phash !== "string" || !HASH.test(phash)) throw new TypeError(`the hash of ${name} is invalid`);
      if (!Array.isArray(colors) || !colors.every((color) => typeof color === "string"))
        throw new TypeError(`the colors of ${name} are invalid`);
      if (!Number.isInteger(size) || (size as number) < 0 || (size as number) > BLOBS.images.maxBytes)
        throw new TypeError(`the size of ${name} is invalid`);
      if (!isCredits(credits)) throw new TypeError(`the credits of ${name} are invalid`);
      const from = end;
      end += size as number;
      // An image that is not empty is longer than its head, so that reading the head stays inside the item.
      if (end > item.length || (end > from && end - from <= IMAGE_HEAD_BYTES))
        throw new RangeError(`the image of ${name} lies outside the item`);
      return { name, phash, colors, ...credits, image: item.subarray(from, end) };
    });
    if (end !== item.length) throw new RangeError("bytes follow its images");
    return variants;
  });
}

/** The credits of a record or variant, without its other members. */
export function creditsIn(image: ImageCredits): ImageCredits {
  const present = CREDIT_NAMES.filter((name) => image[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, image[name]]));
}

function isCredits(value: unknown): value is ImageCredits {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).every(
    ([name, text]) => CREDIT_NAMES.some((one) => one === name) && typeof text === "string",
  );
}

function isName(name: unknown): name is string {
  return typeof name === "string" && name.length <= MAX_VARIANT_NAME && VARIANT_NAME.test(name);
}

const NONE: readonly StoredVariant[] = [];

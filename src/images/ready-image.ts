import { decodeStoredImage, type StoredKind } from "../format/stored-image.js";
import { composeDrawing } from "./compose-drawing.js";
import { IMAGE_FORMATS, toImageRequest } from "./image-options.js";

const TYPES: Readonly<Record<StoredKind, string>> = {
  svg: IMAGE_FORMATS.svg,
  png: IMAGE_FORMATS.png,
  webp: IMAGE_FORMATS.webp,
  jpeg: IMAGE_FORMATS.jpg,
};

/** An image that needs no rendering: an SVG, or the raster file as stored. */
export interface ReadyImage {
  /** The media type. */
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * Returns the image of an item without rendering. A drawing looks as its record defines; a raster file has neither
 * background nor margin.
 *
 * @throws FormatError if the item is damaged
 */
export function readyImage(item: Buffer): ReadyImage {
  const image = decodeStoredImage(item);
  const type = TYPES[image.kind];
  if (image.kind !== "svg") return { type, bytes: Buffer.from(image.file) };
  return { type, bytes: Buffer.from(composeDrawing(image, toImageRequest({ format: "svg" }))) };
}

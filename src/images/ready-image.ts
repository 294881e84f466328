import { decodeStoredImage, type StoredKind } from "../format/stored-image.js";
import { composeDrawing } from "./compose-drawing.js";
import { IMAGE_FORMATS, toImageRequest } from "./image-options.js";

const TYPES: Readonly<Record<StoredKind, string>> = {
  svg: IMAGE_FORMATS.svg,
  png: IMAGE_FORMATS.png,
  webp: IMAGE_FORMATS.webp,
  jpeg: IMAGE_FORMATS.jpg,
};

/** An image that needs no drawing: an SVG, or the raster file as it is stored. */
export interface ReadyImage {
  /** The media type. */
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * The image of an item without drawing it. A drawing looks as its record shows it; a raster file has neither background nor margin.
 *
 * @throws FormatError when the item is damaged
 */
export function readyImage(item: Buffer): ReadyImage {
  const image = decodeStoredImage(item);
  const type = TYPES[image.kind];
  if (image.kind !== "svg") return { type, bytes: Buffer.from(image.file) };
  return { type, bytes: Buffer.from(composeDrawing(image, toImageRequest({ format: "svg" }))) };
}

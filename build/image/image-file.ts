import type { Pixels } from "#src/phash/pixels.js";

/** An image is unavailable; the message has the reason. */
export class ImageError extends Error {
  override readonly name = "ImageError";
  /** Error code of the system, if the image itself may be valid. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** An image before it is decoded. */
export interface Image {
  readonly kind: "svg" | "raster";
  readonly bytes: Uint8Array;
}

/** An image, or a file that contains one in several sizes, see `unpackImage`. */
export interface ImageFile {
  readonly kind: Image["kind"] | "ico" | "icns";
  readonly bytes: Uint8Array;
}

/** One of the images in a file that contains several. */
export interface ImageInside {
  /** What messages call it, such as "image 2". */
  readonly name: string;
  /** Returns a raster file or the pixels. @throws ImageError with a predicate, such as "ends before its last pixel" */
  read(): Buffer | Pixels;
}

/** Extensions of image files, in lower case. The actual format is detected from the first bytes. */
export const IMAGE_ENDINGS: ReadonlySet<string> = new Set([
  ...[".svg", ".png", ".webp", ".jpg", ".jpeg", ".avif", ".gif", ".tif", ".tiff", ".ico", ".icns", ".cur"],
]);

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

/** Extensions of image files, in lower case. The actual format is detected from the first bytes. */
export const IMAGE_ENDINGS: ReadonlySet<string> = new Set([
  ...[".svg", ".png", ".webp", ".jpg", ".jpeg", ".avif", ".gif", ".tif", ".tiff", ".ico", ".icns"],
]);

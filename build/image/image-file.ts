/** An image that can't be had; the message says why. */
export class ImageError extends Error {
  override readonly name = "ImageError";
  /** The system's error, where the image itself may be right. */
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

/** An image, or a file that holds one in several sizes, see `unpackImage`. */
export interface ImageFile {
  readonly kind: Image["kind"] | "ico" | "icns";
  readonly bytes: Uint8Array;
}

/** What names of image files end with, in lower case. What a file is, its first bytes say. */
export const IMAGE_ENDINGS: ReadonlySet<string> = new Set([
  ...[".svg", ".png", ".webp", ".jpg", ".jpeg", ".avif", ".gif", ".tif", ".tiff", ".ico", ".icns"],
]);

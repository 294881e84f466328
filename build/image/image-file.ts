/** A picture that can't be had; the message says why. */
export class PictureError extends Error {
  override readonly name = "PictureError";
  /** The system's error, where the picture itself may be right. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** A picture before it is decoded. */
export interface Picture {
  readonly kind: "svg" | "raster";
  readonly bytes: Uint8Array;
}

/** A picture, or a file that holds one in several sizes, see `unpackPicture`. */
export interface PictureFile {
  readonly kind: Picture["kind"] | "ico" | "icns";
  readonly bytes: Uint8Array;
}

/** What names of picture files end with, in lower case. What a file is, its first bytes say. */
export const PICTURE_ENDINGS: ReadonlySet<string> = new Set([
  ...[".svg", ".png", ".webp", ".jpg", ".jpeg", ".avif", ".gif", ".tif", ".tiff", ".ico", ".icns"],
]);

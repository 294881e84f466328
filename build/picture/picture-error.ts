/** A picture that can't be had; the message says why. */
export class PictureError extends Error {
  override readonly name = "PictureError";
}

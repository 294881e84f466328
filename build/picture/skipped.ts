/** A record whose picture could not be read. */
export interface SkippedPicture {
  readonly id: string;
  readonly image: string;
  readonly reason: string;
  /** There where only the large picture is missing. */
  readonly largeOnly?: true;
}

/** Pictures could not be read, and the build was told to stop for that; nothing was written. */
export class SkippedPicturesError extends Error {
  override readonly name = "SkippedPicturesError";
  readonly skipped: readonly SkippedPicture[];

  constructor(skipped: readonly SkippedPicture[]) {
    super(`${skipped.length} ${skipped.length === 1 ? "picture" : "pictures"} could not be read; nothing was written`);
    this.skipped = skipped;
  }
}

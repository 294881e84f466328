/** An artifact that does not hold what the format promises: damaged, foreign, or written by another version. */
export class FormatError extends Error {
  override readonly name = "FormatError";
  /** Path or name of the artifact file. */
  readonly file: string;

  constructor(file: string, message: string) {
    super(`${file}: ${message}`);
    this.file = file;
  }
}

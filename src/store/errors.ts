/** A store that can't be used: its address is wrong, it is away, it refuses, or what it holds is not what it should be. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  /** The system's, such as `ECONNREFUSED`, where it keeps this process from asking the store. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

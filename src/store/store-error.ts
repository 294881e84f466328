/** A store can't be used: its address is wrong, it is unreachable, it denies access, or its content is invalid. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  /** Error code of the system, such as `ECONNREFUSED`, if the request could not be sent. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

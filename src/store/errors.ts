/** A store that can't be used: its address is wrong, it is away, it refuses, or what it holds is not what it should be. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

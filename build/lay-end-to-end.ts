type NumberArray = Uint16Array | Uint32Array | Float64Array;

/** Copies pieces into `whole`, one behind the other. @returns `whole`, which must have room for all of them */
export function layEndToEnd<T extends NumberArray>(pieces: readonly T[], whole: T): T {
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

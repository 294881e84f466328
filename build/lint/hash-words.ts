/** A hash as its low and high word, 32-bit integers. @param hash 16 hex digits */
export function hashWords(hash: string): [low: number, high: number] {
  return [Number.parseInt(hash.slice(8), 16) | 0, Number.parseInt(hash.slice(0, 8), 16) | 0];
}

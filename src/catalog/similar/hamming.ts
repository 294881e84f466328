/** The largest Hamming distance between two 64-bit hashes. */
export const MAX_DISTANCE = 64;

/** Bits in which two 64-bit hashes differ, each given as its low and high word; signed or not. */
export function hammingDistance(lowA: number, highA: number, lowB: number, highB: number): number {
  // Groups of four bits hold 4 ones each, 8 in both words: a group has room for that, so both words finish as one.
  const groups = onesByFour(lowA ^ lowB) + onesByFour(highA ^ highB);
  return Math.imul((groups & 0x0f0f0f0f) + ((groups >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
}

/** Ones in each group of four bits. Source: Hacker's Delight, figure 5-2. */
function onesByFour(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  return (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
}

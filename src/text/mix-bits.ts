/**
 * Spreads the bits of a 32-bit sum, so that its lowest ones depend on all.
 *
 * @returns a signed number of 32 bits. Source: the last step of MurmurHash3 (Appleby)
 */
export function mixBits(sum: number): number {
  let mixed = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

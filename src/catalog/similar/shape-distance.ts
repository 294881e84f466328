import { SHAPE_BYTES } from "../../shape/shape-text.js";
import { hammingDistance } from "./hash-distance.js";

/**
 * Bits of shape distance that weigh as much in the look as a color distance of 1, that of black and white. Chosen by
 * blind judgments: with 340, fewer of the first icons look alike; with 680, fewer have the same shape, and no more look
 * alike. It divides `COLOR_DISTANCE_UNIT`, so that distances by look are integers.
 */
export const BITS_OF_COLOR_DISTANCE = 480;

/** The distance of two looks, by which `by=look` orders: 0 if they are the same. @param shapeDistance in bits */
export function lookDistance(shapeDistance: number, colorDistance: number): number {
  return shapeDistance / BITS_OF_COLOR_DISTANCE + colorDistance;
}

/**
 * The number of bits in which two shape descriptors differ.
 *
 * @param start of the first one in `bytes`
 */
export function differingBits(bytes: Uint8Array, start: number, other: Uint8Array): number {
  let bits = 0;
  for (let at = 0; at < SHAPE_BYTES; at++) bits += hammingDistance(bytes[start + at]! ^ other[at]!, 0, 0, 0);
  return bits;
}

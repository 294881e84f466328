import { SHAPE_BYTES } from "../../shape/shape-text.js";
import { MAX_SHAPE_DISTANCE, sharedWindow } from "./scan-shapes.js";
import { differingBits } from "./shape-distance.js";
import { ROOM } from "./sum-window.js";

/**
 * Finds the nearest center of each descriptor; of equally near ones the first.
 *
 * Cost: a few nanoseconds for each pair in WebAssembly, else thirty times that.
 */
export function assignCenters(centers: Uint8Array, descriptors: Uint8Array): Uint16Array {
  const count = descriptors.length / SHAPE_BYTES;
  const nearest = new Uint16Array(count);
  const least = new Uint16Array(count).fill(MAX_SHAPE_DISTANCE + 1);
  for (let from = 0; from < count; from += ROOM) {
    const some = descriptors.subarray(from * SHAPE_BYTES, (from + ROOM) * SHAPE_BYTES);
    const compare = comparerOf(some);
    for (let center = 0; center * SHAPE_BYTES < centers.length; center++) {
      const distances = compare(centers.subarray(center * SHAPE_BYTES, (center + 1) * SHAPE_BYTES));
      for (let at = 0; at * SHAPE_BYTES < some.length; at++) {
        if (distances[at]! >= least[from + at]!) continue;
        least[from + at] = distances[at]!;
        nearest[from + at] = center;
      }
    }
  }
  return nearest;
}

/** Compares at most `ROOM` descriptors with a center. The distances are valid until the next call. */
function comparerOf(descriptors: Uint8Array): (center: Uint8Array) => Uint16Array {
  const count = descriptors.length / SHAPE_BYTES;
  const window = sharedWindow;
  if (window === null) {
    const distances = new Uint16Array(count);
    return (center) => distances.map((_, at) => differingBits(descriptors, at * SHAPE_BYTES, center));
  }
  new Uint8Array(window.room.buffer, window.room.byteOffset).set(descriptors);
  return (center) => {
    window.setCompared(center);
    return window.compare(count);
  };
}

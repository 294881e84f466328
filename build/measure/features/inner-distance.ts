/** A step to the side and one across the corner, in fifths of a pixel. */
const SIDE = 5;
const CORNER = 7;

/**
 * How far each pixel of a shape is from the nearest one outside, in fifths of a pixel, at most 8 % off, by two passes (G.
 * Borgefors, Distance transformations in digital images, 1986). What lies beyond the picture is outside.
 *
 * @param mask 1 for each pixel of the shape, row by row
 * @returns with a margin of one pixel on each side, so that every pixel has neighbours
 */
export function innerDistance(mask: Uint8Array, width: number): Uint16Array {
  const height = mask.length / width;
  const stride = width + 2;
  const distance = new Uint16Array(stride * (height + 2));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (mask[y * width + x] === 0) continue;
      const at = (y + 1) * stride + x + 1;
      const above = at - stride;
      distance[at] = Math.min(
        distance[at - 1]! + SIDE,
        distance[above]! + SIDE,
        distance[above - 1]! + CORNER,
        distance[above + 1]! + CORNER,
      );
    }
  }
  for (let at = distance.length - stride - 2; at > stride; at--) {
    if (distance[at] === 0) continue;
    const below = at + stride;
    distance[at] = Math.min(
      distance[at]!,
      distance[at + 1]! + SIDE,
      distance[below]! + SIDE,
      distance[below + 1]! + CORNER,
      distance[below - 1]! + CORNER,
    );
  }
  return distance;
}

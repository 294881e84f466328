const SIDE = 8;
const STEP = 4;
/** The constants of the paper, for values up to 255. */
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;
const GROUNDS = [0, 255];

/**
 * Visual similarity of two images of the same size, up to 1: the mean structural similarity (Wang, Bovik, Sheikh,
 * Simoncelli 2004) of windows of 8 × 8 pixels, four apart, of red, green and blue, on black and on white, so that alpha
 * counts; the lower value is returned. Windows that are uniform in both are excluded: they are most of an icon and
 * would make any loss look small.
 *
 * @param a RGBA. @param b RGBA
 */
export function ssim(a, b, width, height) {
  return Math.min(...GROUNDS.map((ground) => onGround(a, b, width, height, ground)));
}

function onGround(a, b, width, height, ground) {
  let sum = 0;
  let count = 0;
  for (let channel = 0; channel < 3; channel++) {
    const planes = [a, b].map((data) => planeOf(data, channel, ground));
    for (let y = 0; y + SIDE <= height; y += STEP) {
      for (let x = 0; x + SIDE <= width; x += STEP) {
        const similarity = ofWindow(planes[0], planes[1], width, x, y);
        if (similarity === undefined) continue;
        sum += similarity;
        count++;
      }
    }
  }
  return count === 0 ? 1 : sum / count;
}

function planeOf(data, channel, ground) {
  const plane = new Float64Array(data.length / 4);
  for (let at = 0; at < plane.length; at++) {
    const share = data[at * 4 + 3] / 255;
    plane[at] = data[at * 4 + channel] * share + ground * (1 - share);
  }
  return plane;
}

/** Undefined if neither image has an edge. */
function ofWindow(a, b, width, x, y) {
  const count = SIDE * SIDE;
  let sumA = 0;
  let sumB = 0;
  let squaresA = 0;
  let squaresB = 0;
  let products = 0;
  for (let row = y; row < y + SIDE; row++) {
    for (let at = row * width + x, end = at + SIDE; at < end; at++) {
      sumA += a[at];
      sumB += b[at];
      squaresA += a[at] * a[at];
      squaresB += b[at] * b[at];
      products += a[at] * b[at];
    }
  }
  const meanA = sumA / count;
  const meanB = sumB / count;
  const varianceA = squaresA / count - meanA * meanA;
  const varianceB = squaresB / count - meanB * meanB;
  if (varianceA < 1 && varianceB < 1) return undefined;
  const covariance = products / count - meanA * meanB;
  return (
    ((2 * meanA * meanB + C1) * (2 * covariance + C2)) /
    ((meanA * meanA + meanB * meanB + C1) * (varianceA + varianceB + C2))
  );
}

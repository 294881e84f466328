/** Three components of a color, or a row of a matrix. */
export type Vector = readonly [number, number, number];
export type Matrix = readonly [Vector, Vector, Vector];

/** x and y of white, red, green and blue, each from 0 to 1. */
export type Chromaticities = readonly number[];

export const D65 = [0.3127, 0.329] as const;
export const SRGB_PRIMARIES: Chromaticities = [...D65, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];
export const REC2020_PRIMARIES: Chromaticities = [...D65, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046];

/** The white of ICC profiles in XYZ, D50. */
const PROFILE_WHITE: Vector = [0.96422, 1, 0.82521];
/** Cone responses by XYZ, by Bradford. */
const CONES: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/**
 * The matrix from the light of primaries to XYZ, adapted to D50 as in ICC profiles. Undefined if the chromaticities are
 * invalid or on a line.
 */
export function primariesToXyz(chromaticities: Chromaticities): Matrix | undefined {
  const at = (index: number): Vector => {
    const [x = 0, y = 0] = chromaticities.slice(index, index + 2);
    return [x, y, 1 - x - y];
  };
  const white = at(0);
  const primaries = transpose([at(2), at(4), at(6)]);
  const toAmounts = inverse(primaries);
  if (toAmounts === undefined || white[1] === 0 || chromaticities.some((part) => part > 1)) return undefined;
  const whiteXyz = scale(white, 1 / white[1]);
  const toXyz = multiply(primaries, diagonal(apply(toAmounts, whiteXyz)));
  const [own, adapted] = [apply(CONES, whiteXyz), apply(CONES, PROFILE_WHITE)];
  const adapt = diagonal([adapted[0] / own[0], adapted[1] / own[1], adapted[2] / own[2]]);
  return [inverse(CONES)!, adapt, CONES, toXyz].reduce(multiply);
}

/** The matrix to the light of primaries. @param toXyz from another light to XYZ, see `primariesToXyz` */
export function fromXyz(chromaticities: Chromaticities, toXyz: Matrix): Matrix {
  return multiply(inverse(primariesToXyz(chromaticities)!)!, toXyz);
}

/** The scalar product of a vector and that of three components, which need no object for each pixel. */
export function dot(vector: Vector, a: number, b: number, c: number): number {
  return vector[0] * a + vector[1] * b + vector[2] * c;
}

function apply(matrix: Matrix, vector: Vector): Vector {
  return [dot(matrix[0], ...vector), dot(matrix[1], ...vector), dot(matrix[2], ...vector)];
}

function multiply(left: Matrix, right: Matrix): Matrix {
  const [a, b, c] = transpose(right);
  return transpose([apply(left, a), apply(left, b), apply(left, c)]);
}

function transpose([a, b, c]: Matrix): Matrix {
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}

function inverse([a, b, c]: Matrix): Matrix | undefined {
  const determinant = dot(a, ...cross(b, c));
  if (Math.abs(determinant) < 1e-9) return undefined;
  const columns: Matrix = [cross(b, c), cross(c, a), cross(a, b)];
  return multiply(transpose(columns), diagonal([1 / determinant, 1 / determinant, 1 / determinant]));
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function scale([a, b, c]: Vector, factor: number): Vector {
  return [a * factor, b * factor, c * factor];
}

function diagonal([a, b, c]: Vector): Matrix {
  return [
    [a, 0, 0],
    [0, b, 0],
    [0, 0, c],
  ];
}

import { type Chromaticities, D65, primariesToXyz, REC2020_PRIMARIES, SRGB_PRIMARIES } from "./color-matrix.js";
import type { ColorSpace } from "./color-space.js";

/** The largest luminance of images that name none, in cd/m². */
const USUAL_PEAK = 1000;

const C = [0.31, 0.316] as const;
const SMPTE_170M: Chromaticities = [...D65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07];

const PRIMARIES: ReadonlyMap<number, Chromaticities> = new Map<number, Chromaticities>([
  [1, SRGB_PRIMARIES],
  [4, [...C, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08]],
  [5, [...D65, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06]],
  [6, SMPTE_170M],
  [7, SMPTE_170M],
  [8, [...C, 0.681, 0.319, 0.243, 0.692, 0.145, 0.049]],
  [9, REC2020_PRIMARIES],
  [10, [1 / 3, 1 / 3, 1, 0, 0, 1, 0, 0]],
  [11, [0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]],
  [12, [...D65, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]],
  [22, [...D65, 0.63, 0.34, 0.295, 0.605, 0.155, 0.077]],
]);

const PQ = 16;
const HLG = 18;
/** For code points that stand for video. Chromium shows them as on the reference display of ITU-R BT.1886. */
const VIDEO = power(2.4);

const TRANSFERS: ReadonlyMap<number, ColorSpace["transfer"]> = new Map<number, ColorSpace["transfer"]>([
  [1, VIDEO],
  [4, power(2.2)],
  [5, power(2.8)],
  [6, VIDEO],
  [7, curve(1 / 0.45, 0.11157219592173, 4, 0.091286342118)],
  [8, power(1)],
  [11, VIDEO],
  [13, curve(2.4, 0.055, 12.92, 0.04045)],
  [14, VIDEO],
  [15, VIDEO],
  [PQ, perceptualQuantizer],
  [17, (level) => (52.37 / 48) * level ** 2.6],
  [HLG, hybridLogGamma],
]);

/**
 * The color space of coding-independent code points. Source: ITU-T H.273, tables 2 and 3, without the transfer functions
 * 9, 10 and 12, which Chromium does not know.
 *
 * @param peak the largest luminance in cd/m², for a high dynamic range
 * @returns undefined for unknown code points
 */
export function codedSpace(primaries: number, transfer: number, peak?: number): ColorSpace | undefined {
  const [chromaticities, lightOf] = [PRIMARIES.get(primaries), TRANSFERS.get(transfer)];
  if (chromaticities === undefined || lightOf === undefined) return undefined;
  const space = { toXyz: primariesToXyz(chromaticities)!, transfer: lightOf };
  const isHighRange = transfer === PQ || transfer === HLG;
  return isHighRange ? { ...space, highRange: { peak: peak || USUAL_PEAK, isSceneLight: transfer === HLG } } : space;
}

/** A transfer function that is a power of the level. */
export function power(exponent: number): ColorSpace["transfer"] {
  return (level) => level ** exponent;
}

/** A power function with a straight start. */
function curve(exponent: number, offset: number, slope: number, start: number): ColorSpace["transfer"] {
  return (level) => (level < start ? level / slope : ((level + offset) / (1 + offset)) ** exponent);
}

/** Source: ITU-R BT.2100, table 4. */
function perceptualQuantizer(level: number): number {
  const root = level ** (32 / 2523);
  return (Math.max(0, root - 107 / 128) / (2413 / 128 - (2392 / 128) * root)) ** (8192 / 1305);
}

/** Source: ITU-R BT.2100, table 5. */
function hybridLogGamma(level: number): number {
  return level <= 0.5 ? level ** 2 / 3 : (Math.exp((level - 0.55991073) / 0.17883277) + 0.28466892) / 12;
}

import { crc32 } from "node:zlib";
import { type Chromaticities, primariesToXyz, REC2020_PRIMARIES, SRGB_PRIMARIES } from "./color-matrix.js";
import type { ColorSpace } from "./color-space.js";
import { isPng, type PngChunk, pngChunks } from "./png-chunks.js";

/** Chunks about colors, by the length of their data; that of a profile varies. */
const LENGTHS = { cICP: 4, iCCP: undefined, sRGB: 1, gAMA: 4, cHRM: 32, cLLI: 8, mDCV: 24 } as const;
/** Factor of the numbers in gAMA and cHRM. */
const UNIT = 100_000;
/** Gammas within this share of 1 / 2.2 mean sRGB if there is no cHRM. */
const NEUTRAL = 0.05;
/** Factor of luminances, and position of the largest one in mDCV. */
const LUMINANCE_UNIT = 10_000;
const LARGEST_AT = 16;
/** The largest luminance of images that name none, in cd/m². */
const USUAL_PEAK = 1000;

// Code points as in ITU-T H.273, tables 2 and 3. Chromium does not know the transfer functions 9, 10 and 12.

const D65 = [0.3127, 0.329] as const;
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

/** A color space that chunks of a PNG file define. */
export interface PngColorSpace extends ColorSpace {
  /** Whether the file also has an ICC profile, which must not be applied. */
  readonly overridesProfile: boolean;
}

/**
 * The color space of a PNG file, as Chromium reads it: cICP goes before iCCP, iCCP before sRGB, sRGB before gAMA and
 * cHRM. Chunks that are damaged or have unknown values are ignored; so is cHRM without gAMA.
 *
 * @returns undefined for sRGB, for a file with an ICC profile, which decoders apply, and for other formats
 */
export function pngColorSpace(file: Buffer): PngColorSpace | undefined {
  const chunks = colorChunks(file);
  const overridesProfile = chunks.iCCP !== undefined;
  const coded = codedSpace(chunks);
  if (coded !== undefined) return { ...coded, overridesProfile };
  if (overridesProfile || chunks.sRGB !== undefined) return undefined;
  const calibrated = calibratedSpace(chunks);
  return calibrated && { ...calibrated, overridesProfile };
}

type ColorChunks = Partial<Record<keyof typeof LENGTHS, Buffer>>;

/** The first undamaged chunk of each kind before the pixels. */
function colorChunks(file: Buffer): ColorChunks {
  const found: ColorChunks = {};
  if (!isPng(file)) return found;
  for (const chunk of pngChunks(file)) {
    if (chunk.name === "IDAT") break;
    const name = chunk.name as keyof ColorChunks;
    if (Object.hasOwn(LENGTHS, name) && isUndamaged(chunk, LENGTHS[name])) found[name] ??= chunk.data;
  }
  return found;
}

function isUndamaged({ data, bytes }: PngChunk, length = data.length): boolean {
  return data.length === length && crc32(bytes.subarray(4, -4)) === bytes.readUInt32BE(bytes.length - 4);
}

/** The space of gAMA and cHRM. */
function calibratedSpace({ gAMA, cHRM }: ColorChunks): ColorSpace | undefined {
  const gamma = (gAMA?.readUInt32BE() ?? 0) / UNIT;
  if (gamma === 0 || (cHRM === undefined && Math.abs(gamma * 2.2 - 1) < NEUTRAL)) return undefined;
  const chromaticities = cHRM && Array.from({ length: 8 }, (_, at) => cHRM.readUInt32BE(at * 4) / UNIT);
  const toXyz = primariesToXyz(chromaticities ?? SRGB_PRIMARIES);
  return toXyz && { toXyz, transfer: power(1 / gamma) };
}

/** The space of cICP, which names full-range RGB with known primaries and a known transfer function. */
function codedSpace({ cICP, cLLI, mDCV }: ColorChunks): ColorSpace | undefined {
  const [primaries = 0, code = 0, matrix, isFullRange] = cICP ?? [];
  const [chromaticities, transfer] = [PRIMARIES.get(primaries), TRANSFERS.get(code)];
  if (matrix !== 0 || isFullRange !== 1 || chromaticities === undefined || transfer === undefined) return undefined;
  const space = { toXyz: primariesToXyz(chromaticities)!, transfer };
  if (code !== PQ && code !== HLG) return space;
  const largest = cLLI?.readUInt32BE() || mDCV?.readUInt32BE(LARGEST_AT) || USUAL_PEAK * LUMINANCE_UNIT;
  return { ...space, highRange: { peak: largest / LUMINANCE_UNIT, isSceneLight: code === HLG } };
}

function power(exponent: number): ColorSpace["transfer"] {
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

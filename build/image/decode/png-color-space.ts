import { crc32 } from "node:zlib";
import { codedSpace, power } from "./code-points.js";
import { primariesToXyz, SRGB_PRIMARIES } from "./color-matrix.js";
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
  const coded = chunkSpace(chunks);
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
function chunkSpace({ cICP, cLLI, mDCV }: ColorChunks): ColorSpace | undefined {
  const [primaries, transfer, matrix, isFullRange] = cICP ?? [];
  if (primaries === undefined || transfer === undefined || matrix !== 0 || isFullRange !== 1) return undefined;
  const largest = cLLI?.readUInt32BE() || mDCV?.readUInt32BE(LARGEST_AT);
  return codedSpace(primaries, transfer, largest && largest / LUMINANCE_UNIT);
}

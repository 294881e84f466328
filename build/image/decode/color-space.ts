import { type Pixels, pixelWords } from "#src/phash/pixels.js";
import {
  dot,
  fromXyz,
  type Matrix,
  primariesToXyz,
  REC2020_PRIMARIES,
  SRGB_PRIMARIES,
  type Vector,
} from "./color-matrix.js";

/** A pixel stays as it is unless one of its channels differs by more levels. */
const VISIBLE = 2;
/** Steps of light in a table of levels; each is a twentieth of a level or less. */
const STEPS = 2 ** 16 - 1;

/** Luminance of white in images with a high dynamic range, in cd/m². Source: ITU-R BT.2408. */
const REFERENCE_WHITE = 203;
/** Luminances of the displays that PQ and HLG are made for, in cd/m². Source: ITU-R BT.2100. */
const PQ_PEAK = 10_000;
const HLG_PEAK = 1000;
const HLG_SYSTEM_GAMMA = 1.2;
const SRGB_LUMINANCE: Vector = [0.2126, 0.7152, 0.0722];
/** The bend of the tone curve, from 0 to 1, and its number of points. Source: SMPTE ST 2094-50. */
const BEND = 0.65;
const CURVE_POINTS = 8;

/** How the levels of pixels encode colors. */
export interface ColorSpace {
  /** From the light of its primaries to XYZ, see `primariesToXyz`. */
  readonly toXyz: Matrix;
  /** Light of a level, both from 0 to 1. */
  readonly transfer: (level: number) => number;
  readonly highRange?: HighDynamicRange | undefined;
}

/** What is brighter than white in an image with a high dynamic range. */
export interface HighDynamicRange {
  /** The largest luminance, in cd/m². */
  readonly peak: number;
  /** Whether light is that of the scene, as in HLG; else it is that of a display, as in PQ. */
  readonly isSceneLight: boolean;
}

/**
 * Converts pixels to sRGB in place, as Chromium draws them on a screen without a high dynamic range. Colors that sRGB
 * lacks are clipped.
 *
 * Cost: 30 ns for each pixel that differs from its left neighbor, 200 ns with a high dynamic range; once in a process,
 * 5 ms.
 *
 * @returns whether a channel changes by more than 2 levels; else no pixel is changed
 */
export function toSrgb({ data }: Pixels, space: ColorSpace): boolean {
  const colorAt = converterOf(space, data);
  const words = pixelWords(data);
  const isVisible = (word: number, pixel: number): boolean =>
    word !== words[pixel - 1] && differs(data, pixel * 4, colorAt(pixel * 4));
  if (!words.some(isVisible)) return false;
  let [word, color] = [~words[0]!, 0];
  for (let at = 0; at < data.length; at += 4) {
    // The words change with the pixels, so each is read before its pixel is written.
    if (words[at >> 2] !== word) {
      word = words[at >> 2]!;
      color = colorAt(at);
    }
    data[at] = color & 255;
    data[at + 1] = (color >> 8) & 255;
    data[at + 2] = color >> 16;
  }
  return true;
}

/** Whether a pixel shows a visibly different color. @param color its first byte is red */
function differs(data: Pixels["data"], at: number, color: number): boolean {
  if (data[at + 3] === 0) return false;
  return [0, 1, 2].some((channel) => Math.abs(data[at + channel]! - ((color >> (8 * channel)) & 255)) > VISIBLE);
}

/** Levels of sRGB by light. Undefined until they are needed. */
let levels: Uint8Array | undefined;

/** Returns the color in sRGB of the pixel at an index. Its first byte is red. */
function converterOf({ toXyz, transfer, highRange }: ColorSpace, data: Pixels["data"]): (at: number) => number {
  const light = Float64Array.from({ length: 256 }, (_, level) => transfer(level / 255));
  levels ??= Uint8Array.from({ length: STEPS + 1 }, (_, step) => Math.round(255 * encodeLight(step / STEPS)));
  const table = levels;
  const levelOf = (step: number): number => table[Math.min(STEPS, Math.max(0, Math.round(step)))]!;
  const toLight = fromXyz(SRGB_PRIMARIES, toXyz);
  const scaleOf = highRange === undefined ? () => 1 : displayScale(highRange);
  return (at) => {
    const [r, g, b] = [light[data[at]!]!, light[data[at + 1]!]!, light[data[at + 2]!]!];
    const [red, green, blue] = [dot(toLight[0], r, g, b), dot(toLight[1], r, g, b), dot(toLight[2], r, g, b)];
    const scale = STEPS * scaleOf(red, green, blue);
    return levelOf(red * scale) | (levelOf(green * scale) << 8) | (levelOf(blue * scale) << 16);
  };
}

function encodeLight(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** The factor of a color's light, in the primaries of sRGB, on a screen without a high dynamic range. */
function displayScale({ peak, isSceneLight }: HighDynamicRange): (r: number, g: number, b: number) => number {
  const [red, green, blue] = fromXyz(REC2020_PRIMARIES, primariesToXyz(SRGB_PRIMARIES)!);
  const factorOf = peak > REFERENCE_WHITE ? toneCurve(peak / REFERENCE_WHITE) : () => 1;
  return (r, g, b) => {
    const luminance = isSceneLight
      ? HLG_PEAK * Math.max(0, dot(SRGB_LUMINANCE, r, g, b)) ** (HLG_SYSTEM_GAMMA - 1)
      : PQ_PEAK;
    const scale = luminance / REFERENCE_WHITE;
    return scale * factorOf(scale * Math.max(dot(red, r, g, b), dot(green, r, g, b), dot(blue, r, g, b)));
  };
}

/**
 * The factor of a color by its largest component, where 1 is white: the same for all up to white; what is brighter is
 * compressed along a curve. Source: the reference white tone mapping operator of SMPTE ST 2094-50, for a screen without
 * headroom.
 *
 * @param most the largest component of the image, more than 1
 */
function toneCurve(most: number): (largest: number) => number {
  const white = 1 - Math.min(1, Math.log(most) / Math.log(HLG_PEAK / REFERENCE_WHITE)) / 2;
  const [middleX, middleY] = [1 - BEND + BEND / white, (1 - BEND) * white + BEND];
  // Points of a Bézier curve: the logarithm of the factor and its slope, between which cubic functions interpolate.
  const points = Array.from({ length: CURVE_POINTS }, (_, index) => {
    const t = index / (CURVE_POINTS - 1);
    const x = 1 + t * (2 * (middleX - 1) + t * (1 - 2 * middleX + most));
    const y = white + t * (2 * (middleY - white) + t * (white - 2 * middleY + 1));
    const slope = (middleY - white + t * (white - 2 * middleY + 1)) / (middleX - 1 + t * (1 - 2 * middleX + most));
    return { x, factor: Math.log(y / x), slope: slope / y - 1 / x };
  });
  return (largest) => {
    if (largest <= 1) return white;
    if (largest >= most) return 1 / largest;
    let next = 1;
    while (points[next]!.x <= largest) next++;
    const [from, to] = [points[next - 1]!, points[next]!];
    const width = to.x - from.x;
    const t = (largest - from.x) / width;
    const [start, end] = [from.slope * width, to.slope * width];
    const rise = to.factor - from.factor;
    return Math.exp(from.factor + t * (start + t * (3 * rise - 2 * start - end + t * (start + end - 2 * rise))));
  };
}

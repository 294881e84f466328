import { pack, unpack } from "msgpackr";
import type { PaletteColor } from "#src/format/record.js";
import type { RenderOptions } from "../image/render/render.js";
import type { Shape } from "./measure/shape.js";

/** Version of all that is measured here, and of how an image is read from its file; what is known by another version is not used. */
export const ANALYSIS_VERSION = 8;

/** Which images are to be served: the small and the large one, the small one alone, or none. */
export type ServedImages = "all" | "small" | "none";

export interface AnalysisOptions extends RenderOptions {
  /** Default: all. */
  readonly images?: ServedImages;
}

/** What the pixels of an image say. */
export interface Analysis {
  /** 16 lower-case hex digits. */
  readonly phash: string;
  readonly colorPalette: readonly PaletteColor[];
  /** Color labels, largest area first. */
  readonly colors: readonly string[];
  readonly style: string | undefined;
  readonly shape: Shape;
  /** Width and height of a raster file in pixels; undefined for a drawing. */
  readonly size: readonly [width: number, height: number] | undefined;
  /** The image as it is served, WebP, 128 × 128; empty when it is not wanted. */
  readonly webp: Uint8Array;
  /** The large image, WebP; empty when it is not wanted or the source is too small. */
  readonly largeWebp: Uint8Array;
}

/** What an analysis says of an image, beside the images to serve. */
export type Measurements = Omit<Analysis, "webp" | "largeWebp">;

/** An analysis on its way into a generation. */
export interface PackedAnalysis extends Pick<Analysis, "webp" | "largeWebp"> {
  /** `Measurements` in MessagePack. */
  readonly measured: Uint8Array;
}

export function packAnalysis({ webp, largeWebp, ...measurements }: Analysis): PackedAnalysis {
  return { measured: pack(measurements satisfies Measurements), webp, largeWebp };
}

export function unpackAnalysis({ measured, webp, largeWebp }: PackedAnalysis): Analysis {
  return { ...unpackMeasured(measured), webp, largeWebp };
}

/** @param measured as `packAnalysis` gives it */
export function unpackMeasured(measured: Uint8Array): Measurements {
  return unpack(measured);
}

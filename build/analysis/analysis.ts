import { pack, unpack } from "msgpackr";
import type { PaletteColor } from "#src/format/record.js";
import type { Presentation } from "#src/format/stored-image.js";
import type { Shape } from "./measure/shape.js";

/** Version of all measurements, of image decoding and of sanitizing. Analyses of other versions are not used. */
export const ANALYSIS_VERSION = 22;

/** How a record presents its image, and which results are needed. */
export interface AnalysisOptions extends Partial<Omit<Presentation, "padding">>, Pick<Presentation, "padding"> {
  /** Whether to return the image to store, default true. It is measured in any case. */
  readonly images?: boolean;
}

/** Everything that is measured in the pixels of an image. */
export interface Analysis {
  /** 16 lower-case hex digits. */
  readonly phash: string;
  /** The uncertain bits of the hash, also 16 hex digits. */
  readonly uncertain: string;
  /** The shape descriptor, `SHAPE_BYTES`; undefined if the image shows no edges. */
  readonly descriptor: Uint8Array | undefined;
  /** Of the image as it is seen, which decides what is similar to it. */
  readonly colorPalette: readonly PaletteColor[];
  /** Color labels, largest area first. */
  readonly colors: readonly string[];
  /** The same of a drawing alone, if it is on a background. */
  readonly bare?: Pick<Analysis, "colorPalette" | "colors"> | undefined;
  readonly style: string | undefined;
  readonly shape: Shape;
  /** Width and height of a raster image in pixels; undefined for a drawing. */
  readonly size: readonly [width: number, height: number] | undefined;
  /** Whether it is a drawing with text, which is rendered in our own font. */
  readonly hasText: boolean;
  /** The image as stored in the blob `images`; empty if it is not needed. */
  readonly image: Uint8Array;
  /** The parts that were removed from a drawing, as in `SafeDrawing`; empty for a raster image. */
  readonly removed: readonly string[];
}

/** An analysis without the image to store and what was removed from it. */
export type Measurements = Omit<Analysis, "image" | "removed">;

/** An analysis whose measurements are encoded, to be written into a generation. */
export interface PackedAnalysis extends Pick<Analysis, "image" | "removed"> {
  /** `Measurements` in MessagePack. */
  readonly measured: Uint8Array;
}

export function packAnalysis({ image, removed, ...measurements }: Analysis): PackedAnalysis {
  return { measured: pack(measurements satisfies Measurements), image, removed };
}

export function unpackAnalysis({ measured, image, removed }: PackedAnalysis): Analysis {
  return { ...unpackMeasured(measured), image, removed };
}

/** @param measured as returned by `packAnalysis` */
export function unpackMeasured(measured: Uint8Array): Measurements {
  return unpack(measured);
}

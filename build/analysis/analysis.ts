import { pack, unpack } from "msgpackr";
import type { PaletteColor } from "#src/format/record.js";
import type { Presentation } from "#src/format/stored-image.js";
import type { Shape } from "./measure/shape.js";

/** Version of all measurements and of image decoding. Analyses of other versions are not used. */
export const ANALYSIS_VERSION = 15;

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
  readonly colorPalette: readonly PaletteColor[];
  /** Color labels, largest area first. */
  readonly colors: readonly string[];
  readonly style: string | undefined;
  readonly shape: Shape;
  /** Width and height of a raster image in pixels; undefined for a drawing. */
  readonly size: readonly [width: number, height: number] | undefined;
  /** The image as stored in the blob `images`; empty if it is not needed. */
  readonly image: Uint8Array;
}

/** An analysis without the image to store. */
export type Measurements = Omit<Analysis, "image">;

/** An encoded analysis, to be written into a generation. */
export interface PackedAnalysis extends Pick<Analysis, "image"> {
  /** `Measurements` in MessagePack. */
  readonly measured: Uint8Array;
}

export function packAnalysis({ image, ...measurements }: Analysis): PackedAnalysis {
  return { measured: pack(measurements satisfies Measurements), image };
}

export function unpackAnalysis({ measured, image }: PackedAnalysis): Analysis {
  return { ...unpackMeasured(measured), image };
}

/** @param measured as returned by `packAnalysis` */
export function unpackMeasured(measured: Uint8Array): Measurements {
  return unpack(measured);
}

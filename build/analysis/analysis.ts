import { pack, unpack } from "msgpackr";
import type { PaletteColor } from "#src/format/record.js";
import type { Presentation } from "#src/format/stored-image.js";
import type { Shape } from "./measure/shape.js";

/** Version of all that is measured here, and of how an image is read from its file; what is known by another version is not used. */
export const ANALYSIS_VERSION = 12;

/** How a record shows its image, and what is wanted of it. */
export interface AnalysisOptions extends Partial<Omit<Presentation, "padding">>, Pick<Presentation, "padding"> {
  /** Whether the image is to be stored, default true; it is measured all the same. */
  readonly images?: boolean;
}

/** What the pixels of an image say. */
export interface Analysis {
  /** 16 lower-case hex digits. */
  readonly phash: string;
  /** The uncertain bits of the hash, in the same form. */
  readonly uncertain: string;
  readonly colorPalette: readonly PaletteColor[];
  /** Color labels, largest area first. */
  readonly colors: readonly string[];
  readonly style: string | undefined;
  readonly shape: Shape;
  /** Width and height of a raster file in pixels; undefined for a drawing. */
  readonly size: readonly [width: number, height: number] | undefined;
  /** The image as the blob `images` holds it; empty when it is not wanted. */
  readonly image: Uint8Array;
}

/** What an analysis says of an image, beside the image to store. */
export type Measurements = Omit<Analysis, "image">;

/** An analysis on its way into a generation. */
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

/** @param measured as `packAnalysis` gives it */
export function unpackMeasured(measured: Uint8Array): Measurements {
  return unpack(measured);
}

import { pack, unpack } from "msgpackr";
import type { Analysis } from "./analyse.js";

/** What an analysis says of a picture, beside the pictures to serve. */
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

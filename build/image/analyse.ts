import type { PaletteColor } from "#src/format/record.js";
import { formatHash } from "#src/phash/hash-text.js";
import { phash } from "#src/phash/phash.js";
import { countColors } from "./color-counts.js";
import { encodeWebp } from "./encode-webp.js";
import { measureColors } from "./palette.js";
import type { Picture } from "./picture.js";
import { rasterSize } from "./raster-size.js";
import { type RenderOptions, renderPicture } from "./render.js";
import { measureShape, type Shape } from "./shape.js";
import { measureStyle } from "./style.js";

/** Version of all that is measured here; a cached analysis of another version is not used. */
export const ANALYSIS_VERSION = 7;

/** What the pixels of a picture say. */
export interface Analysis {
  /** 16 lower-case hex digits. */
  readonly phash: string;
  readonly colorPalette: readonly PaletteColor[];
  /** Colour labels, most present first. */
  readonly colors: readonly string[];
  readonly style: string | undefined;
  readonly shape: Shape;
  /** Width and height of a raster file in pixels; undefined for a drawing. */
  readonly size: readonly [width: number, height: number] | undefined;
  /** The picture as it is served, WebP, 128 × 128. */
  readonly webp: Uint8Array;
}

/** Renders a picture once and measures it. @throws Error when it can't be decoded or shows nothing */
export async function analysePicture(picture: Picture, options: RenderOptions): Promise<Analysis> {
  const { hashed, runs, served } = await renderPicture(picture, options);
  const counts = countColors(served);
  // Encoded by a thread of libvips while this one goes on.
  const encoding = encodeWebp(served, counts.size);
  const { palette, labels } = measureColors(counts);
  const measured = {
    phash: formatHash(phash(hashed, runs)),
    colorPalette: palette,
    colors: labels,
    style: measureStyle(counts),
    shape: measureShape(served),
  };
  const [webp, size] = await Promise.all([encoding, rasterSize(picture)]);
  if (palette.length === 0) throw new Error("shows nothing: every pixel is transparent");
  return { ...measured, size, webp };
}

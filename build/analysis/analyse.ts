import type { PaletteColor } from "#src/format/record.js";
import { formatHash } from "#src/phash/hash-text.js";
import { phash } from "#src/phash/phash.js";
import { countFewColors } from "../image/count-few-colors.js";
import { encodeWebp, MAX_DRAWN_COLORS } from "../image/encode-webp.js";
import { type Rendered, type RenderOptions, renderLarge, renderPicture } from "../image/render.js";
import { binColors } from "../measure/color-bins.js";
import { countColors } from "../measure/color-counts.js";
import { withoutEdges } from "../measure/features/without-edges.js";
import { measureColors } from "../measure/palette.js";
import { measureShape, type Shape } from "../measure/shape.js";
import { measureStyle } from "../measure/style.js";
import type { Picture, PictureFile } from "../picture/picture.js";
import { PictureError } from "../picture/picture-error.js";
import { rasterSize } from "../picture/raster-size.js";
import { unpackPicture } from "../picture/unpack-picture.js";

/** Version of all that is measured here, and of how a picture is read from its file; what is known by another version is not used. */
export const ANALYSIS_VERSION = 8;

/** Which pictures are to be served: the small and the large one, the small one alone, or none. */
export type ServedImages = "all" | "small" | "none";

export interface AnalysisOptions extends RenderOptions {
  /** Default: all. */
  readonly images?: ServedImages;
}

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
  /** The picture as it is served, WebP, 128 × 128; empty when it is not wanted. */
  readonly webp: Uint8Array;
  /** The large picture, WebP; empty when it is not wanted or the source is too small. */
  readonly largeWebp: Uint8Array;
}

/** Renders a picture and measures it. @throws Error when it can't be decoded or shows nothing */
export async function analysePicture(file: PictureFile, options: AnalysisOptions): Promise<Analysis> {
  const { images = "all" } = options;
  const picture = await unpackPicture(file);
  const rendered = await renderPicture(picture, options);
  const { hashed, runs, served } = rendered;
  const counts = countColors(served);
  // Encoded by a thread of libvips while this one goes on.
  const encoding = Promise.all([
    images === "none" ? NO_PICTURE : encodeWebp(served, counts.size),
    images === "all" ? encodeLarge(picture, options, rendered) : NO_PICTURE,
  ]);
  // Awaited below; until then a failure must not count as unhandled.
  encoding.catch(() => undefined);
  const plain = withoutEdges(served);
  const bins = binColors(countColors(plain));
  const { palette, labels } = measureColors(bins);
  const measured = {
    phash: formatHash(phash(hashed, runs)),
    colorPalette: palette,
    colors: labels,
    style: measureStyle(served, plain, bins),
    shape: measureShape(served),
  };
  const [[webp, largeWebp], size] = await Promise.all([encoding, rasterSize(picture)]);
  if (palette.length === 0)
    throw new PictureError("it shows nothing: every pixel is transparent; give the record a background or a tint");
  return { ...measured, size, webp, largeWebp };
}

const NO_PICTURE = new Uint8Array(0);

async function encodeLarge(picture: Picture, options: RenderOptions, rendered: Rendered): Promise<Uint8Array> {
  const large = await renderLarge(picture, options, rendered);
  return large === undefined ? NO_PICTURE : encodeWebp(large, countFewColors(large, MAX_DRAWN_COLORS));
}

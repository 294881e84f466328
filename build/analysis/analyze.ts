import * as culori from "#src/color/culori.js";
import type { StoredImage } from "#src/format/stored-image.js";
import { hasText } from "#src/images/open-drawing.js";
import type { Renderer } from "#src/images/rasterize.js";
import { binColors, type ColorCounts, countColors } from "#src/palette/colors.js";
import { mostAlpha } from "#src/palette/strengthen.js";
import { withoutEdges } from "#src/palette/without-edges.js";
import { formatHash, hashLuma } from "#src/phash/phash.js";
import type { RunPixels } from "#src/phash/pixels.js";
import { describeShape } from "#src/shape/shape-descriptor.js";
import { unpackImage } from "../image/decode/unpack-image.js";
import { ImageError, type ImageFile } from "../image/image-file.js";
import { measuredPixels } from "../image/render/measured-pixels.js";
import { storeImage } from "../image/render/store-image.js";
import type { Analysis, AnalysisOptions } from "./analysis.js";
import { drawingColors } from "./measure/drawing-colors.js";
import { measureColors } from "./measure/palette.js";
import { measureShape } from "./measure/shape.js";
import { measureStyle } from "./measure/style.js";

/** Renders an image and measures it. @throws Error if it can't be decoded or is fully transparent */
export async function analyzeImage(
  file: ImageFile,
  options: AnalysisOptions,
  renderer: Renderer = "resvg",
): Promise<Analysis> {
  const { tint, background, padding, images = true } = options;
  const stored = await storeImage(await unpackImage(file), { tint, background, padding });
  const { luma, square, empty } = await measuredPixels(stored, renderer);
  const plain = withoutEdges(square);
  const counts = countColors(plain);
  const bins = binColors(counts, culori);
  const { palette, labels } = measureColors(bins);
  if (palette.length === 0)
    throw new ImageError(`it shows nothing: ${transparencyOf(square)}; give the record a background or a tint`);
  const { hash, uncertain } = hashLuma(luma);
  return {
    phash: formatHash(hash),
    uncertain: formatHash(uncertain),
    descriptor: describeShape(square, square.runs),
    colorPalette: palette,
    colors: labels,
    bare: bareColors(counts, stored.stored, empty),
    style: measureStyle(square, plain, bins),
    shape: measureShape(square),
    size: stored.raster?.size,
    hasText: stored.drawing !== undefined && hasText(stored.drawing),
    image: images ? stored.item : NO_IMAGE,
    removed: stored.removed ?? [],
  };
}

/** The colors of a drawing without its background, if it has one. */
function bareColors(counts: ColorCounts, image: StoredImage, empty: number): Analysis["bare"] {
  const drawn = drawingColors(counts, image, empty);
  if (drawn === undefined) return undefined;
  const { palette, labels } = measureColors(binColors(drawn, culori));
  return palette.length === 0 ? undefined : { colorPalette: palette, colors: labels };
}

function transparencyOf(square: RunPixels): string {
  const most = mostAlpha(square);
  return most === 0 ? "every pixel is transparent" : `no pixel is more than ${Math.round(most / 2.55)} % opaque`;
}

const NO_IMAGE = new Uint8Array(0);

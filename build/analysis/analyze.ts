import { formatHash, phash } from "#src/phash/phash.js";
import { rasterSize, unpackImage } from "../image/decode/unpack-image.js";
import type { Image, ImageFile } from "../image/image-file.js";
import { ImageError } from "../image/image-file.js";
import { countFewColors, encodeWebp, MAX_DRAWN_COLORS } from "../image/render/encode-webp.js";
import { type Rendered, type RenderOptions, renderImage, renderLarge } from "../image/render/render.js";
import type { Analysis, AnalysisOptions } from "./analysis.js";
import { binColors, countColors } from "./measure/colors.js";
import { withoutEdges } from "./measure/edges.js";
import { measureColors } from "./measure/palette.js";
import { measureShape } from "./measure/shape.js";
import { measureStyle } from "./measure/style.js";

/** Renders an image and measures it. @throws Error when it can't be decoded or shows nothing */
export async function analyzeImage(file: ImageFile, options: AnalysisOptions): Promise<Analysis> {
  const { images = "all" } = options;
  const image = await unpackImage(file);
  const rendered = await renderImage(image, options);
  const { hashed, runs, served } = rendered;
  const counts = countColors(served);
  // Encoded by a thread of libvips while this one goes on.
  const encoding = Promise.all([
    images === "none" ? NO_IMAGE : encodeWebp(served, counts.size),
    images === "all" ? encodeLarge(image, options, rendered) : NO_IMAGE,
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
  const [[webp, largeWebp], size] = await Promise.all([encoding, rasterSize(image)]);
  if (palette.length === 0) throw new ImageError("every pixel is transparent; give the record a background or a tint");
  return { ...measured, size, webp, largeWebp };
}

const NO_IMAGE = new Uint8Array(0);

async function encodeLarge(image: Image, options: RenderOptions, rendered: Rendered): Promise<Uint8Array> {
  const large = await renderLarge(image, options, rendered);
  return large === undefined ? NO_IMAGE : encodeWebp(large, countFewColors(large, MAX_DRAWN_COLORS));
}

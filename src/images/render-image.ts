import { decodeStoredImage } from "../format/stored-image.js";
import { canvasOf } from "./canvas.js";
import { composeDrawing } from "./compose-drawing.js";
import { encodeImage } from "./encode-image.js";
import type { ImageRequest } from "./image-options.js";
import { drawPng, type Renderer, rasterize } from "./rasterize.js";

/**
 * Renders a stored image in a raster format.
 *
 * @param item as stored in the blob `images`
 * @throws FormatError if the item is damaged; NotRecolorableError; Error of the decoder
 */
export async function renderImage(item: Buffer, request: ImageRequest, renderer: Renderer = "resvg"): Promise<Buffer> {
  const { format, greyscale = false } = request;
  if (format === "svg") throw new Error("an SVG is composed, not rendered");
  const image = decodeStoredImage(item);
  const sized = { ...request, ...canvasOf(image, request) };
  if (format === "png" && image.kind === "svg" && renderer === "resvg" && !greyscale) {
    const png = await drawPng(composeDrawing(image, sized), sized.width, sized.height);
    if (png !== undefined) return png;
  }
  return encodeImage(await rasterize(image, sized, renderer), format, greyscale);
}

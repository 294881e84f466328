import { decodeStoredImage, type StoredImage } from "../format/stored-image.js";
import { type Canvas, canvasOf } from "./canvas.js";
import { composeDrawing } from "./compose-drawing.js";
import { drawStack } from "./draw-stack.js";
import { encodeImage } from "./encode-image.js";
import { focusImage } from "./focus-image.js";
import { type IcoImage, icoFile } from "./ico-file.js";
import type { ImageRequest } from "./image-options.js";
import { drawPng, type Renderer, rasterize } from "./rasterize.js";
import type { Stack } from "./stack-layout.js";
import { svgImage } from "./svg-image.js";

/**
 * Renders a stored image in a raster format, or composes an SVG with the option `content` or `trim`.
 *
 * @param item as stored in the blob `images`
 * @throws FormatError if the item is damaged; NotRecolorableError; Error of the decoder
 */
export async function renderImage(item: Buffer, request: ImageRequest, renderer: Renderer = "resvg"): Promise<Buffer> {
  const [image, { sides, ...focused }] = await focusImage(decodeStoredImage(item), request, renderer);
  const { format, greyscale = false } = focused;
  if (format === "svg") return svgImage(image, focused);
  if (format === "ico") return icoFile(await iconsOf(image, focused, sides ?? [], renderer));
  const sized = { ...focused, ...canvasOf(image, focused) };
  if (format === "png" && image.kind === "svg" && renderer === "resvg" && !greyscale) {
    const png = await drawPng(composeDrawing(image, sized), sized.width, sized.height);
    if (png !== undefined) return png;
  }
  return encodeImage(await rasterize(image, sized, renderer), format, greyscale);
}

/**
 * Renders a stack in a raster format. Of the request, format, background and greyscale count.
 *
 * @throws like `drawStack`
 */
export async function renderStack(
  stack: Stack,
  { format, background, greyscale }: ImageRequest,
  renderer?: Renderer,
): Promise<Buffer> {
  if (format === "svg") throw new TypeError("a stack as SVG needs no rendering");
  return encodeImage(
    await drawStack(stack, background === "none" ? undefined : background, renderer),
    format,
    greyscale,
  );
}

/** The images of an ICO file: in all sides, or in the requested width and height if there are none. Each size once. */
async function iconsOf(
  image: StoredImage,
  request: ImageRequest,
  sides: readonly number[],
  renderer: Renderer,
): Promise<IcoImage[]> {
  const wanted = sides.length === 0 ? [request] : sides.map((side) => ({ ...request, width: side, height: side }));
  const canvases = new Map<string, Canvas>();
  for (const { width, height } of wanted.map((sized) => canvasOf(image, sized)))
    canvases.set(`${width} ${height}`, { width, height });
  const images: IcoImage[] = [];
  for (const { width, height } of canvases.values()) {
    const pixels = await rasterize(image, { ...request, width, height }, renderer);
    images.push({ png: await encodeImage(pixels, "ico", request.greyscale), width, height });
  }
  return images;
}

import { decodeStoredImage } from "../format/stored-image.js";
import type { Pixels } from "../phash/pixels.js";
import { toImageRequest } from "./image-options.js";
import { type Renderer, rasterize, toPlainRuns } from "./rasterize.js";
import { MAX_STACK_BYTES, type Stack, StackTooLargeError, sizeOfStack } from "./stack-layout.js";

/**
 * The pixels of a stack. Each icon is drawn by itself, as it is alone: in one drawing of all, renderers would make the
 * layers of each, such as for a filter, as large as the whole stack.
 *
 * @param ground the color under the icons, if any, as `#rrggbb`
 * @throws StackTooLargeError; FormatError if an item is damaged; Error of the decoder
 */
export async function drawStack({ items, layout }: Stack, ground?: string, renderer?: Renderer): Promise<Pixels> {
  const { size, gap, perLine, shape } = layout;
  const { width, height } = sizeOfStack(items.length, layout);
  const data = new Uint8ClampedArray(width * height * 4);
  let bytes = 0;
  for (const [at, item] of items.entries()) {
    const image = decodeStoredImage(item);
    bytes += image.file.length;
    if (bytes > MAX_STACK_BYTES) throw new StackTooLargeError();
    const outline = image.background === undefined ? "square" : shape;
    const request = toImageRequest({ format: "png", size, shape: outline, upscale: true });
    const icon = await rasterize(image, { ...request, width: size, height: size }, renderer);
    const left = (at % perLine) * (size + gap);
    const top = Math.floor(at / perLine) * (size + gap);
    for (let row = 0; row < size; row++)
      data.set(icon.data.subarray(row * size * 4, (row + 1) * size * 4), ((top + row) * width + left) * 4);
  }
  return toPlainRuns({ width, height, data, isPremultiplied: false }, ground);
}

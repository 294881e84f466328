import { decodeStoredImage, encodeStoredImage, type StoredImage } from "../format/stored-image.js";
import { composeDrawing } from "./compose-drawing.js";
import { toImageRequest } from "./image-options.js";
import { MAX_STACK_BYTES, type Stack, StackTooLargeError, sizeOfStack } from "./stack-layout.js";

/**
 * Several icons as one drawing in the format of the blob `images`: in lines, from left to right. Raster images are
 * embedded. Pauses after each icon.
 *
 * @throws StackTooLargeError; FormatError if an item is damaged
 * Cost: the items are inflated until they have `MAX_STACK_BYTES`
 */
export function* composeStack({ items, layout }: Stack): Generator<void, Buffer, void> {
  const { size, gap, perLine, shape } = layout;
  const { width, height } = sizeOfStack(items.length, layout);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
  ];
  let bytes = 0;
  for (const [at, item] of items.entries()) {
    const image = asDrawing(decodeStoredImage(item));
    const outline = image.background === undefined ? "square" : shape;
    const icon = composeDrawing(image, toImageRequest({ format: "svg", size, shape: outline }));
    const [x, y] = [at % perLine, Math.floor(at / perLine)].map((place) => place * (size + gap));
    parts.push(icon.replace("<svg", `<svg x="${x}" y="${y}"`));
    bytes += Buffer.byteLength(icon);
    if (bytes > MAX_STACK_BYTES) throw new StackTooLargeError();
    yield;
  }
  const file = Buffer.from(`${parts.join("")}</svg>`);
  return encodeStoredImage(
    { kind: "svg", width, height, recolorable: false, tint: undefined, background: undefined, padding: 0, file },
    0,
  );
}

/** A raster image within a drawing. */
function asDrawing(image: StoredImage): StoredImage {
  if (image.kind === "svg") return image;
  const { kind, width, height, file } = image;
  const url = `data:image/${kind};base64,${Buffer.from(file).toString("base64")}`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="${url}"/></svg>`;
  return { ...image, kind: "svg", file: Buffer.from(drawing) };
}

import { decodeStoredImage, encodeStoredImage, MAX_DRAWING_BYTES, type StoredImage } from "../format/stored-image.js";
import { composeDrawing } from "./compose-drawing.js";
import { toImageRequest } from "./image-options.js";

/** Side of an image that two drawings of different sizes share, in its own units. */
const SIDE = 256;
/** Renderers that don't know the page's theme, such as those of raster images, show the drawing for light pages. */
const STYLE =
  "<style>.icon-on-dark{display:none}@media (prefers-color-scheme:dark){.icon-on-dark{display:inline}.icon-on-light{display:none}}</style>";

/**
 * An image that shows one of two drawings, by the theme of the page that it is on. Raster images can't, and drawings of
 * more than `MAX_DRAWING_BYTES` together don't: the image for light pages. Drawings with different backgrounds keep
 * them, whatever background is requested.
 *
 * @param light and dark, as stored in the blob `images`
 * @throws FormatError if an item is damaged
 */
export function adaptiveImage(light: Buffer, dark: Buffer): Buffer {
  if (light.equals(dark)) return light;
  const [forLight, forDark] = [decodeStoredImage(light), decodeStoredImage(dark)];
  if (forLight.kind !== "svg" || forDark.kind !== "svg") return light;
  const isSame = (key: "width" | "height" | "background" | "padding"): boolean => forLight[key] === forDark[key];
  const isAlike = isSame("width") && isSame("height") && isSame("background") && isSame("padding");
  const { width, height, background, padding } = isAlike
    ? forLight
    : { width: SIDE, height: SIDE, background: undefined, padding: 0 };
  const drawn = (image: StoredImage): string =>
    composeDrawing(isAlike ? { ...image, background: undefined, padding: 0 } : image, {
      ...toImageRequest({ format: "svg" }),
      width,
      height,
    });
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${STYLE}<g class="icon-on-light">${drawn(forLight)}</g><g class="icon-on-dark">${drawn(forDark)}</g></svg>`;
  const file = Buffer.from(text);
  if (file.length > MAX_DRAWING_BYTES) return light;
  return encodeStoredImage(
    { kind: "svg", width, height, recolorable: false, tint: undefined, background, padding, file },
    0,
  );
}

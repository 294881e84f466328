import type { StoredImageHead } from "../format/stored-image.js";
import { type ImageFormat, type ImageOptions, SIDES } from "./image-options.js";

/** Collections whose paths `FORMAT/NAME.FORMAT` programs know, with the formats of each. */
export const DROP_IN_LAYOUTS = {
  "dashboard-icons": ["svg", "png", "webp"],
  selfhst: ["svg", "png", "webp", "avif", "ico"],
} as const satisfies Readonly<Record<string, readonly ImageFormat[]>>;

export type DropInLayout = keyof typeof DROP_IN_LAYOUTS;

/** Height of the files in pixels, as in both collections. */
const HEIGHT = 512;

/**
 * The form of a file in these layouts: drawings in their own size, raster images 512 pixels high in the image's aspect
 * ratio, as far as `SIDES` allows.
 */
export function dropInOptions({ width, height, background }: StoredImageHead, format: ImageFormat): ImageOptions {
  if (format === "svg" || format === "ico") return { format };
  const ratio = background === undefined ? width / height : 1;
  const scale = Math.min(HEIGHT, SIDES.most / ratio);
  const side = (pixels: number): number => Math.min(SIDES.most, Math.max(SIDES.least, Math.round(pixels)));
  return { format, width: side(scale * ratio), height: side(scale) };
}

import { imagePath } from "../format/record.js";
import { decodeImageHead } from "../format/stored-image.js";
import type { ImageOptions } from "./image-options.js";

/** Where an icon's image is in which form, as the detail answer says it. */
export interface ImageForms {
  /** Absolute URL of the drawing; only where there is one. */
  readonly svg?: string;
  readonly png: string;
  readonly webp: string;
  /** Whether `color` can replace the drawing's only color. */
  readonly recolorable: boolean;
  /** In pixels; of a drawing its own units. */
  readonly width: number;
  readonly height: number;
}

/**
 * The forms of an icon's image. O(1): only the head of the item is read.
 *
 * @param item as the blob `images` holds it; undefined where the icon has no image
 * @throws FormatError when the item is damaged
 */
export function imageForms(id: string, item: Buffer | undefined, origin: string): ImageForms | undefined {
  if (item === undefined) return undefined;
  const { kind, recolorable, width, height } = decodeImageHead(item);
  const url = (format: ImageOptions["format"]): string => `${origin}${imagePath(id)}.${format}`;
  const drawing = kind === "svg" ? { svg: url("svg") } : {};
  return { ...drawing, png: url("png"), webp: url("webp"), recolorable, width, height };
}

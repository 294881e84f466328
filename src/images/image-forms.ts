import { imagePath } from "../format/record.js";
import { decodeImageHead } from "../format/stored-image.js";
import type { ImageOptions } from "./image-options.js";

/** The available forms of an icon's image, as in the detail response. */
export interface ImageForms {
  /** Absolute URL of the drawing. Absent if the image is a raster image. */
  readonly svg?: string;
  readonly png: string;
  readonly webp: string;
  /** Whether `color` can replace the drawing's only color. */
  readonly recolorable: boolean;
  /** In pixels; for drawings in their own units. */
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the forms of an icon's image. O(1): reads only the head of the item.
 *
 * @param item as stored in the blob `images`; undefined if the icon has no image
 * @param variant name of the icon's variant whose image it is; undefined for the icon's own
 * @throws FormatError if the item is damaged
 */
export function imageForms(
  id: string,
  item: Buffer | undefined,
  origin: string,
  variant?: string,
): ImageForms | undefined {
  if (item === undefined) return undefined;
  const query = variant === undefined ? "" : `?variant=${variant}`;
  const { kind, recolorable, width, height } = decodeImageHead(item);
  const url = (format: ImageOptions["format"]): string => `${origin}${imagePath(id)}.${format}${query}`;
  const drawing = kind === "svg" ? { svg: url("svg") } : {};
  return { ...drawing, png: url("png"), webp: url("webp"), recolorable, width, height };
}

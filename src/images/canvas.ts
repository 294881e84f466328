import type { StoredImageHead } from "../format/stored-image.js";
import { presentationOf } from "./compose-drawing.js";
import { type ImageRequest, SIDES } from "./image-options.js";

/** Width and height in pixels. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of a requested image. Raster images are only enlarged if `upscale` is set; otherwise, the result is smaller
 * than requested, with the requested aspect ratio.
 */
export function canvasOf(head: StoredImageHead, request: ImageRequest): Canvas {
  const { width = SIDES.usual, height = width, upscale, rotate } = request;
  if (head.kind === "svg" || upscale) return { width, height };
  const { padding } = presentationOf(head, request);
  const inner = Math.min(width, height) * 2 * padding;
  const [ownWidth, ownHeight] = rotate === 90 || rotate === 270 ? [head.height, head.width] : [head.width, head.height];
  const enlarged = Math.min((width - inner) / ownWidth, (height - inner) / ownHeight);
  if (enlarged <= 1) return { width, height };
  return { width: Math.max(1, Math.round(width / enlarged)), height: Math.max(1, Math.round(height / enlarged)) };
}

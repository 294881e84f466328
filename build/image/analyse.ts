import type { PaletteColor } from "#src/format/record.js";
import { formatHash } from "#src/phash/hash-text.js";
import { phash } from "#src/phash/phash.js";
import { measureColors } from "./palette.js";
import type { Picture } from "./picture.js";
import { encodeWebp, type RenderOptions, renderPicture } from "./render.js";
import { measureStyle } from "./style.js";

/** Version of all that is measured here; a cached analysis of another version is not used. */
export const ANALYSIS_VERSION = 4;

/** What the pixels of a picture say. */
export interface Analysis {
  /** 16 lower-case hex digits. */
  readonly phash: string;
  readonly colorPalette: readonly PaletteColor[];
  /** Colour labels, most present first. */
  readonly colors: readonly string[];
  readonly style: string | undefined;
  /** The picture as it is served, WebP, 128 × 128. */
  readonly webp: Uint8Array;
}

/** Renders a picture once and measures it. @throws Error when it can't be decoded or shows nothing */
export async function analysePicture(picture: Picture, options: RenderOptions): Promise<Analysis> {
  const { hashed, served } = await renderPicture(picture, options);
  const { palette, labels } = measureColors(served);
  if (palette.length === 0) throw new Error("shows nothing: every pixel is transparent");
  return {
    phash: formatHash(phash(hashed)),
    colorPalette: palette,
    colors: labels,
    style: measureStyle(served),
    webp: await encodeWebp(served),
  };
}

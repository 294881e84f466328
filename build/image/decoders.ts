import { createRequire } from "node:module";
import sharp from "sharp";

const { version: resvg } = createRequire(import.meta.url)("@resvg/resvg-js/package.json") as {
  readonly version: string;
};

/** Versions of all that decodes and draws, sorted by name: an analysis may change with any part of it. */
export const DECODERS: readonly (readonly [name: string, version: string])[] = Object.entries({
  ...sharp.versions,
  resvg,
} as Record<string, string>).sort(([a], [b]) => (a < b ? -1 : 1));

/** The same for people: what decides how images look. */
export const DECODER_NAMES = `sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}, resvg ${resvg}`;

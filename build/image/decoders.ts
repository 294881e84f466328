import { createRequire } from "node:module";
import sharp from "sharp";

const { version: resvg } = createRequire(import.meta.url)("@resvg/resvg-js/package.json") as {
  readonly version: string;
};

/** Versions of all decoders and renderers, sorted by name. Analyses may change with each of them. */
export const DECODERS: readonly (readonly [name: string, version: string])[] = Object.entries({
  ...sharp.versions,
  resvg,
} as Record<string, string>).sort(([a], [b]) => (a < b ? -1 : 1));

/** The versions that decide how images look, for display. */
export const DECODER_NAMES = `sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}, resvg ${resvg}`;

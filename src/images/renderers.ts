import { hash } from "node:crypto";
import { createRequire } from "node:module";

/** Increase when our own code renders equal requests differently. */
const RENDERING_VERSION = 4;
/** Version of the font in `font`, and the first digits of the SHA-256 of its files. */
const FONT_VERSION = "4.001-d699b511";

const versions = readVersions();

/**
 * 16 hex digits that depend on the versions of all decoders and renderers, of the font, and of our own code. The keys of
 * analyses, and the ETags and versions of images, are derived from it. Neither decoders nor the font are loaded for it.
 */
export const RENDERERS = hash("sha256", JSON.stringify(Object.entries(versions).sort())).slice(0, 16);

/** The versions that decide most how images look, for display. */
export const RENDERER_NAMES = `sharp ${versions.sharp}, libvips ${versions.vips}, resvg ${versions.resvg}, Inter ${versions.font}`;

/** Versions of everything that decides how an image looks. Read at the start, while files can be opened. Cost: 4 ms. */
function readVersions(): Readonly<Record<string, string>> {
  const require = createRequire(import.meta.url);
  const sharpRequire = createRequire(require.resolve("sharp"));
  const { version: sharp } = sharpRequire("../package.json");
  const { version: resvg } = require("@resvg/resvg-js/package.json");
  return { ...librariesOfSharp(sharpRequire), sharp, resvg, font: FONT_VERSION, rendering: String(RENDERING_VERSION) };
}

/** Versions of libvips and of what it contains, from where sharp itself reads them. */
function librariesOfSharp(sharpRequire: NodeJS.Require): Readonly<Record<string, string>> {
  const { platform, arch } = process;
  for (const system of [`libvips-${platform}`, `libvips-${platform}musl`, platform]) {
    try {
      return sharpRequire(`@img/sharp-${system}-${arch}/versions`);
    } catch {
      // Another system's.
    }
  }
  // sharp was compiled for a libvips of the system, whose version only a loaded sharp knows.
  return { vips: "of the system" };
}

import { codedSpace } from "./code-points.js";
import type { ColorSpace } from "./color-space.js";

/** The box of code points, and boxes of ICC profiles, each with the type of what it contains. */
const CODED = "colrnclx";
const PROFILES: readonly string[] = ["colrprof", "colrrICC"];
const SRGB_PRIMARIES = 1;
const SRGB_TRANSFER = 13;
/** Unspecified code points, and transfer functions of video, which Chromium reads as that of sRGB in AVIF files. */
const UNSPECIFIED = 2;
const LIKE_SRGB: readonly number[] = [UNSPECIFIED, 1, 6, 14, 15];

/**
 * The color space of an AVIF file as its code points define it, see `codedSpace`. Decoders apply only their matrix.
 *
 * @returns undefined without code points or with unknown ones, for a file with an ICC profile, which decoders apply, and
 * for other formats
 */
export function avifColorSpace(file: Buffer): ColorSpace | undefined {
  if (file.toString("latin1", 4, 8) !== "ftyp") return undefined;
  const properties = metaBox(file);
  const at = properties.indexOf(CODED, 0, "latin1") + CODED.length;
  if (at < CODED.length || at + 4 > properties.length || PROFILES.some((name) => properties.includes(name)))
    return undefined;
  const [primaries, transfer] = [properties.readUInt16BE(at), properties.readUInt16BE(at + 2)];
  return codedSpace(
    primaries === UNSPECIFIED ? SRGB_PRIMARIES : primaries,
    LIKE_SRGB.includes(transfer) ? SRGB_TRANSFER : transfer,
  );
}

/** The box that describes the images of a file; empty if it has none. */
function metaBox(file: Buffer): Buffer {
  for (let at = 0; at + 8 <= file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString("latin1", at + 4, at + 8) === "meta") return file.subarray(at, at + length);
    if (length < 8) break;
    at += length;
  }
  return file.subarray(0, 0);
}

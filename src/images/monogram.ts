import { createHash } from "node:crypto";
import { encodeStoredImage } from "../format/stored-image.js";
import { MONOGRAM_GLYPHS } from "./monogram-glyphs.js";

/** Twelve hues of OKLCH, with the highest lightness at which white text has a contrast of 4.5 : 1 (WCAG 2.2, 1.4.3). */
const BACKGROUNDS = [
  ...["#bd5167", "#bd5833", "#a56800", "#857500", "#578216", "#008758"],
  ...["#00837e", "#00809c", "#2579c4", "#6a6cc9", "#9460b7", "#af5594"],
] as const;
const SIDE = 64;
/** For names that start with neither a Latin letter nor a digit. */
const NEUTRAL = "M32 20a12 12 0 1 0 0 24a12 12 0 1 0 0-24";

/**
 * A substitute for a missing image, in the format of the blob `images`: the initial of the name in white, on a color
 * that depends only on the name. Like any drawing in a single color, it can be recolored and have another background.
 */
export function monogram(name: string): Buffer {
  const path = MONOGRAM_GLYPHS[initialOf(name)] ?? NEUTRAL;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><path fill="#fff" d="${path}"/></svg>`;
  const digest = createHash("sha256").update(name.normalize("NFC")).digest();
  return encodeStoredImage({
    kind: "svg",
    width: SIDE,
    height: SIDE,
    recolorable: true,
    tint: undefined,
    background: BACKGROUNDS[digest.readUInt32LE(0) % BACKGROUNDS.length],
    padding: 0,
    file: Buffer.from(drawing),
  });
}

/** The first letter or digit, without diacritics and in upper case; empty if there is none. */
function initialOf(name: string): string {
  const [first = ""] = /[\p{L}\p{N}]/u.exec(name.normalize("NFKD")) ?? [];
  return first.toUpperCase();
}

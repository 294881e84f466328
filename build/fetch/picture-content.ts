/** How the formats begin that the build decodes: first bytes, or those after a length of four bytes. */
const SIGNATURES: readonly (readonly [at: number, bytes: string])[] = [
  [0, "\x89PNG\r\n\x1a\n"],
  [0, "\xff\xd8\xff"],
  [0, "GIF8"],
  [8, "WEBP"],
  [4, "ftypavif"],
  [4, "ftypavis"],
  [4, "ftypmif1"],
  [0, "II*\0"],
  [0, "MM\0*"],
  [0, "\0\0\x01\0"],
  [0, "icns"],
];
/** A drawing's root stands within so many bytes. */
const DRAWING_HEAD = 64 * 1024;

/** Whether bytes begin like a picture, whatever their sender calls them. */
export function looksLikePicture(bytes: Buffer): boolean {
  const begins = ([at, signature]: (typeof SIGNATURES)[number]): boolean =>
    bytes.toString("latin1", at, at + signature.length) === signature;
  return SIGNATURES.some(begins) || isDrawing(bytes.toString("utf8", 0, DRAWING_HEAD));
}

function isDrawing(text: string): boolean {
  return /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE(?!\s+html)|svg)/i.test(text) && /<(?:\w+:)?svg[\s>]/.test(text);
}

import { MAX_PIXELS } from "../image/render.js";

/** What a failure of the decoder means for who has the picture, and what to do. */
export function explainDecoder({ message }: Error): string {
  const first = message.split("\n", 1)[0] as string;
  if (/pixel limit|exceeds (limit|dimension)|too (large|big)/i.test(first))
    return `it has more than ${MAX_PIXELS / 1e6} million pixels; make it smaller`;
  if (/is empty/i.test(first)) return "it is empty; put the picture into it";
  if (/unsupported image format/i.test(first))
    return "it is in no format that the build reads; save it as SVG, PNG or WebP";
  return `it can't be decoded (${first}); look whether another program opens it, and save it anew`;
}

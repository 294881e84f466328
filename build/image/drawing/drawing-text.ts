const ENCODING = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/;
const UTF_8 = new TextDecoder();
/** Byte order marks of encodings with two bytes per character, in which drawings rarely are. */
const MARKS: readonly (readonly [mark: number, encoding: string])[] = [
  [0xfffe, "utf-16le"],
  [0xfeff, "utf-16be"],
];

/**
 * The text of an SVG file in its encoding: by its byte order mark, else as it declares, else UTF-8. What is not valid in
 * it becomes U+FFFD.
 */
export function drawingText(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 128));
  const mark = head.length < 2 ? undefined : MARKS.find(([mark]) => head.readUInt16BE() === mark);
  const declared = mark?.[1] ?? ENCODING.exec(head.toString("latin1"))?.[1];
  return (declared === undefined ? UTF_8 : decoderFor(declared)).decode(bytes);
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return UTF_8;
  }
}

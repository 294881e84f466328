/**
 * Bytes of UTF-8 as a string of as many characters, each a byte (Latin-1). Cutting and joining such strings costs less than
 * copying between buffers, and `response.end(text, "latin1")` writes headers and body at once.
 */
export type ByteText = string;

export function toByteText(text: string): ByteText {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1");
}

export function bytesOf(text: ByteText): Buffer {
  return Buffer.from(text, "latin1");
}

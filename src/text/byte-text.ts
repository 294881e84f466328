declare const brand: unique symbol;

/**
 * UTF-8 as a string with one character per byte (Latin-1). Slicing and concatenating such strings costs less than
 * copying between buffers, and `response.end(text, "latin1")` writes headers and body at once. A separate type, because
 * an ordinary string with a non-ASCII letter would be sent as broken UTF-8.
 */
export type ByteText = string & { readonly [brand]: true };

/** Converts an ordinary string. For ASCII, as most are, this only compares lengths. */
export function toByteText(text: string): ByteText {
  return (Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1")) as ByteText;
}

/** Marks a string that consists only of ASCII and byte text, or of bytes read as Latin-1. Free. */
export function asByteText(text: string): ByteText {
  return text as ByteText;
}

/** Converts to an ordinary string. For ASCII, as most are, this only compares lengths. */
export function fromByteText(text: ByteText): string {
  return Buffer.byteLength(text) === text.length ? text : bytesOf(text).toString();
}

export function bytesOf(text: ByteText): Buffer {
  return Buffer.from(text, "latin1");
}

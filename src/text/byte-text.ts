declare const brand: unique symbol;

/**
 * UTF-8 as a string with one character per byte (Latin-1). Cutting and joining such strings costs less than copying between buffers, and
 * `response.end(text, "latin1")` writes headers and body at once. A type of its own, because an ordinary string with a letter beyond ASCII would
 * be sent as broken UTF-8.
 */
export type ByteText = string & { readonly [brand]: true };

/** Converts an ordinary string. Costs nothing but a look at its length where it is ASCII, as most are. */
export function toByteText(text: string): ByteText {
  return (Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1")) as ByteText;
}

/** Marks a string that consists of ASCII and byte text only, or bytes that were read as Latin-1. Costs nothing. */
export function asByteText(text: string): ByteText {
  return text as ByteText;
}

export function bytesOf(text: ByteText): Buffer {
  return Buffer.from(text, "latin1");
}

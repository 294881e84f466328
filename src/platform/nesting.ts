/** Deeper than any legitimate document. Code that recurses over a deeper value could overflow the stack. */
export const MAX_LEVELS = 64;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const STAR = 0x2a;
const SLASH = 0x2f;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;
/** From an opening bracket or brace to its closing one. */
const TO_CLOSING = CLOSE_BRACKET - OPEN_BRACKET;

/**
 * Parses untrusted JSON.
 *
 * @throws SyntaxError if it is not JSON or is nested more than 64 levels deep
 */
export function parseJson<Value = unknown>(json: Buffer | string): Value {
  if (isTooDeep(json)) throw new SyntaxError(`it is nested more than ${MAX_LEVELS} levels deep; flatten it`);
  return JSON.parse(json.toString());
}

/**
 * Whether JSON, which may have comments, is nested more than 64 levels deep. Of invalid JSON, no parser that skips what
 * is wrong finds more levels. Cost: a fifth of parsing it.
 *
 * Own code: `JSON.parse` accepts any depth, and a regular expression that skips strings overflows its stack in one with
 * millions of escapes.
 */
export function isTooDeep(json: Buffer | string): boolean {
  // Reading characters of a text takes twice as long.
  const bytes = typeof json === "string" ? Buffer.from(json) : json;
  const open: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      if (open.push(byte) > MAX_LEVELS) return true;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) {
      if (open.at(-1) === byte - TO_CLOSING) open.pop();
    } else if (byte === SLASH) at = endOfComment(bytes, at);
  }
  return false;
}

/**
 * Runs a parser that recurses for each level of its input.
 *
 * @throws SyntaxError if the input is nested so deeply that the stack overflows, or whatever the parser throws
 */
export function parseNested<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError("it is nested too deeply; flatten it");
    throw error;
  }
}

/** @returns offset of the closing quote, or of the line break that ends an invalid string */
function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at++;
    else if (byte === QUOTE || byte === LINE_FEED || byte === CARRIAGE_RETURN) break;
  }
  return at;
}

/** @returns offset of the last byte of a comment that starts here, or `start` if none does */
function endOfComment(bytes: Buffer, start: number): number {
  let at = start + 2;
  if (bytes[start + 1] === SLASH) {
    while (at < bytes.length && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) at++;
    return at;
  }
  if (bytes[start + 1] !== STAR) return start;
  const end = bytes.indexOf("*/", at);
  return end < 0 ? bytes.length : end + 1;
}

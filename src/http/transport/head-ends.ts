const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** The empty line after the head of a request, and after a body in chunks. */
const BLANK_LINES = ["\n\r\n", "\n\n"].map((text) => Buffer.from(text));

/** Number of bytes of empty lines at the start. */
export function emptyLineBytes(bytes: Buffer): number {
  let at = 0;
  while (bytes[at] === LINE_FEED || bytes[at] === CARRIAGE_RETURN) at++;
  return at;
}

/**
 * End of the first head or body that can end after `from`; the number of bytes if none does. @param from if it is 0, an
 * empty line at the start may belong to what arrived before
 */
export function blankLineEnd(bytes: Buffer, from: number): number {
  if (from === 0 && bytes[0] === LINE_FEED) return 1;
  if (from === 0 && bytes[0] === CARRIAGE_RETURN && bytes[1] === LINE_FEED) return 2;
  let end = bytes.length;
  for (const line of BLANK_LINES) {
    const at = bytes.indexOf(line, from);
    if (at >= 0) end = Math.min(end, at + line.length);
  }
  return end;
}

import { validateHeaderName, validateHeaderValue } from "node:http";

/**
 * Headers that many responses have in common, as they are sent.
 *
 * Own code: Node validates and joins every header of every response, which takes 2 µs for the 14 headers of an icon.
 */
export interface HeaderBlock {
  /** Names and values, alternating. */
  readonly list: readonly string[];
  /** A line for each. */
  readonly text: string;
}

/** Prepares headers. @throws TypeError if a name or value is invalid */
export function headerBlock(headers: Readonly<Record<string, string>>): HeaderBlock {
  const list = Object.entries(headers).flat();
  const text = headerLines(list);
  for (const name in headers) {
    validateHeaderName(name);
    validateHeaderValue(name, headers[name]!);
  }
  return { list, text: text! };
}

/** What a value may not contain. Source: `checkInvalidHeaderChar` of Node. */
const INVALID = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * Lines of valid header names with values.
 *
 * @param headers names and values, alternating
 * @returns undefined if a value is invalid
 */
export function headerLines(headers: readonly string[]): string | undefined {
  let lines = "";
  for (let at = 0; at < headers.length; at += 2) {
    const value = headers[at + 1]!;
    if (INVALID.test(value)) return undefined;
    lines += `${headers[at]}: ${value}\r\n`;
  }
  return lines;
}

// Kept for the process, as Node keeps its own date: within a second, the text is the same for all servers but the time
// that connections stay open.
let second = 0;
const endings = new Map<number, string>();

/**
 * The end of the head of a response after which the connection stays open: `Date`, `Connection`, `Keep-Alive`, and the
 * empty line.
 *
 * @param keepAliveMs time that an idle connection stays open; 0: not announced
 */
export function headEnding(keepAliveMs: number): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    endings.clear();
  }
  let ending = endings.get(keepAliveMs);
  if (ending === undefined) {
    const timeout = keepAliveMs > 0 ? `Keep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n` : "";
    ending = `Date: ${new Date(now * 1000).toUTCString()}\r\nConnection: keep-alive\r\n${timeout}\r\n`;
    endings.set(keepAliveMs, ending);
  }
  return ending;
}

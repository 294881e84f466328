/**
 * The URL that a text is, relative to a base if one is given; undefined if it is not a URL.
 *
 * `URL.canParse` is no substitute: Node 20 and 22 pass Latin-1 letters to it as invalid UTF-8 once V8 has optimized the
 * caller, so that `https://münchen.de` becomes invalid after some thousand calls.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

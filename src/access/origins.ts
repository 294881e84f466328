import { parseUrl } from "../platform/parse-url.js";

/** An allowed origin: a scheme, a host that may begin with `*.`, and a port unless it is the scheme's default. */
const FORM = /^https?:\/\/(\*\.)?[^*]+$/;

/** An invalid origin pattern. */
export class OriginError extends Error {
  override readonly name = "OriginError";
}

/**
 * Normalizes an origin pattern to the form that browsers send: lower case, Punycode, no default port.
 *
 * @throws OriginError
 */
export function normalOrigin(pattern: string): string {
  const url = parseUrl(pattern);
  const whole = url !== undefined && url.pathname === "/" && url.search + url.hash + url.username + url.password === "";
  if (whole && FORM.test(url.origin)) return url.origin;
  throw new OriginError(
    `${JSON.stringify(pattern)} is not an origin; give scheme and host, such as https://a.example, https://*.b.example or http://localhost:5173`,
  );
}

/**
 * Whether an origin matches one of the patterns. `*.` matches one or more labels, so `https://*.b.example` matches
 * every host below b.example but not b.example itself.
 *
 * @param patterns normalized by `normalOrigin`
 * @param origin as sent by a browser; undefined if it sent none
 */
export function isAmong(patterns: readonly string[], origin: string | undefined): boolean {
  return origin !== undefined && patterns.some((pattern) => matches(pattern, origin));
}

function matches(pattern: string, origin: string): boolean {
  const [before, after] = pattern.split("*");
  if (after === undefined) return pattern === origin;
  return origin.length > pattern.length - 1 && origin.startsWith(before!) && origin.endsWith(after);
}

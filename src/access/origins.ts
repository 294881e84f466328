/** An origin that a key may be sent from: a scheme, a host that may begin with `*.`, and a port where it is not the scheme's own. */
const FORM = /^https?:\/\/(\*\.)?[^*]+$/;

/** A pattern that is none. */
export class OriginError extends Error {
  override readonly name = "OriginError";
}

/**
 * An origin pattern in the form that browsers send: lower case, Punycode, no default port.
 *
 * @throws OriginError
 */
export function normalOrigin(pattern: string): string {
  const url = URL.canParse(pattern) ? new URL(pattern) : undefined;
  const whole = url !== undefined && url.pathname === "/" && url.search + url.hash + url.username + url.password === "";
  if (whole && FORM.test(url.origin)) return url.origin;
  throw new OriginError(
    `${JSON.stringify(pattern)} is not an origin; give scheme and host, such as https://a.example, https://*.b.example or http://localhost:5173`,
  );
}

/**
 * Whether an origin is one of those that patterns name. `*.` stands for one or more labels, so `https://*.b.example` is any
 * host below b.example and not b.example itself.
 *
 * @param patterns as `normalOrigin` gives them
 * @param origin as a browser sends it; undefined: it sent none
 */
export function isAmong(patterns: readonly string[], origin: string | undefined): boolean {
  return origin !== undefined && patterns.some((pattern) => matches(pattern, origin));
}

function matches(pattern: string, origin: string): boolean {
  const [before, after] = pattern.split("*");
  if (after === undefined) return pattern === origin;
  return origin.length > pattern.length - 1 && origin.startsWith(before!) && origin.endsWith(after);
}

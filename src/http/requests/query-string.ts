/** Replaces invalid UTF-8: NUL, which no parameter may contain, so that one check rejects both. */
const BROKEN = "\0";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Alternating names and values, in the original order. */
export type RawQuery = readonly string[];

/**
 * Parses a query string as browsers do. A name or value that is not UTF-8 becomes NUL.
 *
 * Own code: Fastify's parser keeps invalid escapes as text, and creates objects whose shape depends on the parameters.
 * A list of pairs has one shape.
 */
export function parseQueryString(text: string): RawQuery {
  const query: string[] = [];
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf("&", start);
    const end = next < 0 ? text.length : next;
    if (end > start) addPair(query, text.slice(start, end));
    start = end + 1;
  }
  return query;
}

/** The non-empty values of a parameter, in the original order. */
export function valuesOf(query: RawQuery, name: string): string[] {
  return query.filter((value, at) => at % 2 === 1 && query[at - 1] === name && value !== "");
}

function addPair(query: string[], pair: string): void {
  const equals = pair.indexOf("=");
  if (equals < 0) query.push(decodePart(pair), "");
  else query.push(decodePart(pair.slice(0, equals)), decodePart(pair.slice(equals + 1)));
}

/** Decodes a name or value; NUL if it is not UTF-8. */
export function decodePart(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  return spaced.includes("%") ? decodeEscapes(spaced) : spaced;
}

/** The origin of an absolute-form target, which proxies send. The group is its unvalidated host. */
export const TARGET_ORIGIN = /^https?:\/\/([^/?#]*)/i;

/**
 * Converts a request target to the canonical form used for routing: a path, without the origin that proxies send, each
 * segment escaped in one way. Invalid UTF-8 becomes `%00`, a stray `%` is escaped. The router treats the first
 * character as a slash, whatever it is.
 */
export function canonicalTarget(target: string): string {
  const rest = target.startsWith("/") ? target : target.replace(TARGET_ORIGIN, "");
  const local = rest.startsWith("/") ? rest : `/${rest}`;
  const percent = local.indexOf("%");
  if (percent < 0) return local;
  const end = local.indexOf("?");
  if (end >= 0 && end < percent) return local;
  const path = end < 0 ? local : local.slice(0, end);
  const repaired = path
    .split("/")
    .map((segment) => (segment.includes("%") ? encodeURIComponent(decodeEscapes(segment)) : segment))
    .join("/");
  return end < 0 ? repaired : repaired + local.slice(end);
}

/** The path of a canonical target, to look up among known paths. */
export function pathOf(target: string): string {
  const end = target.indexOf("?");
  return end < 0 ? target : target.slice(0, end);
}

/** Well-formed text is decoded natively; stray percent signs and invalid bytes by hand. */
function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return decodeBytes(percentDecode(text));
  }
}

/** A request target is ASCII: the parser rejects other bytes. */
function percentDecode(text: string): Buffer {
  const bytes = text.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1");
}

function decodeBytes(bytes: Buffer): string {
  try {
    return strict.decode(bytes);
  } catch {
    return BROKEN;
  }
}

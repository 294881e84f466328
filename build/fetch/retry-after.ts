/**
 * Seconds for which a host asks to be left alone: it says how many, or until when. Source: RFC 9110, section 10.2.3.
 *
 * @param header the value of `Retry-After`; undefined, as for one of another form, gives undefined
 * @param now milliseconds since 1970
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined || /^\d+$/.test(header)) return header === undefined ? undefined : Number(header);
  const at = header.endsWith("GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000);
}

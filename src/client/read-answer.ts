import type { ErrorAnswer, Meta } from "./answers.js";
import { IconApiError } from "./icon-api-error.js";

/** What came back for a request, read to its end. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What every answer of the API says of itself. */
export type Body = ErrorAnswer | { readonly success: true; readonly _meta: Meta };

/** The body of an answer, if it is one of the API. */
export function parseBody({ text }: Received): Body | undefined {
  try {
    const body = JSON.parse(text);
    return body?.success === true || typeof body?.error?.code === "string" ? body : undefined;
  } catch {
    return undefined;
  }
}

/** The failure that an answer tells of. @param body undefined: none of the API's @param now milliseconds since 1970 */
export function failureOf(
  { status, headers }: Received,
  body: Body | undefined,
  url: string,
  now: number,
): IconApiError {
  const details = {
    status,
    requestId: headers.get("X-Request-Id") ?? undefined,
    retryAfterSeconds: readRetryAfter(headers.get("Retry-After"), now),
  };
  if (body?.success === false) {
    const { code, message, param } = body.error;
    return new IconApiError(code, message, { ...details, param });
  }
  const target = headers.get("Location");
  // A browser tells neither the status of a redirect nor where it leads.
  const what = status === 0 || target !== null ? `a redirect${target === null ? "" : ` to ${target}`}` : String(status);
  return new IconApiError("unexpected_answer", `${url} answered ${what}, which is no answer of this API`, details);
}

/** Seconds from a number of them or a date. Source: RFC 9110, section 10.2.3. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  // Without the check, engines read dates into nearly anything.
  const at = header.endsWith(" GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

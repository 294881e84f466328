import type { IncomingHttpHeaders } from "node:http";

/**
 * The origin of the page that sends a request, as its browser tells it: `Origin`, else that of `Referer`, which is all that comes with a
 * picture or a script. Undefined when neither is there or says anything; only a browser's word can be taken for it.
 */
export function askingOrigin({ origin, referer }: IncomingHttpHeaders): string | undefined {
  if (origin !== undefined) return origin;
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}

import type { IncomingMessage } from "node:http";
import type { onRequestHookHandler } from "fastify";
import { ApiError } from "./api-error.js";

export const MAX_URL_BYTES = 8 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 100;

/**
 * What Node reads at all of URL and headers together; beyond it the connection is refused before routing, by what the last
 * packet shows. So much more than the limits that nearly every oversized request is refused by them.
 */
export const MAX_HEAD_BYTES = 96 * 1024;

/**
 * Refuses a request whose head is larger than any honest one, or lacks what HTTP demands. Node would drop headers silently.
 *
 * @param target the request target as it came
 * @throws ApiError bad_request, uri_too_long, headers_too_large
 */
export function checkRequestHead({ rawHeaders, httpVersion, headers }: IncomingMessage, target: string): void {
  if (headers.host === undefined && httpVersion === "1.1")
    throw new ApiError("bad_request", "the Host header is missing");
  if (target.length > MAX_URL_BYTES)
    throw new ApiError("uri_too_long", `the URL is longer than ${MAX_URL_BYTES} bytes`);
  if (rawHeaders.length > MAX_HEADERS * 2) throw new ApiError("headers_too_large", `more than ${MAX_HEADERS} headers`);
  let bytes = 0;
  for (const part of rawHeaders) bytes += part.length + 2;
  if (bytes > MAX_HEADER_BYTES)
    throw new ApiError("headers_too_large", `headers of more than ${MAX_HEADER_BYTES} bytes`);
}

/** `checkRequestHead` as a hook. */
export const limitRequestHead: onRequestHookHandler = (request, _reply, done) => {
  checkRequestHead(request.raw, request.originalUrl);
  done();
};

import type { IncomingMessage } from "node:http";
import { ApiError } from "../contract/error-codes.js";
import type { RequestLimits } from "../transport/limits.js";
import { createHostCheck } from "./public-origin.js";
import { pathOf } from "./query-string.js";

/**
 * Rejects a request whose head is too large or invalid.
 *
 * Own code: Node drops headers beyond `maxHeadersCount` or rejects them like large ones, and does not distinguish a long
 * URL (414) from large headers (431).
 *
 * @param target the original request target
 * @throws ApiError bad_request, uri_too_long, headers_too_large
 */
export type HeadCheck = (request: IncomingMessage, target: string) => void;

export function createHeadCheck({ maxUrlBytes, maxHeaderBytes, maxHeaders }: RequestLimits): HeadCheck {
  const checkHost = createHostCheck();
  return (request, target) => {
    const { rawHeaders } = request;
    checkHost(request, target);
    // The router would treat it as the start of a query.
    if (target.includes("#") && pathOf(target).includes("#"))
      throw new ApiError("bad_request", "the path contains a #; escape it as %23");
    if (target.length > maxUrlBytes) throw new ApiError("uri_too_long", `the URL is longer than ${maxUrlBytes} bytes`);
    if (rawHeaders.length > maxHeaders * 2) throw new ApiError("headers_too_large", `more than ${maxHeaders} headers`);
    let bytes = 0;
    for (const part of rawHeaders) bytes += part.length + 2;
    if (bytes > maxHeaderBytes) throw new ApiError("headers_too_large", `headers of more than ${maxHeaderBytes} bytes`);
  };
}

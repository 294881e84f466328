import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { parseUrl } from "../../platform/parse-url.js";
import { ApiError } from "../contract/error-codes.js";
import { canonicalTarget, pathOf, TARGET_ORIGIN } from "./query-string.js";

/**
 * A name or an IPv4 address, or an IPv6 address in brackets, and a port. RFC 3986 allows more, which no host name on
 * the Internet uses.
 */
const HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;
const MISSING = "the Host header is missing";

/**
 * Rejects a request without a host, or with more than one (RFC 9112, section 3.2): a proxy may have used the other one.
 * The host of an absolute-form target replaces the Host header (section 3.2.2).
 *
 * Own code: Node's `requireHostHeader` accepts several Host headers with any text, which would end up in the URLs of
 * responses.
 *
 * @param target the original request target
 * @throws ApiError bad_request
 */
export type HostCheck = (request: IncomingMessage, target: string) => void;

export function createHostCheck(): HostCheck {
  const isHost = createHostTest();
  return ({ rawHeaders, httpVersion, headers }, target) => {
    let given: string | undefined;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at]!;
      if (name.length !== 4 || name.toLowerCase() !== "host") continue;
      if (given !== undefined) throw new ApiError("bad_request", "more than one Host header");
      given = rawHeaders[at + 1]!;
    }
    if (given === undefined && httpVersion === "1.1") throw new ApiError("bad_request", MISSING);
    if (given !== undefined && !isHost(given)) throw invalidHost("Host header");
    if (target.startsWith("/")) return;
    const named = TARGET_ORIGIN.exec(target)?.[1];
    if (named === undefined) throw new ApiError("bad_request", "the request target is neither a path nor an http URL");
    if (!isHost(named)) throw invalidHost("host of the request target");
    headers.host = named;
  };
}

/**
 * The public origin: as configured, else from the request. Never ends in a slash.
 *
 * @throws ApiError bad_request if the request does not contain it: no Host header, as HTTP/1.0 allows, or an invalid
 * X-Forwarded-Host from a trusted proxy
 */
export function createOriginReader(publicUrl: string | undefined): (request: FastifyRequest) => string {
  const fixed = publicUrl?.replace(/\/+$/, "");
  if (fixed !== undefined) return () => fixed;
  const isHost = createHostTest();
  return (request) => {
    const { host } = request;
    if (!isHost(host)) {
      // The address of the connection may be an internal one behind a proxy, which must not be exposed.
      if (host === "") throw new ApiError("bad_request", `${MISSING}; responses need it for URLs of this server`);
      throw invalidHost("X-Forwarded-Host header");
    }
    return `${request.protocol === "https" ? "https" : "http"}://${host}`;
  };
}

/** The path of the public URL as targets contain it, without a slash at its end; empty if it has none. */
export function publicPathOf(publicUrl: string | undefined): string {
  const { pathname } = parseUrl(publicUrl ?? "") ?? { pathname: "/" };
  return canonicalTarget(pathname).replace(/\/+$/, "");
}

/**
 * Returns a function that converts targets to the form that is used for routing: canonical, and without the path of the
 * public URL, so that a proxy may pass that path on or remove it. If the path begins like a route of this server, such
 * as `/api`, only the proxy can tell what a target means and must remove it.
 *
 * @param publicPath as returned by `publicPathOf`
 * @param isOwn whether a route begins with a segment
 * @param collapses whether repeated slashes are one, as in the paths that programs put together for layouts
 */
export function createTargetReader(
  publicPath: string,
  isOwn: (segment: string) => boolean,
  collapses = false,
): (target: string) => string {
  const [, first = ""] = publicPath.split("/");
  return (target) => {
    const plain = canonicalTarget(target);
    const canonical = collapses ? plain.replace(/^[^?]*/, (path) => path.replaceAll(/\/{2,}/g, "/")) : plain;
    if (publicPath === "" || !canonical.startsWith(publicPath) || isOwn(first)) return canonical;
    const rest = canonical.slice(publicPath.length);
    if (rest.startsWith("/")) return rest;
    return pathOf(rest) === "" ? `/${rest}` : canonical;
  };
}

/** Most requests have the same host as the previous one, and testing it costs more than everything else here. */
function createHostTest(): (host: string) => boolean {
  let known = "";
  return (host) => {
    if (host === known) return known !== "";
    if (!HOST.test(host) || parseUrl(`http://${host}`) === undefined) return false;
    known = host;
    return true;
  };
}

function invalidHost(where: string): ApiError {
  return new ApiError(
    "bad_request",
    `the ${where} is invalid; send a host name or address, such as icons.example.com:8080`,
  );
}

import type { ErrorCode } from "../contract/error-codes.js";
import { META } from "./examples.js";

/** The address of the server in examples. */
export const EXAMPLE_ORIGIN = "http://localhost:3000";

/** A request whose response is a certain error. */
export interface RefusedRequest {
  /** The command that sends it; undefined if no single request causes the error. */
  readonly command: string | undefined;
  /** `_meta` of the error response. */
  readonly meta: object;
}

/** `_meta` before the caller is known. */
const UNKNOWN = { api_version: META.api_version };

/** An example request for each error, as shown in the reference. */
export const REFUSED_REQUESTS: Readonly<Record<ErrorCode, RefusedRequest>> = {
  bad_request: { command: curl("/healthz", "-X 'B@D' "), meta: UNKNOWN },
  invalid_parameter: { command: curlWithKey("/api/v1/icons?limit=0"), meta: META },
  missing_parameter: { command: curlWithKey("/api/v1/similar"), meta: META },
  conflicting_parameters: { command: curlWithKey("/api/v1/similar?id=spotify&phash=abc5e83aa4b5c1ca"), meta: META },
  missing_api_key: { command: curl("/api/v1/icons"), meta: UNKNOWN },
  invalid_api_key: { command: curl("/api/v1/icons", "-H 'X-API-Key: icn_nobody' "), meta: UNKNOWN },
  origin_not_allowed: {
    command: curl("/api/v1/icons", `-H "X-API-Key: $ICONS_KEY" -H 'Origin: https://elsewhere.example' `),
    meta: UNKNOWN,
  },
  rendering_disabled: { command: curl("/images/spotify.png"), meta: UNKNOWN },
  route_not_found: { command: curl("/api/v1/icon"), meta: UNKNOWN },
  icon_not_found: { command: curlWithKey("/api/v1/icons/spotifi"), meta: META },
  icon_renamed: { command: curlWithKey("/api/v1/icons/my-app"), meta: META },
  icon_removed: { command: curlWithKey("/api/v1/icons/my-app"), meta: META },
  drawing_not_found: { command: curl("/images/my-app.svg"), meta: UNKNOWN },
  variant_not_found: { command: curl("/images/my-app.svg?variant=mono"), meta: UNKNOWN },
  method_not_allowed: { command: curl("/api/v1/icons/spotify", "-X DELETE "), meta: UNKNOWN },
  request_timeout: {
    command: `(printf 'GET / HTTP/1.1\\r\\n'; sleep 12) | curl 'telnet://localhost:3000'`,
    meta: UNKNOWN,
  },
  uri_too_long: { command: `curl "${EXAMPLE_ORIGIN}/api/v1/icons?q=$(printf %9000s | tr ' ' a)"`, meta: UNKNOWN },
  phash_unavailable: { command: curlWithKey("/api/v1/similar?id=my-app"), meta: META },
  palette_unavailable: { command: curlWithKey("/api/v1/similar?id=my-app&by=color"), meta: META },
  shape_unavailable: { command: curlWithKey("/api/v1/similar?id=my-app&by=shape"), meta: META },
  vector_unavailable: { command: curlWithKey("/api/v1/similar?id=my-app&by=vector"), meta: META },
  not_recolorable: { command: curl("/images/slack.svg?color=red"), meta: UNKNOWN },
  image_too_expensive: { command: curl("/images/my-app.png?size=1024"), meta: UNKNOWN },
  query_too_expensive: { command: curlWithKey("/api/v1/icons?facets=category"), meta: META },
  rate_limit_exceeded: {
    // curl expands the range and sends a request for each number.
    command: curlWithKey("/api/v1/categories?request=[1-101]"),
    meta: { ...META, rate_remaining: 0 },
  },
  too_many_invalid_keys: {
    command: curl("/api/v1/icons?try=[1-61]", "-H 'X-API-Key: icn_nobody' "),
    meta: UNKNOWN,
  },
  headers_too_large: { command: curl("/healthz", "$(printf -- '-H x%d:1 ' $(seq 101)) "), meta: UNKNOWN },
  internal_error: { command: undefined, meta: META },
  unavailable: { command: curl("/readyz"), meta: UNKNOWN },
};

/**
 * Appends an example request to a description.
 *
 * @param path on the server; must not need a key
 * @param flags of curl, each followed by a space
 */
export function withRequest(description: string, path: string, flags = ""): string {
  return `${description}\n\n${codeBlock(curl(path, flags))}`;
}

/** Like `withRequest`, with an API key from the environment. */
export function withKeyedRequest(description: string, path: string): string {
  return `${description}\n\n${codeBlock(curlWithKey(path))}`;
}

/** Formats a command as a Markdown code block. */
export function codeBlock(command: string): string {
  return `\`\`\`sh\n${command}\n\`\`\``;
}

function curl(path: string, flags = ""): string {
  return `curl ${flags}'${EXAMPLE_ORIGIN}${path}'`;
}

/** A command that sends a request with an API key from the environment. */
export function curlWithKey(path: string): string {
  return curl(path, '-H "X-API-Key: $ICONS_KEY" ');
}

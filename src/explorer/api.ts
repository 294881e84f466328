import type { Removal } from "../client/icon-api-error.js";
import { readRateLimit } from "../client/rate-limit.js";
import type { ErrorResponse, Meta } from "../client/responses.js";
import type { ErrorCode } from "../http/contract/error-codes.js";
import { readable } from "./view.js";

/** What is known of an error. */
type Details = Partial<ErrorResponse["error"]> & { readonly left?: number };

/** An error response of the API, or no response at all (status 0). */
export class ApiFailure extends Error {
  readonly status: number;
  /** The API's error code; undefined if the API did not respond. */
  readonly code: ErrorCode | undefined;
  /** Seconds to wait before a retry, if the server reports it. */
  readonly retryAfter: number | undefined;
  /** When and why the icon was removed, for `icon_removed`. */
  readonly removal: Removal | undefined;
  /** Requests left today, which the page does not use without permission; undefined: the server failed. */
  readonly left: number | undefined;

  constructor(status: number, message: string, error?: Details, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = error?.code;
    this.retryAfter = retryAfter;
    this.removal = error?.removal;
    this.left = error?.left;
  }

  /** Whether the next attempt may succeed. */
  get isPassing(): boolean {
    return PASSING.includes(this.status) && this.left === undefined;
  }
}

/** No response, or that of a server or proxy that starts or stops. */
const PASSING: readonly number[] = [0, 502, 503, 504];

/** Sends requests to the public API, below the page's own URL. */
export interface Api {
  readonly key: string | undefined;
  /** Whether the next request needs permission, since it is one of the last of the day. */
  readonly isReserved: boolean;
  /**
   * A response, possibly from the cache: repeated requests don't count against the quota.
   *
   * @param path below `/api/v1/`
   * @throws ApiFailure, or an AbortError if the signal is aborted
   */
  get<Body>(path: string, params?: URLSearchParams, signal?: AbortSignal): Promise<Body>;
  /** The response in the cache; undefined if the cache has none. */
  peek<Body>(path: string, params?: URLSearchParams): Body | undefined;
  /** The error response in the cache; undefined if the cache has none. */
  peekFailure(path: string, params?: URLSearchParams): ApiFailure | undefined;
}

const MAX_KEPT = 500;
/** The part of a limited quota that is only used with permission. */
export const RESERVE = 0.1;
const NO_PARAMS = new URLSearchParams();
/** Errors that last as long as the generation, so that they are cached like other responses, with their status. */
const LASTING: Readonly<Partial<Record<ErrorCode, number>>> = { icon_not_found: 404, icon_removed: 410 };

/** A successful response, or a lasting error. */
export type KnownResponse = ErrorResponse | { readonly success: true; readonly _meta: Meta };

/** Responses by request, as returned by `requestPath`. */
export type KnownResponses = ReadonlyMap<string, KnownResponse>;

export interface ApiOptions {
  readonly key: string | undefined;
  /** The cache; other attempts with the same key may share it. */
  readonly kept: Map<string, KnownResponse>;
  /** Whether the last requests of the day may be used. */
  readonly usesReserve: boolean;
  /** Called with the plan and quota of every response from the server. */
  onMeta(meta: Meta): void;
}

/** A request relative to the API's prefix. */
export function requestPath(path: string, params = NO_PARAMS): string {
  const query = readable(params);
  return query === "" ? path : `${path}?${query}`;
}

/** The absolute URL of a request. */
export function requestUrl(path: string, params?: URLSearchParams): string {
  return new URL(`api/v1/${requestPath(path, params)}`, document.baseURI).href;
}

/** An API with a cache. Its requests fail if they need permission. */
export function createApi({ key, kept, usesReserve, onMeta }: ApiOptions): Api {
  const headers: Record<string, string> = key === undefined ? {} : { "X-API-Key": key };
  let events = 0;
  let reported = { event: 0, left: Number.POSITIVE_INFINITY };
  let reserve = 0;
  /**
   * Responses to concurrent requests may arrive out of order: the lowest number of remaining requests is the most recent.
   */
  const report = (meta: Meta, sentAt: number): void => {
    const { rate_remaining: left = -1 } = meta;
    if (sentAt > reported.event || left <= reported.left) reported = { event: ++events, left };
    reserve = (meta.rate_limit ?? 0) * RESERVE;
  };
  for (const { _meta: meta } of kept.values()) report(meta, 0);
  const keep = (request: string, body: KnownResponse): void => {
    if (kept.size === MAX_KEPT) kept.delete(kept.keys().next().value as string);
    kept.set(request, body);
  };
  return {
    key,
    get isReserved() {
      return !usesReserve && reported.left > 0 && reported.left <= reserve;
    },
    peek: <Body>(path: string, params?: URLSearchParams) => {
      const body = kept.get(requestPath(path, params));
      return body?.success ? (body as Body) : undefined;
    },
    peekFailure(path, params) {
      const body = kept.get(requestPath(path, params));
      return body === undefined || body.success ? undefined : failureOf(body);
    },
    async get<Body>(path: string, params?: URLSearchParams, signal?: AbortSignal) {
      const request = requestPath(path, params);
      const known = kept.get(request);
      if (known?.success) return known as Body;
      if (known !== undefined) throw failureOf(known);
      if (this.isReserved) throw new ApiFailure(0, "", { left: reported.left });
      const sentAt = ++events;
      const response = await fetch(requestUrl(path, params), {
        headers,
        ...(signal === undefined ? {} : { signal }),
      }).catch((error) => {
        if (error.name === "AbortError") throw error;
        throw new ApiFailure(0, "The server can't be reached.");
      });
      const body = await response.json().catch((error) => {
        if (error.name === "AbortError") throw error;
        throw new ApiFailure(response.status, `The server responded with ${response.status}.`);
      });
      if (body._meta?.tier !== undefined) {
        const meta = withAllowance(body._meta, response.headers);
        report(meta, sentAt);
        onMeta({ ...meta, rate_remaining: reported.left });
      }
      if (!response.ok) {
        const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
        if (LASTING[body.error?.code as ErrorCode] === response.status) keep(request, body);
        throw failureOf(body, response.status, Number.isFinite(retryAfter) ? retryAfter : undefined);
      }
      keep(request, body);
      // A renamed icon is then shown under its new id.
      if (response.redirected) keep(response.url.slice(requestUrl("").length), body);
      return body as Body;
    },
  };
}

/** After a 304, a browser returns the cached body with its old count; the header is current. */
function withAllowance(meta: Meta, headers: Headers): Meta {
  const left = readRateLimit(headers, meta, Date.now())?.remaining ?? -1;
  return { ...meta, rate_remaining: Number.isFinite(left) ? left : -1 };
}

function failureOf({ error }: Partial<ErrorResponse>, status = error && LASTING[error.code], retryAfter?: number) {
  const { message = `the server responded with ${status}` } = error ?? {};
  return new ApiFailure(status ?? 0, sentenceOf(message), error, retryAfter);
}

export function sentenceOf(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

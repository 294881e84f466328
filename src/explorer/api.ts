import type { Removal } from "../client/icon-api-error.js";
import { readRateLimit } from "../client/rate-limit.js";
import type { ErrorResponse, Meta } from "../client/responses.js";
import type { ErrorCode } from "../http/contract/error-codes.js";
import { readable } from "./view.js";

/** An error response of the API, or no response at all (status 0). */
export class ApiFailure extends Error {
  readonly status: number;
  /** The API's error code; undefined if the API did not respond. */
  readonly code: ErrorCode | undefined;
  /** Seconds to wait before a retry, if the server reports it. */
  readonly retryAfter: number | undefined;
  /** When and why the icon was removed, for `icon_removed`. */
  readonly removal: Removal | undefined;

  constructor(status: number, message: string, error?: Partial<ErrorResponse["error"]>, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = error?.code;
    this.retryAfter = retryAfter;
    this.removal = error?.removal;
  }
}

/** Sends requests to the public API, below the page's own URL. */
export interface Api {
  readonly key: string | undefined;
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
const NO_PARAMS = new URLSearchParams();
/** Errors that last as long as the generation, so that they are cached like other responses, with their status. */
const LASTING: Readonly<Partial<Record<ErrorCode, number>>> = { icon_not_found: 404, icon_removed: 410 };

/** A successful response, or a lasting error. */
export type KnownResponse = ErrorResponse | { readonly success: true; readonly _meta: Meta };

/** Responses by request, as returned by `requestPath`. */
export type KnownResponses = ReadonlyMap<string, KnownResponse>;

/** A request relative to the API's prefix. */
export function requestPath(path: string, params = NO_PARAMS): string {
  const query = readable(params);
  return query === "" ? path : `${path}?${query}`;
}

/** The absolute URL of a request. */
export function requestUrl(path: string, params?: URLSearchParams): string {
  return new URL(`api/v1/${requestPath(path, params)}`, document.baseURI).href;
}

/**
 * @param onMeta called with the plan and quota of every response from the server
 * @param known responses to begin the cache with
 */
export function createApi(key: string | undefined, onMeta: (meta: Meta) => void, known?: KnownResponses): Api {
  const kept = new Map(known);
  const headers: Record<string, string> = key === undefined ? {} : { "X-API-Key": key };
  let events = 0;
  let reported = { event: 0, left: Number.POSITIVE_INFINITY };
  /**
   * Responses to concurrent requests may arrive out of order: the lowest number of remaining requests is the most recent.
   */
  const report = (meta: Meta, sentAt: number): void => {
    const { rate_remaining: left = -1 } = meta;
    if (sentAt > reported.event || left <= reported.left) reported = { event: ++events, left };
    onMeta({ ...meta, rate_remaining: reported.left });
  };
  const keep = (request: string, body: KnownResponse): void => {
    if (kept.size === MAX_KEPT) kept.delete(kept.keys().next().value as string);
    kept.set(request, body);
  };
  return {
    key,
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
      if (body._meta?.tier !== undefined) report(withAllowance(body._meta, response.headers), sentAt);
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

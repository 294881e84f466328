import type { ErrorCode } from "../http/api-error.js";

/**
 * Why a call failed: a code of the API; or `network_error` where no answer came, `timeout` where none came in time,
 * `unexpected_answer` where what came is none of the API, such as the page of a proxy.
 */
export type IconApiErrorCode = ErrorCode | "network_error" | "timeout" | "unexpected_answer";

/** What is known of a failure beside its code and message. */
export interface FailureDetails {
  readonly status?: number | undefined;
  readonly param?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** A call that failed. */
export class IconApiError extends Error {
  override readonly name = "IconApiError";
  readonly code: IconApiErrorCode;
  /** The HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** The parameter at fault, where it is one. */
  readonly param: string | undefined;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;
  /** Seconds after which the server accepts the next request, if known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: IconApiErrorCode, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.param = details.param;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

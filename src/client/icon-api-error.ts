import type { ErrorResponse } from "./responses.js";

type ErrorCode = ErrorResponse["error"]["code"];

/** Why and when an icon was removed. */
export type Removal = NonNullable<ErrorResponse["error"]["removal"]>;

/**
 * Why a call failed: an error code of the API, `network_error` if no response arrived, `timeout` if no response
 * arrived in time, or `unexpected_response` if the response did not come from the API but, for example, from a proxy.
 */
export type IconApiErrorCode = ErrorCode | "network_error" | "timeout" | "unexpected_response";

/** Details of a failure in addition to its code and message. */
export interface FailureDetails {
  readonly status?: number | undefined;
  readonly param?: string | undefined;
  readonly currentId?: string | undefined;
  readonly removal?: Removal | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** A call that failed. */
export class IconApiError extends Error {
  override readonly name = "IconApiError";
  readonly code: IconApiErrorCode;
  /** The HTTP status; undefined if no response arrived. */
  readonly status: number | undefined;
  /** The parameter at fault, if any. */
  readonly param: string | undefined;
  /** The icon's current id, for `icon_renamed`. */
  readonly currentId: string | undefined;
  /** Date, reason and successor, for `icon_removed`. */
  readonly removal: Removal | undefined;
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;
  /** Seconds until the server accepts the next request, if known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: IconApiErrorCode, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.param = details.param;
    this.currentId = details.currentId;
    this.removal = details.removal;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

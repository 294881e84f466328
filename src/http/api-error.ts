/** Every error code that an answer can carry, with its HTTP status and what it means. The documentation is held to it. */
export const ERRORS = {
  bad_request: { status: 400, meaning: "The request could not be parsed." },
  invalid_parameter: { status: 400, meaning: "A parameter has the wrong form or is out of range." },
  missing_parameter: { status: 400, meaning: "A parameter that is needed was not given." },
  conflicting_parameters: { status: 400, meaning: "Parameters were given that exclude each other." },
  missing_api_key: { status: 401, meaning: "No API key was given." },
  invalid_api_key: { status: 401, meaning: "The API key is unknown, expired, revoked or malformed." },
  route_not_found: { status: 404, meaning: "There is nothing at this path." },
  icon_not_found: { status: 404, meaning: "No icon has this id." },
  method_not_allowed: { status: 405, meaning: "The path exists, but takes other methods." },
  request_timeout: { status: 408, meaning: "The request was not finished in time." },
  uri_too_long: { status: 414, meaning: "The URL is longer than 8 KB." },
  phash_unavailable: { status: 422, meaning: "The icon has no perceptual hash." },
  palette_unavailable: { status: 422, meaning: "The icon has no colour palette." },
  rate_limit_exceeded: { status: 429, meaning: "The day's allowance is used up." },
  headers_too_large: { status: 431, meaning: "The headers are larger than 16 KB or more than 100." },
  internal_error: { status: 500, meaning: "Something is wrong on our side." },
  unavailable: { status: 503, meaning: "The service can't answer now; try again later." },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** A refusal that the caller is told about. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  /** The parameter at fault, where it is one. */
  readonly param: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The HTTP status of the code, under the name that Fastify knows. */
  readonly statusCode: number;

  constructor(
    code: ErrorCode,
    message: string,
    details: { param?: string; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.code = code;
    this.param = details.param;
    this.headers = details.headers ?? {};
    this.statusCode = ERRORS[code].status;
  }
}

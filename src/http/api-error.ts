/** Every error code that an answer can carry, with its HTTP status and what it means. The documentation is held to it. */
export const ERRORS = {
  bad_request: {
    status: 400,
    meaning: "The request could not be parsed, or its host or target is invalid.",
    example: { message: "the request could not be parsed" },
  },
  invalid_parameter: {
    status: 400,
    meaning: "A parameter has the wrong form or is out of range.",
    example: {
      message: "limit must be a whole number from 1 to 2147483647, in decimal digits",
      param: "limit",
    },
  },
  missing_parameter: {
    status: 400,
    meaning: "A parameter that is needed was not given.",
    example: { message: "give id or phash" },
  },
  conflicting_parameters: {
    status: 400,
    meaning: "Parameters were given that exclude each other.",
    example: { message: "give either id or phash, not both" },
  },
  missing_api_key: {
    status: 401,
    meaning: "No API key was given.",
    example: { message: "give an API key in the header X-API-Key or in the query parameter api_key" },
  },
  invalid_api_key: {
    status: 401,
    meaning: "The API key is unknown, expired, revoked or malformed.",
    example: { message: "the API key is unknown, expired, revoked or mistyped" },
  },
  origin_not_allowed: {
    status: 403,
    meaning: "The API key is restricted to pages of other origins.",
    example: { message: "the API key may not be used by pages of this origin" },
  },
  route_not_found: {
    status: 404,
    meaning: "There is nothing at this path.",
    example: { message: "there is nothing at this path; see /api/v1/icons, /api/v1/categories and /api/v1/similar" },
  },
  icon_not_found: {
    status: 404,
    meaning: "No icon has this id.",
    example: { message: 'no icon has the id "spotifi"' },
  },
  method_not_allowed: {
    status: 405,
    meaning: "The path exists, but takes other methods.",
    example: { message: "this path takes GET, HEAD" },
  },
  request_timeout: {
    status: 408,
    meaning: "The request was not finished in time.",
    example: { message: "the request was not finished in time" },
  },
  uri_too_long: {
    status: 414,
    meaning: "The URL is longer than the server takes, 8 KB by default.",
    example: { message: "the URL is longer than 8192 bytes" },
  },
  phash_unavailable: {
    status: 422,
    meaning: "The icon has no perceptual hash.",
    example: {
      message: 'the icon "my-app" has no perceptual hash, because its picture could not be read or it has none',
    },
  },
  palette_unavailable: {
    status: 422,
    meaning: "The icon has no colour palette.",
    example: {
      message: 'the icon "my-app" has no colour palette, because its picture could not be read or it has none',
    },
  },
  query_too_expensive: {
    status: 422,
    meaning:
      "The query takes more work than one request may, on the data that is served. It is never answered in part.",
    example: {
      message: "this query takes more work than one request may; ask for fewer or longer words, fewer labels or facets",
    },
  },
  rate_limit_exceeded: {
    status: 429,
    meaning: "The day's allowance is used up.",
    example: { message: "the day's 100 requests are used up; they come back at 00:00 UTC" },
  },
  too_many_invalid_keys: {
    status: 429,
    meaning: "This address has sent too many invalid keys in a minute; valid ones still work.",
    example: { message: "too many invalid keys from this address; try again later" },
  },
  headers_too_large: {
    status: 431,
    meaning: "The headers are larger or more than the server takes, by default 16 KB and 100.",
    example: { message: "more than 100 headers" },
  },
  internal_error: {
    status: 500,
    meaning: "Something is wrong on our side.",
    example: { message: "something went wrong here; the log has it under ixRFCDfM-7" },
  },
  unavailable: {
    status: 503,
    meaning: "The service can't answer now; try again later.",
    example: { message: "no dataset is loaded yet; run `icons build`" },
  },
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

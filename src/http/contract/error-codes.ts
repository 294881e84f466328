import { WINDOW } from "../../access/quota-window.js";
import type { Removal } from "../../format/removal.js";

/** All error codes of responses, with their HTTP status and meaning. A test compares the documentation with it. */
export const ERRORS = {
  icon_renamed: {
    status: 308,
    meaning: "The icon was renamed to `currentId`. `Location` is the same request with that id.",
    example: { message: 'the icon "my-app" was renamed to "spotify"', currentId: "spotify" },
  },
  bad_request: {
    status: 400,
    meaning: "The request could not be parsed, or its host or target is invalid.",
    example: { message: "the request could not be parsed" },
  },
  invalid_parameter: {
    status: 400,
    meaning: "A parameter has the wrong format or is out of range.",
    example: {
      message: "limit must be a whole number from 1 to 2147483647, in decimal digits",
      param: "limit",
    },
  },
  missing_parameter: {
    status: 400,
    meaning: "A required parameter is missing.",
    example: { message: "give id or phash" },
  },
  conflicting_parameters: {
    status: 400,
    meaning: "The parameters exclude each other.",
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
    meaning: "The API key is not valid for pages of this origin.",
    example: { message: "the API key is not valid for pages of this origin" },
  },
  rendering_disabled: {
    status: 403,
    meaning: "The server renders no images on request: it only returns the default WebP, and drawings as SVG.",
    example: {
      message:
        "this server renders no images on request; it has the SVG, except with content, and the WebP without other parameters",
    },
  },
  route_not_found: {
    status: 404,
    meaning: "The path does not exist.",
    example: {
      message: "this path does not exist; see /api/v1/icons, /api/v1/categories, /api/v1/similar and /api/v1/resolve",
    },
  },
  icon_not_found: {
    status: 404,
    meaning: "No icon has this id.",
    example: { message: 'no icon has the id "spotifi"; did you mean "spotify"?' },
  },
  drawing_not_found: {
    status: 404,
    meaning: "The icon has no drawing, so it can't be an SVG. Other formats work.",
    example: { message: 'the image of "my-app" is a raster file; request it as PNG, WebP, AVIF, JPEG or ICO' },
  },
  variant_not_found: {
    status: 404,
    meaning: "The icon has no variant of this name. The message lists those that it has.",
    example: {
      message: 'the icon "my-app" has no variant "mono"; it has light, dark, wordmark',
      param: "variant",
    },
  },
  method_not_allowed: {
    status: 405,
    meaning: "The path does not support this method.",
    example: { message: "this path supports GET, HEAD" },
  },
  icon_removed: {
    status: 410,
    meaning: "The icon was removed. `removal` has the date, the reason and, if there is one, the id of its successor.",
    example: {
      message: 'the icon "my-app" was removed on 2026-05-11: discontinued; use "spotify"',
      removal: { date: "2026-05-11", reason: "discontinued", successor: "spotify" },
    },
  },
  request_timeout: {
    status: 408,
    meaning: "The request did not arrive in time.",
    example: { message: "the request did not arrive in time" },
  },
  uri_too_long: {
    status: 414,
    meaning: "The URL is too long; the default limit is 8 KB.",
    example: { message: "the URL is longer than 8192 bytes" },
  },
  phash_unavailable: {
    status: 422,
    meaning: "The icon has no perceptual hash.",
    example: {
      message: 'the icon "my-app" has no perceptual hash, because its image is missing or could not be read',
    },
  },
  palette_unavailable: {
    status: 422,
    meaning: "The icon has no color palette.",
    example: {
      message: 'the icon "my-app" has no color palette, because its image is missing or could not be read',
    },
  },
  shape_unavailable: {
    status: 422,
    meaning: "The icon has no shape descriptor.",
    example: {
      message: 'the icon "my-app" has no shape, because its image is missing, shows no edges or could not be read',
    },
  },
  vector_unavailable: {
    status: 422,
    meaning: "The dataset has no vector for the icon.",
    example: { message: 'the icon "my-app" has no vector, because the dataset has none for it' },
  },
  not_recolorable: {
    status: 422,
    meaning: "The image has several colors, so `color` can't replace them.",
    example: { message: 'the image of "slack" can\'t be recolored: the drawing has several colors', param: "color" },
  },
  image_too_expensive: {
    status: 422,
    meaning:
      "Rendering the image in this form takes too much time or memory, or repeatedly ended the renderer. Try again after ten minutes.",
    example: { message: 'the image of "my-app" can\'t be rendered: rendering takes too long' },
  },
  query_too_expensive: {
    status: 422,
    meaning: "The query exceeds the work budget of a request. Partial responses are never returned.",
    example: {
      message:
        "this query exceeds the work budget of a request; use fewer or longer words, fewer labels or fewer facets",
    },
  },
  rate_limit_exceeded: {
    status: 429,
    meaning: `The ${WINDOW.quota} is used up.`,
    example: { message: quotaUsedUp(100) },
  },
  too_many_invalid_keys: {
    status: 429,
    meaning: "This address sent too many invalid keys within a minute. Valid keys still work.",
    example: { message: "too many invalid keys from this address; try again later" },
  },
  headers_too_large: {
    status: 431,
    meaning: "The headers are too large or too many; the default limits are 16 KB and 100.",
    example: { message: "more than 100 headers" },
  },
  internal_error: {
    status: 500,
    meaning: "An unexpected error occurred in the server.",
    example: { message: "an unexpected error occurred; the log has details under ixRFCDfM-7" },
  },
  unavailable: {
    status: 503,
    meaning: "The service is temporarily unavailable. Try again later.",
    example: { message: "no dataset is loaded yet; run `icons build`" },
  },
} as const;

/** The message of `rate_limit_exceeded`. */
export function quotaUsedUp(limit: number): string {
  return `the ${WINDOW.quota} of ${limit} requests is used up; ${WINDOW.resets}`;
}

export type ErrorCode = keyof typeof ERRORS;

/** Members of an error that only some codes have, and headers of its response. */
export interface ErrorDetails {
  readonly param?: string;
  readonly currentId?: string;
  readonly removal?: Removal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error whose response has its code and message. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  /** The invalid parameter, if there is one. */
  readonly param: string | undefined;
  /** For `icon_renamed`. */
  readonly currentId: string | undefined;
  /** For `icon_removed`. */
  readonly removal: Removal | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The HTTP status of the code, under the name that Fastify expects. */
  readonly statusCode: number;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.param = details.param;
    this.currentId = details.currentId;
    this.removal = details.removal;
    this.headers = details.headers ?? {};
    this.statusCode = ERRORS[code].status;
  }
}

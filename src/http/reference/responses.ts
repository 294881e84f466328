import { ERRORS, type ErrorCode } from "../contract/error-codes.js";
import { ErrorResponse } from "../contract/response-schemas.js";
import { codeBlock, REFUSED_REQUESTS } from "./example-requests.js";

/** The description of one status in a route's schema. */
export interface ResponseDoc {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: object } & Readonly<Record<string, unknown>>>>;
}

/** Errors that every operation can return. */
const COMMON: readonly ErrorCode[] = [
  "bad_request",
  "invalid_parameter",
  "missing_api_key",
  "invalid_api_key",
  "origin_not_allowed",
  "request_timeout",
  "uri_too_long",
  "rate_limit_exceeded",
  "too_many_invalid_keys",
  "headers_too_large",
  "internal_error",
  "unavailable",
];

/** Responses by status. */
type Responses = Readonly<Record<number, ResponseDoc>>;

/**
 * The responses of an operation: its response and the errors, each with an example.
 *
 * @param own errors in addition to those of every operation
 */
export function responses(
  schema: object,
  description: string,
  example: object,
  ...own: readonly ErrorCode[]
): Responses {
  return { ...success(schema, description, example), ...refusals(...COMMON, ...own) };
}

export function success(schema: object, description: string, example: object): Responses {
  return { 200: { description, content: { "application/json": { schema, example } } } };
}

/** Errors by status, each with an example. */
export function refusals(...codes: readonly ErrorCode[]): Responses {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [status, refusal(codes.filter((code) => ERRORS[code].status === status))]),
  );
}

function refusal(codes: readonly ErrorCode[]): ResponseDoc {
  const examples = codes.map((code) => {
    const { meaning, example } = ERRORS[code];
    const { command, meta } = REFUSED_REQUESTS[code];
    const value = { success: false, error: { code, ...example }, _meta: meta };
    return [code, { summary: meaning, ...(command === undefined ? {} : { description: codeBlock(command) }), value }];
  });
  return {
    description: codes.map((code) => ERRORS[code].meaning).join(" "),
    content: { "application/json": { schema: ErrorResponse, examples: Object.fromEntries(examples) } },
  };
}

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  IconNotFoundError,
  IconRemovedError,
  IconRenamedError,
  PaletteUnavailableError,
  PhashUnavailableError,
  QueryTooExpensiveError,
  ShapeUnavailableError,
  VariantNotFoundError,
  VectorUnavailableError,
} from "../../catalog/generation/catalog-errors.js";
import type { Removal } from "../../format/removal.js";
import { ImageOptionError } from "../../images/image-options.js";
import { AbandonedError, RendererUnavailableError } from "../../images/render-errors.js";
import { bytesOf, toByteText } from "../../text/byte-text.js";
import { ApiError, type ErrorCode } from "../contract/error-codes.js";
import type { RequestLog } from "../log/request-log.js";
import { renamedTarget } from "../requests/renamed-target.js";
import { metaOf, type ResponseMeta } from "./envelope.js";
import { isOpenedPage, sendMissingPage } from "./missing-page.js";
import { represent } from "./representation.js";

const RENDERER_RETRY_SECONDS = 1;

/** The body of every error response. */
export interface ErrorBody {
  readonly success: false;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly param?: string;
    readonly currentId?: string;
    readonly removal?: Removal;
  };
  readonly _meta: ResponseMeta;
}

export function errorBody({ code, message, param, currentId, removal }: ApiError, meta: ResponseMeta): ErrorBody {
  const details = {
    ...(param === undefined ? {} : { param }),
    ...(currentId === undefined ? {} : { currentId }),
    ...(removal === undefined ? {} : { removal }),
  };
  return { success: false, error: { code, message, ...details }, _meta: meta };
}

/** Converts an error to a response. */
export type ErrorSender = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => void;

/**
 * The one place where errors become responses. Internal errors are logged, and their responses have no detail.
 *
 * @param onRefused called before each response
 */
export function createErrorSender(log: RequestLog, onRefused?: (code: ErrorCode) => void): ErrorSender {
  return (error, request, reply) => {
    if (hasLeft(error, reply)) return void reply.hijack();
    const refusal = toApiError(error, request, log);
    onRefused?.(refusal.code);
    sendError(refusal, request, reply);
  };
}

/** Whether the client left while its response was being rendered or compressed, so that none is needed. */
function hasLeft(error: Error, reply: FastifyReply): boolean {
  if (error instanceof AbandonedError) return true;
  return (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE" && reply.raw.destroyed;
}

export function sendErrors(app: FastifyInstance, response: ErrorSender): void {
  app.setErrorHandler(response);
  app.setNotFoundHandler((request, reply) => response(routeNotFound(), request, reply));
}

function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.code === "route_not_found" && isOpenedPage(request)) {
    sendMissingPage(request, reply);
    return;
  }
  const json = toByteText(JSON.stringify(errorBody(error, metaOf(request.caller))));
  const { type, body } = represent(request.raw, json);
  reply.code(error.statusCode).headers(error.headers).type(type);
  reply.send(bytesOf(body));
}

/**
 * The error as callers may see it; an internal one is logged. Errors of the framework before routing are malformed
 * requests.
 */
export function toApiError(error: FastifyError | Error, request: FastifyRequest, log: RequestLog): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof IconNotFoundError) return new ApiError("icon_not_found", error.message);
  if (error instanceof IconRenamedError) {
    // The reference is relative, so that it also holds below the path of a proxy.
    const headers = { location: renamedTarget(request.url, error) };
    return new ApiError("icon_renamed", error.message, { currentId: error.currentId, headers });
  }
  if (error instanceof IconRemovedError) return new ApiError("icon_removed", error.message, { removal: error.removal });
  if (error instanceof VariantNotFoundError)
    return new ApiError("variant_not_found", error.message, { param: "variant" });
  if (error instanceof PhashUnavailableError) return new ApiError("phash_unavailable", error.message);
  if (error instanceof PaletteUnavailableError) return new ApiError("palette_unavailable", error.message);
  if (error instanceof ShapeUnavailableError) return new ApiError("shape_unavailable", error.message);
  if (error instanceof VectorUnavailableError) return new ApiError("vector_unavailable", error.message);
  if (error instanceof QueryTooExpensiveError) return new ApiError("query_too_expensive", error.message);
  if (error instanceof ImageOptionError)
    return new ApiError("invalid_parameter", error.message, { param: error.option });
  if (error instanceof RendererUnavailableError) {
    if (error.cause !== undefined) log.failure(request, error);
    const headers = { "retry-after": String(RENDERER_RETRY_SECONDS) };
    return new ApiError("unavailable", `${error.message}; try again in a second`, { headers });
  }
  const status = (error as FastifyError).statusCode;
  if (status !== undefined && status >= 400 && status < 500)
    return new ApiError("bad_request", "the request is invalid");
  log.failure(request, error);
  return new ApiError("internal_error", `an unexpected error occurred; the log has details under ${request.id}`);
}

function routeNotFound(): ApiError {
  return new ApiError(
    "route_not_found",
    "this path does not exist; see /api/v1/icons, /api/v1/categories, /api/v1/similar and /api/v1/resolve",
  );
}

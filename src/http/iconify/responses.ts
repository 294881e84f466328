import type { FastifyReply, FastifyRequest } from "fastify";
import { IMAGE_FORMATS } from "../../images/image-options.js";
import { type ByteText, bytesOf, toByteText } from "../../text/byte-text.js";
import type { RequestLog } from "../log/request-log.js";
import { COMPRESS_FROM_BYTES } from "../responses/compression.js";
import { etagsOf, isKnown, knowsAny } from "../responses/etag.js";
import { HEADERS } from "../responses/headers.js";
import { COMPRESSED_TYPES } from "../responses/representation.js";
import { closeAfter, createResponseBatch, setHeaders } from "../responses/response-writer.js";
import { type HeaderBlock, headerBlock } from "../transport/header-block.js";

const CACHED = "public, max-age=604800, min-refresh=604800, immutable";
/** A shared cache must not pass on what was requested with a key. */
const CACHED_PRIVATELY = "private, max-age=604800";
const REASONS = { 400: "Bad request", 404: "Not found", 422: "Too many icons" } as const;

export const TYPES = {
  svg: `${IMAGE_FORMATS.svg}; charset=utf-8`,
  json: "application/json; charset=utf-8",
  script: "application/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  text: "text/plain; charset=utf-8",
} as const;

/** The headers that responses have in common, without a body, and with one of each type. */
const BODYLESS = headerBlock(HEADERS.iconify);
const BLOCKS = Object.fromEntries(
  Object.entries(TYPES).map(([type, value]) => {
    const headers = type === "svg" ? HEADERS.iconifyDrawing : HEADERS.iconify;
    return [type, headerBlock({ ...headers, "content-type": value })];
  }),
) as Record<keyof typeof TYPES, HeaderBlock>;

/** The body of a response with its type. */
export interface Content {
  readonly type: keyof typeof TYPES;
  readonly body: ByteText;
  /** Name of the file as which the response is saved. */
  readonly fileName?: string | undefined;
}

/** The status of a refused request. */
export type Refused = keyof typeof REASONS;

/** Sends the responses of the Iconify API directly, like `ResponseWriter` and for the same reason. */
export interface IconifyResponses {
  /** The ETag of a request; it changes with the generation. */
  etag(request: FastifyRequest, generation: string): string;
  /** Responds with 304 if the caller already has the response with this ETag. @returns whether it has responded */
  sendIfKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean;
  send(request: FastifyRequest, reply: FastifyReply, etag: string, content: Content | Refused): void;
  /** Adds the common headers to an error response. */
  setHeaders(request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * @param identity of the settings that responses depend on
 * @param isDraining whether connections should be closed
 */
export function createIconifyResponses(log: RequestLog, isDraining: () => boolean, identity: string): IconifyResponses {
  const write = createResponseBatch();
  let tagged = "";
  let etags = etagsOf(identity, tagged);
  const finish = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    common: HeaderBlock,
    headers: string[],
    body: ByteText,
  ) => {
    log.followResponse(request, reply, status);
    if (isDraining()) closeAfter(reply);
    reply.hijack();
    write({ response: reply.raw, status, common, headers, body });
  };
  const sendUnchanged = (request: FastifyRequest, reply: FastifyReply, etag: string): void => {
    const headers = ["x-request-id", request.id];
    headers.push("etag", etag, "cache-control", cachedBy(request));
    finish(request, reply, 304, BODYLESS, headers, NOTHING);
  };
  return {
    etag(request, generation) {
      if (generation !== tagged) {
        tagged = generation;
        etags = etagsOf(identity, generation);
      }
      return etags(request.url);
    },
    sendIfKnown(request, reply, etag) {
      const known = isKnown(request, etag);
      if (known) sendUnchanged(request, reply, etag);
      return known;
    },
    send(request, reply, etag, content) {
      const headers = ["x-request-id", request.id];
      if (typeof content === "number") {
        const body = toByteText(REASONS[content]);
        headers.push("content-length", String(body.length));
        finish(request, reply, content, BLOCKS.text, headers, body);
        return;
      }
      if (knowsAny(request)) return sendUnchanged(request, reply, etag);
      const { type, body, fileName } = content;
      headers.push("etag", etag, "cache-control", cachedBy(request));
      if (fileName !== undefined) headers.push("content-disposition", `attachment; filename="${fileName}"`);
      const compressed = body.length >= COMPRESS_FROM_BYTES && COMPRESSED_TYPES.test(TYPES[type]);
      if (compressed && request.raw.headers["accept-encoding"] !== undefined) {
        if (isDraining()) closeAfter(reply);
        setHeaders(reply, BLOCKS[type].list);
        setHeaders(reply, headers);
        log.followResponse(request, reply, 200);
        reply.send(bytesOf(body));
        return;
      }
      headers.push("content-length", String(body.length));
      finish(request, reply, 200, BLOCKS[type], headers, body);
    },
    setHeaders(request, reply) {
      if (isDraining()) closeAfter(reply);
      setHeaders(reply, BODYLESS.list);
      setHeaders(reply, ["x-request-id", request.id]);
    },
  };
}

function cachedBy({ caller }: FastifyRequest): string {
  return caller?.keyId === undefined ? CACHED : CACHED_PRIVATELY;
}

const NOTHING = toByteText("");

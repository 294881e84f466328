import type { FastifyReply, FastifyRequest } from "fastify";
import { createAnswerBatch } from "./answer.js";
import { COMMON_HEADERS, CORS_HEADERS } from "./answer-headers.js";
import { COMPRESS_FROM_BYTES } from "./compression.js";
import { COMPRESSED_TYPES } from "./representation.js";
import type { RequestLog } from "./request-log.js";

const VARY = ["vary", "Accept-Encoding"];
const EXPOSED = `${CORS_HEADERS["access-control-expose-headers"]}, X-Image-Width, X-Image-Height`;
/** Prevents loading and scripts, even if the image is opened as a page, but shows what a drawing contains. */
const CONTENT_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";
const REFUSAL = Object.entries({ ...COMMON_HEADERS, ...CORS_HEADERS }).flat();
const STANDING = Object.entries({
  ...COMMON_HEADERS,
  ...CORS_HEADERS,
  "access-control-expose-headers": EXPOSED,
  "content-security-policy": CONTENT_POLICY,
  "cross-origin-resource-policy": "cross-origin",
}).flat();
/** Up to this size, a body is written faster as text along with the headers than separately as bytes. */
const TEXT_BYTES = 16_384;
const EMPTY = Buffer.alloc(0);

/** Headers that differ between images. */
export interface ImageHeaders {
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  /** Names and values, alternating. */
  readonly more: readonly string[];
}

/** Sends images directly, like `AnswerWriter` and for the same reason. */
export interface ImageAnswerWriter {
  /** @param image undefined if the client already has it; the answer is then a 304 */
  send(request: FastifyRequest, reply: FastifyReply, headers: ImageHeaders, image: Buffer | undefined): void;
  /** Adds the common headers to an error answer. */
  setHeaders(request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * @param isDraining whether connections should be closed
 * @param isEdited whether browsers must ask for an image each time, since its dataset is being edited
 */
export function createImageAnswerWriter(
  log: RequestLog,
  isDraining: () => boolean,
  isEdited: boolean,
): ImageAnswerWriter {
  const write = createAnswerBatch();
  const withCommon = (standing: readonly string[], request: FastifyRequest): string[] => {
    const headers = [...standing, ...VARY, "x-request-id", request.id];
    if (isDraining()) headers.push("connection", "close");
    return headers;
  };
  const setAll = (reply: FastifyReply, headers: readonly string[]): void => {
    for (let at = 0; at < headers.length; at += 2) reply.header(headers[at]!, headers[at + 1]);
  };
  return {
    send(request, reply, { type, etag, cacheControl, more }, image) {
      const status = image === undefined ? 304 : 200;
      const headers = withCommon(STANDING, request);
      headers.push("etag", etag, "cache-control", isEdited ? "no-cache" : cacheControl, ...more);
      if (image !== undefined) headers.push("content-type", type);
      log.followAnswer(request, reply, status);
      if (image !== undefined && isCompressed(request, type, image)) {
        setAll(reply, headers);
        reply.send(image);
        return;
      }
      if (image !== undefined) headers.push("content-length", String(image.length));
      reply.hijack();
      const body = image === undefined ? EMPTY : image;
      write({
        response: reply.raw,
        status,
        headers,
        body: body.length <= TEXT_BYTES ? body.toString("latin1") : body,
      });
    },
    setHeaders: (request, reply) => setAll(reply, withCommon(REFUSAL, request)),
  };
}

function isCompressed(request: FastifyRequest, type: string, { length }: Buffer): boolean {
  return (
    length >= COMPRESS_FROM_BYTES && request.raw.headers["accept-encoding"] !== undefined && COMPRESSED_TYPES.test(type)
  );
}

import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequestLog } from "../log/request-log.js";
import { headerBlock } from "../transport/header-block.js";
import { COMPRESS_FROM_BYTES } from "./compression.js";
import { knowsAny } from "./etag.js";
import { HEADERS } from "./headers.js";
import { COMPRESSED_TYPES } from "./representation.js";
import { closeAfter, createResponseBatch, setHeaders } from "./response-writer.js";

const REFUSAL = Object.entries(HEADERS.imageError).flat();
const STANDING = headerBlock(HEADERS.image);
/** For images whose format depends on what the client accepts. */
const NEGOTIATED = headerBlock({ ...HEADERS.image, vary: `Accept, ${HEADERS.image.vary}` });
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
  /** Whether the format depends on what the client accepts. */
  readonly isNegotiated: boolean;
}

/** Sends images directly, like `ResponseWriter` and for the same reason. */
export interface ImageWriter {
  /** @param image undefined if the client already has it; the response is then a 304, also to `If-None-Match: *` */
  send(request: FastifyRequest, reply: FastifyReply, headers: ImageHeaders, image: Buffer | undefined): void;
  /** Sends the client to an image elsewhere. @param location an absolute URL */
  redirect(request: FastifyRequest, reply: FastifyReply, location: string): void;
  /** Adds the common headers to an error response. */
  setHeaders(request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * @param isDraining whether connections should be closed
 * @param isEdited whether browsers must ask for an image each time, since its dataset is being edited
 */
export function createImageWriter(log: RequestLog, isDraining: () => boolean, isEdited: boolean): ImageWriter {
  const write = createResponseBatch();
  return {
    send(request, reply, { type, etag, cacheControl, more, isNegotiated }, made) {
      const common = isNegotiated ? NEGOTIATED : STANDING;
      const image = knowsAny(request) ? undefined : made;
      const status = image === undefined ? 304 : 200;
      const headers = ["x-request-id", request.id, "etag", etag];
      headers.push("cache-control", isEdited ? "no-cache" : cacheControl, ...more);
      if (image !== undefined) headers.push("content-type", type);
      log.followResponse(request, reply, status);
      if (isDraining()) closeAfter(reply);
      if (image !== undefined && isCompressed(request, type, image)) {
        setHeaders(reply, common.list);
        setHeaders(reply, headers);
        reply.send(image);
        return;
      }
      if (image !== undefined) headers.push("content-length", String(image.length));
      reply.hijack();
      const body = image === undefined ? EMPTY : image;
      write({
        response: reply.raw,
        status,
        common,
        headers,
        body: body.length <= TEXT_BYTES ? body.toString("latin1") : body,
      });
    },
    redirect(request, reply, location) {
      log.followResponse(request, reply, 302);
      if (isDraining()) closeAfter(reply);
      reply.hijack();
      const headers = ["x-request-id", request.id, "location", location, "cache-control", "no-cache"];
      write({
        response: reply.raw,
        status: 302,
        common: STANDING,
        headers: [...headers, "content-length", "0"],
        body: "",
      });
    },
    setHeaders(request, reply) {
      if (isDraining()) closeAfter(reply);
      setHeaders(reply, REFUSAL);
      setHeaders(reply, ["x-request-id", request.id]);
    },
  };
}

function isCompressed(request: FastifyRequest, type: string, { length }: Buffer): boolean {
  return (
    length >= COMPRESS_FROM_BYTES && request.raw.headers["accept-encoding"] !== undefined && COMPRESSED_TYPES.test(type)
  );
}

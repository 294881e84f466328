import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { COMPRESS_FROM_BYTES } from "./compression.js";
import { sendIfKnown } from "./etag.js";

/** In order of preference if the client has none. */
const ENCODINGS = ["br", "gzip", "identity"] as const;
/** Up to this size, which the explorer's page and its scripts have, compression at the best quality takes 0.1 s. */
const BEST_QUALITY_UP_TO_BYTES = 256 * 1024;
/** Compressed once and sent often. The best quality takes five times as long and saves another 7 to 12 %. */
const [BROTLI_QUALITY, BEST_BROTLI_QUALITY] = [9, 11];
const GZIP_LEVEL = 9;
/** A compressed form that saves less than this share is not worth decoding. */
const LEAST_SAVING = 0.1;

type Encoding = (typeof ENCODINGS)[number];
export type Compression = Exclude<Encoding, "identity">;

/**
 * A response that is the same for every client. All connections share its bytes, so they must not be changed.
 *
 * Own code: @fastify/static opens and reads the file for each request, and can't serve files that are created at run
 * time.
 */
export interface StaticResponse {
  /** All headers except the common ones, the ETag and the encoding. */
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  /** Compressed forms are added as they become ready. Until then, the response is sent in another form. */
  readonly bodies: { readonly identity: Buffer } & Partial<Record<Encoding, Buffer>>;
}

/** A weak ETag of the content, shared by all encodings. */
export function contentEtag(bytes: Uint8Array): string {
  return `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

/** The worthwhile compressions of a body of this size. */
export function compressionsFor({ length }: Uint8Array): readonly Compression[] {
  return length < COMPRESS_FROM_BYTES ? [] : ["br", "gzip"];
}

/**
 * Compresses in a thread of libuv: 0.15 s for 1.7 MB.
 *
 * @returns undefined if the content does not become smaller, for example an image
 */
export async function compressOnce(bytes: Uint8Array, encoding: Compression): Promise<Buffer | undefined> {
  const compressed =
    encoding === "br"
      ? await promisify(brotliCompress)(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]:
              bytes.length <= BEST_QUALITY_UP_TO_BYTES ? BEST_BROTLI_QUALITY : BROTLI_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        })
      : await promisify(gzip)(bytes, { level: GZIP_LEVEL });
  return compressed.length <= bytes.length * (1 - LEAST_SAVING) ? compressed : undefined;
}

/** Adds the compressed forms, one after the other. Until then, the response is sent uncompressed. */
export async function addCompressed({ bodies }: StaticResponse): Promise<void> {
  for (const encoding of compressionsFor(bodies.identity)) {
    const compressed = await compressOnce(bodies.identity, encoding);
    if (compressed !== undefined) bodies[encoding] = compressed;
  }
}

/**
 * Sends a static response in the client's preferred encoding among those that are ready, or 304 if the client already has
 * it. The body is not copied. The route must have `config: { compress: false }`, or the response would be compressed
 * again while an encoding is missing.
 */
export function sendStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, etag, bodies }: StaticResponse,
): FastifyReply {
  reply.headers(headers);
  if (sendIfKnown(request, reply, etag)) return reply;
  const encoding = chooseEncoding(request.raw, bodies);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(bodies[encoding]);
}

/** An argument that Negotiator accepts but its types lack. */
interface EncodingNegotiator {
  encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

function chooseEncoding(request: IncomingMessage, bodies: StaticResponse["bodies"]): Encoding {
  if (request.headers["accept-encoding"] === undefined) return "identity";
  const ready = ENCODINGS.filter((encoding) => bodies[encoding] !== undefined);
  const negotiator = new Negotiator(request) as unknown as EncodingNegotiator;
  const chosen = negotiator.encoding(ready, { preferred: ENCODINGS });
  // A client that rejects every encoding gets the one that it can certainly read.
  return ready.find((encoding) => encoding === chosen) ?? "identity";
}

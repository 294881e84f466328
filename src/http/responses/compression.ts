import { promisify } from "node:util";
import { type BrotliOptions, brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { COMPRESSED_TYPES } from "./representation.js";

/** Smaller bodies cost more to compress than is saved. */
export const COMPRESS_FROM_BYTES = 1024;

const BROTLI_QUALITY = 4;
/** In order of preference. */
const ENCODINGS = ["br", "gzip", "identity"];
/** Maximum number of concurrent compressions. There are four threads, which also read files. */
const MAX_AT_ONCE = 3;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

declare module "fastify" {
  interface FastifyContextConfig {
    /** False if the route compresses its responses itself. */
    compress?: false;
  }
}

/**
 * Compresses whole bodies, a few at a time; the rest wait in order of arrival.
 *
 * Own code: @fastify/compress has a stream per response and no limit on how many run at once, so their memory is
 * unbounded.
 */
export type Compressor = (body: Buffer, encoding: "br" | "gzip") => Promise<Buffer>;

/** @param hold called with the size of each body on arrival, and with the same number, negative, when it is done */
export function createCompressor(hold: (bytes: number) => void): Compressor {
  const waiting: (() => void)[] = [];
  let free = MAX_AT_ONCE;
  return async (body, encoding) => {
    hold(body.length);
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free--;
    try {
      return await (encoding === "gzip" ? compressGzip(body) : compressBrotli(body, brotliOptions(body.length)));
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
      hold(-body.length);
    }
  };
}

function brotliOptions(bytes: number): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes } };
}

/**
 * Compresses the responses of a scope if the caller accepts it. Streams, already encoded bodies and responses to
 * disconnected callers are left unchanged.
 */
export function compressResponses(app: FastifyInstance, compress: Compressor): void {
  app.addHook<unknown>("onSend", (request, reply, payload, done) => {
    if (request.routeOptions.config.compress === false || !isCompressible(reply, payload)) return done(null, payload);
    const encoding = encodingOf(request);
    if (encoding === "identity" || reply.raw.destroyed) return done(null, payload);
    const body = Buffer.from(payload as Buffer);
    compress(body, encoding).then(
      (compressed) => {
        reply.header("content-encoding", encoding).header("content-length", compressed.length);
        done(null, compressed);
      },
      (error: Error) => done(error),
    );
  });
}

/** The published types lack the preference, which decides between equally acceptable encodings. */
interface PreferringNegotiator {
  encodings(available: readonly string[], options?: { preferred: readonly string[] }): string[];
}

function isCompressible(reply: FastifyReply, payload: unknown): payload is string | Buffer {
  if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return false;
  if (Buffer.byteLength(payload) < COMPRESS_FROM_BYTES || reply.hasHeader("content-encoding")) return false;
  return COMPRESSED_TYPES.test(String(reply.getHeader("content-type")));
}

function encodingOf(request: FastifyRequest): "br" | "gzip" | "identity" {
  if (request.headers["accept-encoding"] === undefined) return "identity";
  const negotiator: PreferringNegotiator = new Negotiator(request.raw);
  const [preferred] = negotiator.encodings(ENCODINGS, { preferred: ENCODINGS });
  return preferred === "br" || preferred === "gzip" ? preferred : "identity";
}

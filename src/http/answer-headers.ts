import cors, { type FastifyCorsOptions } from "@fastify/cors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Compressor, compressAnswers } from "./compression.js";
import { READING } from "./methods.js";

/** Where the four operations live. */
export const API_PREFIX = "/api/v1";
/** What an answer of the API depends on beside its URL. */
export const VARY = "X-API-Key, Accept, Accept-Encoding";
const EXPOSED = ["RateLimit", "RateLimit-Policy", "Retry-After", "ETag", "X-Request-Id"];

/** What every answer has. */
export const COMMON_HEADERS = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };

/** What every answer of the API has beside that. */
export const API_HEADERS = { "cache-control": "private, max-age=0, must-revalidate", vary: VARY };

/** What CORS adds where no plugin can: on answers that are written by hand. */
export const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED.join(", "),
};

/**
 * Adds common headers, CORS (@fastify/cors) and compression to all routes that are registered after this.
 *
 * @param isDraining whether connections are to end
 */
export async function setAnswerHeaders(
  app: FastifyInstance,
  isDraining: () => boolean,
  compress: Compressor,
): Promise<void> {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers({ "x-request-id": request.id, ...COMMON_HEADERS, ...(isApi(request) ? API_HEADERS : {}) });
    if (isDraining()) reply.header("connection", "close");
    done();
  });
  compressAnswers(app, compress);
  await app.register(cors, { delegator: corsOf });
  // The plugin adds Origin, though every origin gets the same.
  app.addHook("onSend", (request, reply, _payload, done) => {
    setVary(request, reply);
    done();
  });
}

/** Any origin may read; only a real preflight is answered as one, another OPTIONS is a method like any other. */
function corsOf(request: FastifyRequest, done: (error: null, options: FastifyCorsOptions) => void): void {
  done(null, {
    origin: "*",
    methods: READING as string[],
    allowedHeaders: ["X-API-Key", "Accept", "If-None-Match"],
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
    preflight: request.headers["access-control-request-method"] !== undefined,
    strictPreflight: false,
  });
}

function setVary(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("vary", isApi(request) ? VARY : "Accept-Encoding");
}

function isApi(request: FastifyRequest): boolean {
  return request.url.startsWith(`${API_PREFIX}/`);
}

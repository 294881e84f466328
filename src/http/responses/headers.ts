import cors, { type FastifyCorsOptions } from "@fastify/cors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { READING } from "../contract/methods.js";
import { type Compressor, compressResponses } from "./compression.js";

/** Path prefix of the API operations. */
export const API_PREFIX = "/api/v1";
/** Path of the tools of coding assistants. */
export const MCP_PATH = "/mcp";
/** The request headers that a response of the API depends on. */
export const VARY = "X-API-Key, Accept, Accept-Encoding";
const EXPOSED = ["RateLimit", "RateLimit-Policy", "Retry-After", "ETag", "X-Request-Id"];

/** Headers of every response. */
export const COMMON_HEADERS = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };

/** Additional headers of every response of the API. */
export const API_HEADERS = { "cache-control": "private, max-age=0, must-revalidate", vary: VARY };

/** CORS headers for responses that are written without the plugin. */
export const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED.join(", "),
};

/**
 * Adds common headers, CORS (@fastify/cors) and compression to all routes that are registered after this.
 *
 * @param isDraining whether connections should be closed
 */
export async function setResponseHeaders(
  app: FastifyInstance,
  isDraining: () => boolean,
  compress: Compressor,
): Promise<void> {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers({ "x-request-id": request.id, ...COMMON_HEADERS, ...(isApi(request) ? API_HEADERS : {}) });
    if (isDraining()) reply.header("connection", "close");
    done();
  });
  compressResponses(app, compress);
  await app.register(cors, { delegator: corsOf });
  // The plugin adds Origin, although responses don't depend on it.
  app.addHook("onSend", (request, reply, _payload, done) => {
    setVary(request, reply);
    done();
  });
}

/**
 * Allows any origin to read. Only an actual preflight is treated as one; other OPTIONS requests are treated like any
 * method.
 */
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

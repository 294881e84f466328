import cors, { type FastifyCorsOptions } from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { READING } from "../contract/methods.js";
import { type Compressor, compressResponses } from "./compression.js";

/** Path prefix of the API operations. */
export const API_PREFIX = "/api/v1";
/** Path of the tools of coding assistants. */
export const MCP_PATH = "/mcp";
const EXPOSED = ["RateLimit", "RateLimit-Policy", "Retry-After", "ETag", "X-Request-Id"];
const PREFLIGHT_SECONDS = 86_400;
/** Prevents loading and scripts, even if the image is opened as a page, but shows what a drawing contains. */
const DRAWING_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

const COMMON = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };
/** For responses that are written without the plugin. */
const CORS = { "access-control-allow-origin": "*", "access-control-expose-headers": EXPOSED.join(", ") };
const VARY = { vary: "Accept-Encoding" };
const DRAWING = { "content-security-policy": DRAWING_POLICY };
/** As @iconify/api sends them. */
const ICONIFY = {
  ...COMMON,
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, OPTIONS",
  "access-control-allow-headers": "Origin, X-Requested-With, Content-Type, Accept, Accept-Encoding",
  "access-control-max-age": String(PREFLIGHT_SECONDS),
  "cross-origin-resource-policy": "cross-origin",
  ...VARY,
};

/** The headers that all responses of a kind of route have, without those of CORS where the plugin adds them. */
export const HEADERS = {
  page: COMMON,
  api: {
    ...COMMON,
    ...CORS,
    "cache-control": "private, max-age=0, must-revalidate",
    vary: "X-API-Key, Accept, Accept-Encoding",
  },
  image: {
    ...COMMON,
    ...CORS,
    "access-control-expose-headers": [...EXPOSED, "X-Image-Width", "X-Image-Height"].join(", "),
    ...DRAWING,
    "cross-origin-resource-policy": "cross-origin",
    ...VARY,
  },
  imageError: { ...COMMON, ...CORS, ...VARY },
  iconify: ICONIFY,
  iconifyDrawing: { ...ICONIFY, ...DRAWING },
  mcp: { ...COMMON, "cache-control": "no-store" },
} as const;

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
    reply.headers({ "x-request-id": request.id, ...(isApi(request) ? HEADERS.api : HEADERS.page) });
    if (isDraining()) reply.header("connection", "close");
    done();
  });
  compressResponses(app, compress);
  await app.register(cors, { delegator: corsOf });
  // The plugin adds Origin, although responses don't depend on it.
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.headers(isApi(request) ? { vary: HEADERS.api.vary } : VARY);
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
    maxAge: PREFLIGHT_SECONDS,
    preflight: request.headers["access-control-request-method"] !== undefined,
    strictPreflight: false,
  });
}

function isApi(request: FastifyRequest): boolean {
  return request.url.startsWith(`${API_PREFIX}/`);
}

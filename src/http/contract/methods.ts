import { METHODS } from "node:http";
import type { FastifyInstance, HTTPMethods } from "fastify";
import { ApiError } from "./error-codes.js";

/** The methods of every route. HEAD runs the same handler and Node omits the body, so the headers are the same. */
export const READING: HTTPMethods[] = ["GET", "HEAD"];

/** Value of the header `Allow`. */
export const ALLOWED = READING.join(", ");

/** Registers every method that Node parses with the router, so that each gets a response of the API. */
export function knowAllMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== "CONNECT" && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}

/**
 * Responds with 405 to every other method on a path that supports GET and HEAD. CORS preflights get their response earlier.
 *
 * Own code: Fastify responds with 404 to a known path with another method, and its HEAD routes skip compression, so that
 * their headers differ from GET's.
 */
export function refuseOtherMethods(app: FastifyInstance, url: string): void {
  app.route({
    method: app.supportedMethods.filter((method) => !READING.includes(method as HTTPMethods)),
    url,
    schema: { hide: true } as object,
    onRequest() {
      throw new ApiError("method_not_allowed", `this path supports ${ALLOWED}`, { headers: { allow: ALLOWED } });
    },
    handler: () => undefined,
  });
}

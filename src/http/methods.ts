import { METHODS } from "node:http";
import type { FastifyInstance, HTTPMethods } from "fastify";
import { ApiError } from "./api-error.js";

/** The methods of every route. HEAD runs the same handler; Node leaves the body out, so the headers are the same. */
export const READING: HTTPMethods[] = ["GET", "HEAD"];

/** The same as the header `Allow` says it. */
export const ALLOWED = READING.join(", ");

/** Teaches the router every method that Node parses, so that each gets an answer in our words. */
export function knowAllMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== "CONNECT" && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}

/**
 * Answers every other method on a path that takes GET and HEAD with 405. A CORS preflight is OPTIONS too, and is answered
 * before.
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

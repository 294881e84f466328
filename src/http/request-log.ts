import type { FastifyInstance, FastifyRequest } from "fastify";
import { decodePart } from "./query-string.js";

const KEY_FORM = /icn_[0-9A-Za-z]{6,}/;
const REDACTED = "[redacted]";

/** Logs answers: failures of ours as errors, refusals as info, the rest only at the level `debug`. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const status = reply.statusCode;
    const level = status >= 500 ? "error" : status >= 400 ? "info" : "debug";
    request.log[level]({ ...describe(request), status, ms: Math.round(reply.elapsedTime * 10) / 10 }, "answered");
  });
}

function describe(request: FastifyRequest): object {
  const { keyId } = request.caller ?? {};
  return {
    method: request.method,
    url: redactUrl(request.originalUrl),
    ip: request.ip,
    ...(keyId === undefined ? {} : { key: keyId }),
  };
}

/** A request target without the key that it may carry, in whatever spelling and place. */
export function redactUrl(target: string): string {
  const at = target.indexOf("?");
  const path = redactText(at < 0 ? target : target.slice(0, at));
  if (at < 0) return path;
  const pairs = target.slice(at + 1).split("&");
  return `${path}?${pairs.map(redactPair).join("&")}`;
}

function redactPair(pair: string): string {
  const equals = pair.indexOf("=");
  if (equals >= 0 && decodePart(pair.slice(0, equals)).toLowerCase().trim() === "api_key") return `api_key=${REDACTED}`;
  return redactText(pair);
}

/** Escapes could hide a key, so text with a key in its decoded form is not shown at all. */
function redactText(text: string): string {
  return KEY_FORM.test(decodePart(text)) ? REDACTED : text;
}

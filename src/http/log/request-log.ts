import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { ApiError } from "../contract/error-codes.js";
import { decodePart } from "../requests/query-string.js";
import { CUT_REASONS, type CutReason } from "../transport/connections.js";

/** Matches any text that contains a key. */
const KEY_FORM = /icn_[0-9A-Za-z]{6,}/;
const REDACTED = "[redacted]";

/**
 * Matches the ids of common proxies: hex, UUIDs, base64, `Root=1-…`. Excludes characters that could break a log line or
 * a header.
 */
const SOUND = /^[\w.:;=+/@-]{1,128}$/;

/** Logs responses: internal failures as errors, refused requests as info, the rest only at the level `debug`. */
export interface RequestLog {
  /** Logs a request when its response has been sent. Does nothing below the log's level. */
  followResponse(request: FastifyRequest, reply: FastifyReply, status: number): void;
  /** Logs an internal failure, which the response does not explain. */
  failure(request: FastifyRequest, error: Error): void;
  /** Logs the refusal of an unreadable request. @param ip of the client, if still known */
  unread(id: string, refusal: ApiError, ip: string | undefined): void;
  /** Logs a connection that is closed because of what its client does. @param ip of the client */
  cut(reason: CutReason, ip: string | undefined): void;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Time of arrival in milliseconds of the process's monotonic clock; 0 if not measured. */
    arrived: number;
  }
}

/** Creates the id of a request, or of unreadable input, for its response and the log. */
type RequestIds = (request?: IncomingMessage) => string;

export function createRequestLog(logger: Logger | undefined): RequestLog {
  return {
    followResponse(request, reply, status) {
      const level = levelOf(status);
      if (!logger?.isLevelEnabled(level)) return;
      reply.raw.once("finish", () => {
        const ms = Math.round((performance.now() - request.arrived) * 10) / 10;
        logger[level]({ reqId: request.id, ...describe(request), status, ms }, "responded");
      });
    },
    failure(request, error) {
      logger?.error({ reqId: request.id, err: error }, "request failed");
    },
    unread(reqId, { statusCode: status, code }, ip) {
      logger?.info({ reqId, ip, status, code }, "rejected before parsing");
    },
    cut(reason, ip) {
      logger?.info({ ip, reason }, `connection closed: ${CUT_REASONS[reason]}`);
    },
  };
}

/** Logs the responses of all routes that are added after this. */
export function logResponses(app: FastifyInstance, log: RequestLog): void {
  app.addHook("onRequest", (request, _reply, done) => {
    request.arrived = performance.now();
    done();
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    log.followResponse(request, reply, reply.statusCode);
    done();
  });
}

function levelOf(status: number): "error" | "info" | "debug" {
  if (status >= 500) return "error";
  return status >= 400 ? "info" : "debug";
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

/** A request target without the key that it may contain, in any spelling and position. */
function redactUrl(target: string): string {
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

/** Escapes could hide a key, so text whose decoded form contains a key is omitted entirely. */
function redactText(text: string): string {
  return KEY_FORM.test(decodePart(text)) ? REDACTED : text;
}

/**
 * Short ids that are unique among processes: a random start, then a counter. A valid `X-Request-Id` of a trusted proxy
 * that contains no key replaces the id, so that both logs use the same one.
 *
 * Own code: Fastify's `requestIdHeader` accepts any text from any client.
 *
 * @param trustProxy comma-separated addresses or networks, as Fastify accepts them; default: none is trusted
 */
export function createRequestIds(trustProxy: string | undefined): RequestIds {
  const start = randomBytes(6).toString("base64url");
  let count = 0;
  const createId = (): string => `${start}-${(++count).toString(36)}`;
  if (trustProxy === undefined) return createId;
  const isTrusted = proxyAddress.compile(trustProxy.split(",").map((address) => address.trim()));
  return (request) => {
    const given = request?.headers["x-request-id"];
    const from = request?.socket.remoteAddress;
    const taken = typeof given === "string" && from !== undefined && SOUND.test(given) && !KEY_FORM.test(given);
    return taken && isTrusted(from, 0) ? given : createId();
  };
}

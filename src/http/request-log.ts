import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { ApiError } from "./api-error.js";
import { decodePart } from "./query-string.js";

/** What any text with a key in it has. */
const KEY_FORM = /icn_[0-9A-Za-z]{6,}/;
const REDACTED = "[redacted]";

/** What ids of common proxies look like: hex, UUIDs, base64, `Root=1-…`. Nothing that could break a log line or a header. */
const SOUND = /^[\w.:;=+/@-]{1,128}$/;

/** Logs answers: failures of ours as errors, refusals as info, the rest only at the level `debug`. */
export interface RequestLog {
  /** Writes the line of a request when its answer has been sent; below the log's level it does nothing at all. */
  followAnswer(request: FastifyRequest, reply: FastifyReply, status: number): void;
  /** A failure of ours, which the answer does not explain. */
  failure(request: FastifyRequest, error: Error): void;
  /** A refusal of what could not be read as a request. @param ip of the other side, where it is still known */
  unread(id: string, refusal: ApiError, ip: string | undefined): void;
  /** A connection that is closed because of what waits in it. @param ip of the other side */
  cut(reason: CutReason, ip: string | undefined): void;
}

/** Why a connection is closed: its client did not take its answers in time, or all clients together left too much. */
export type CutReason = "unread" | "memory";

declare module "fastify" {
  interface FastifyRequest {
    /** When it arrived, milliseconds of the process's own clock; 0 where it is not measured. */
    arrived: number;
  }
}

/** Names a request, or what could not be read as one, in its answer and in the log. */
type RequestIds = (request?: IncomingMessage) => string;

export function createRequestLog(logger: Logger | undefined): RequestLog {
  return {
    followAnswer(request, reply, status) {
      const level = levelOf(status);
      if (!logger?.isLevelEnabled(level)) return;
      reply.raw.once("finish", () => {
        const ms = Math.round((performance.now() - request.arrived) * 10) / 10;
        logger[level]({ reqId: request.id, ...describe(request), status, ms }, "answered");
      });
    },
    failure(request, error) {
      logger?.error({ reqId: request.id, err: error }, "request failed");
    },
    unread(reqId, { statusCode: status, code }, ip) {
      logger?.info({ reqId, ip, status, code }, "rejected before parsing");
    },
    cut(reason, ip) {
      logger?.info({ ip, reason }, "connection closed: the client did not read its answers");
    },
  };
}

/** Logs the answers of all routes that are added after this. */
export function logAnswers(app: FastifyInstance, log: RequestLog): void {
  app.addHook("onRequest", (request, _reply, done) => {
    request.arrived = performance.now();
    done();
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    log.followAnswer(request, reply, reply.statusCode);
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

/** A request target without the key that it may carry, in whatever spelling and place. */
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

/** Escapes could hide a key, so text with a key in its decoded form is not shown at all. */
function redactText(text: string): string {
  return KEY_FORM.test(decodePart(text)) ? REDACTED : text;
}

/**
 * Short ids that are unique among processes: a random start, then a count. A valid `X-Request-Id` of a trusted proxy without a key in it
 * replaces the id, so that the logs of both name a request alike.
 *
 * Own code: Fastify's `requestIdHeader` accepts any text of any client.
 *
 * @param trustProxy addresses or networks with commas between, as Fastify takes them; default: nobody is trusted
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

import type { FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "./api-error.js";
import type { Caller } from "./caller.js";
import type { CutReason, RequestLog } from "./request-log.js";

/** One answer, reported when the kernel has accepted it or the connection has closed. */
export interface ObservedAnswer {
  /** The pattern of the route, such as `/api/v1/icons/:id(.+)`; undefined where no route has the path. */
  readonly route: string | undefined;
  readonly status: number;
  /** Undefined on auxiliary routes and where the caller is unknown. */
  readonly caller: Caller | undefined;
  /** From the request's head to the end of its answer. */
  readonly seconds: number;
}

/** Receives what a server does, to count it. Nothing here may throw. */
export interface Observer {
  answered(answer: ObservedAnswer): void;
  /** A request that could not be parsed or was not finished in time; no route, caller or duration is known. */
  answeredUnread(status: number): void;
  /** A refusal or failure, before it is answered. */
  refused(code: ErrorCode): void;
  /** A connection that is closed because its answers were not read. */
  cut(reason: CutReason): void;
}

/** The log, with an observer that sees every answer that it follows. Costs a listener on each answer. */
export function observeAnswers(log: RequestLog, observer: Observer): RequestLog {
  return {
    ...log,
    followAnswer(request, reply, status) {
      log.followAnswer(request, reply, status);
      reply.raw.once("close", () => observer.answered(describe(request, reply, status)));
    },
    unread(id, refusal, ip) {
      log.unread(id, refusal, ip);
      observer.refused(refusal.code);
      observer.answeredUnread(refusal.statusCode);
    },
    cut(reason, ip) {
      log.cut(reason, ip);
      observer.cut(reason);
    },
  };
}

function describe(request: FastifyRequest, reply: FastifyReply, status: number): ObservedAnswer {
  return {
    route: reply.routeOptions.url,
    status,
    caller: request.caller,
    seconds: (performance.now() - request.arrived) / 1000,
  };
}

import type { FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "../contract/error-codes.js";
import type { Caller } from "../requests/caller.js";
import type { CutReason } from "../transport/connections.js";
import type { RequestLog } from "./request-log.js";

/** An answer, reported when the kernel has accepted it or the connection is closed. */
export interface ObservedAnswer {
  /** The pattern of the route, such as `/api/v1/icons/:id(.+)`; undefined if no route matches. */
  readonly route: string | undefined;
  readonly status: number;
  /** Undefined on auxiliary routes and if the caller is unknown. */
  readonly caller: Caller | undefined;
  /** From the request's head to the end of its answer. */
  readonly seconds: number;
}

/** Receives events of a server, to count them. Methods must not throw. */
export interface Observer {
  answered(answer: ObservedAnswer): void;
  /** A request that could not be parsed or timed out; its route, caller and duration are unknown. */
  answeredUnread(status: number): void;
  /** An error, before it is answered. */
  refused(code: ErrorCode): void;
  /** A connection was closed because its answers were not read. */
  cut(reason: CutReason): void;
}

/** Wraps a log so that an observer receives every answer that it follows. Costs a listener on each answer. */
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

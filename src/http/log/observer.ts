import type { FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "../contract/error-codes.js";
import type { Caller } from "../requests/caller.js";
import type { CutReason } from "../transport/connections.js";
import type { RequestLog } from "./request-log.js";

/** A response, reported when the kernel has accepted it or the connection is closed. */
export interface ObservedResponse {
  /** The pattern of the route, such as `/api/v1/icons/:id(.+)`; undefined if no route matches. */
  readonly route: string | undefined;
  readonly status: number;
  /** Undefined on auxiliary routes and if the caller is unknown. */
  readonly caller: Caller | undefined;
  /** From the request's head to the end of its response. */
  readonly seconds: number;
}

/** Receives events of a server, to count them. Methods must not throw. */
export interface Observer {
  responded(response: ObservedResponse): void;
  /** A request that could not be parsed or timed out; its route, caller and duration are unknown. */
  refusedUnread(status: number): void;
  /** An error, before its response. */
  refused(code: ErrorCode): void;
  /** A connection was closed because its responses were not read. */
  cut(reason: CutReason): void;
}

/** Wraps a log so that an observer receives every response that it follows. Costs a listener on each response. */
export function observeResponses(log: RequestLog, observer: Observer): RequestLog {
  return {
    ...log,
    followResponse(request, reply, status) {
      log.followResponse(request, reply, status);
      reply.raw.once("close", () => observer.responded(describe(request, reply, status)));
    },
    unread(id, refusal, ip) {
      log.unread(id, refusal, ip);
      observer.refused(refusal.code);
      observer.refusedUnread(refusal.statusCode);
    },
    cut(reason, ip) {
      log.cut(reason, ip);
      observer.cut(reason);
    },
  };
}

function describe(request: FastifyRequest, reply: FastifyReply, status: number): ObservedResponse {
  return {
    route: reply.routeOptions.url,
    status,
    caller: request.caller,
    seconds: (performance.now() - request.arrived) / 1000,
  };
}

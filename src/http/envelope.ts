import type { FastifyReply } from "fastify";
import type { Tier } from "../access/key.js";
import type { Caller } from "./caller.js";

/** The version label of every answer. */
export const API_VERSION = "v1";

/** `_meta` of an answer: the caller's plan and what is left of it, as soon as the caller is known. */
export interface AnswerMeta {
  readonly api_version: typeof API_VERSION;
  readonly tier?: Tier;
  readonly rate_limit?: number;
  readonly rate_remaining?: number;
}

export function metaOf(caller: Caller | undefined): AnswerMeta {
  if (caller === undefined) return { api_version: API_VERSION };
  const { tier, allowance } = caller;
  return { api_version: API_VERSION, tier, rate_limit: allowance.limit, rate_remaining: allowance.remaining };
}

/** The numbers of a list answer. */
export interface ListNumbers {
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly totalPages: number;
}

/**
 * Puts the list envelope around items that are JSON already, without parsing them.
 *
 * @param more further members of the envelope
 */
export function listEnvelope(
  items: Buffer,
  numbers: ListNumbers,
  caller: Caller | undefined,
  more: object = {},
): Buffer {
  const { total, page, limit, totalPages } = numbers;
  const rest = JSON.stringify({ total, page, limit, totalPages, ...more, _meta: metaOf(caller) });
  return Buffer.concat([HEAD, items, Buffer.from(`,${rest.slice(1)}`)]);
}

const HEAD = Buffer.from('{"success":true,"data":');

export function detailEnvelope(data: object, caller: Caller | undefined): Buffer {
  return Buffer.from(JSON.stringify({ success: true, data, _meta: metaOf(caller) }));
}

/** Sends an answer that is JSON already; its route's schema describes it, but need not walk it. */
export function sendJson(reply: Pick<FastifyReply, "type">, json: Buffer): void {
  reply.type("application/json; charset=utf-8").send(json);
}

import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import { KEY_FORM } from "./request-log.js";

/** What ids of common proxies look like: hex, UUIDs, base64, `Root=1-…`. Nothing that could break a log line or a header. */
const SOUND = /^[\w.:;=+/@-]{1,128}$/;

/** Names a request, or what could not be read as one, in its answer and in the log. */
export type RequestIds = (request?: IncomingMessage) => string;

/**
 * Short ids that are unique among processes: a random start, then a count. What a trusted proxy gives in `X-Request-Id` is
 * taken instead, when it is sound and holds no key, so that its log and ours name a request alike.
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

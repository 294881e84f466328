import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";
import type { ByteText } from "../text/byte-text.js";
import { packJson } from "./message-pack.js";

/** The media types that answers come in, the first where the caller has no preference. */
const TYPES = ["application/json", "application/vnd.msgpack", "application/msgpack"] as const;
const JSON_HEADER = "application/json; charset=utf-8";

/** What is compressed where it is large enough: every answer of the API. */
export const COMPRESSED_TYPES = /^(?:text\/|application\/(?:json|javascript|(?:vnd\.)?msgpack))/;

const MESSAGE_PACK = /msgpack/i;

/** A body as it goes out. */
export interface Representation {
  /** The header `Content-Type`. */
  readonly type: string;
  readonly body: ByteText;
}

/**
 * A JSON body in the form that the caller prefers by `Accept` (RFC 9110, section 12.5.1): MessagePack of the same structure, or as it
 * is, also where the caller takes neither.
 *
 * Cost: nothing for JSON; for MessagePack, one pass over the body.
 */
export function represent(request: IncomingMessage, json: ByteText): Representation {
  const { accept } = request.headers;
  // Asked for by few, and looked for in every request.
  if (accept !== undefined && MESSAGE_PACK.test(accept)) {
    const preferred = new Negotiator(request).mediaType([...TYPES]);
    if (preferred !== undefined && preferred !== TYPES[0]) {
      return { type: preferred, body: packJson(json) };
    }
  }
  return { type: JSON_HEADER, body: json };
}

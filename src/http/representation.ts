import type { IncomingMessage } from "node:http";
import { Packr } from "msgpackr/pack";
import Negotiator from "negotiator";
import { type ByteText, bytesOf } from "../text/byte-text.js";

/** The media types that answers come in, the first where the caller has no preference. */
const TYPES = ["application/json", "application/vnd.msgpack", "application/msgpack"] as const;
const JSON_HEADER = "application/json; charset=utf-8";

/** What is compressed where it is large enough: every answer of the API. */
export const COMPRESSED_TYPES = /^(?:text\/|application\/(?:json|javascript|(?:vnd\.)?msgpack))/;

const MESSAGE_PACK = /msgpack/i;

const packr = new Packr({ useRecords: false, variableMapSize: true });

/** A body as it goes out. */
interface Representation {
  /** The header `Content-Type`. */
  readonly type: string;
  readonly body: ByteText;
}

/**
 * A JSON body in the media type that the caller prefers (`Accept`, RFC 9110, section 12.5.1): MessagePack of the same structure, else JSON.
 *
 * Cost: nothing for JSON; for MessagePack, one pass over the body.
 */
export function represent(request: IncomingMessage, json: ByteText): Representation {
  const { accept } = request.headers;
  // Few requests name it, and the test costs less than negotiating.
  if (accept !== undefined && MESSAGE_PACK.test(accept)) {
    const preferred = new Negotiator(request).mediaType([...TYPES]);
    if (preferred !== undefined && preferred !== TYPES[0]) {
      return { type: preferred, body: packJson(json) };
    }
  }
  return { type: JSON_HEADER, body: json };
}

/**
 * JSON in MessagePack. Whole numbers of more than 32 bits are floats.
 *
 * @throws SyntaxError when the text is no JSON
 */
export function packJson(json: ByteText): ByteText {
  return packr.pack(JSON.parse(bytesOf(json).toString())).toString("latin1");
}

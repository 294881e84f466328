import type { IncomingMessage } from "node:http";
import { Packr } from "msgpackr/pack";
import Negotiator from "negotiator";
import { type ByteText, fromByteText } from "../../text/byte-text.js";

/** The media types of responses. The first is the default if the caller has no preference. */
const TYPES = ["application/json", "application/vnd.msgpack", "application/msgpack"] as const;
const JSON_HEADER = "application/json; charset=utf-8";

/** Types that are compressed above the minimum size, including every response of the API. */
export const COMPRESSED_TYPES =
  /^(?:text\/|image\/svg\+xml|application\/(?:atom\+xml|feed\+json|json|javascript|(?:vnd\.)?msgpack))/;

const MESSAGE_PACK = /msgpack/i;

const packr = new Packr({ useRecords: false, variableMapSize: true });

/** A body as sent. */
interface Representation {
  /** Value of the header `Content-Type`. */
  readonly type: string;
  readonly body: ByteText;
}

/**
 * A JSON body in the media type that the caller prefers (`Accept`, RFC 9110, section 12.5.1): MessagePack of the same
 * structure, else JSON.
 *
 * Cost: none for JSON; for MessagePack, one pass over the body.
 */
export function represent(request: IncomingMessage, json: ByteText): Representation {
  const { accept } = request.headers;
  // Few requests accept it, and this test is cheaper than negotiation.
  if (accept !== undefined && MESSAGE_PACK.test(accept)) {
    const preferred = new Negotiator(request).mediaType([...TYPES]);
    if (preferred !== undefined && preferred !== TYPES[0]) {
      return { type: preferred, body: packJson(json) };
    }
  }
  return { type: JSON_HEADER, body: json };
}

/**
 * Converts JSON to MessagePack. Integers of more than 32 bits become floats.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function packJson(json: ByteText): ByteText {
  return packr.pack(JSON.parse(fromByteText(json))).toString("latin1");
}

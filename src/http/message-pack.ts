import { Packr } from "msgpackr/pack";
import { type ByteText, bytesOf } from "../text/byte-text.js";

const packr = new Packr({ useRecords: false, variableMapSize: true });

/**
 * JSON in MessagePack. Whole numbers of more than 32 bits are floats.
 *
 * @throws SyntaxError when the text is no JSON
 */
export function packJson(json: ByteText): ByteText {
  return packr.pack(JSON.parse(bytesOf(json).toString())).toString("latin1");
}

import { type ByteText, bytesOf, toByteText } from "../text/byte-text.js";

const NIL = "\xc0";
const FALSE = "\xc2";
const TRUE = "\xc3";
const COMMA = 0x2c;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

/**
 * Compact JSON, as `JSON.stringify` writes it, in MessagePack. Strings are cut out of it as they stand, and no value is made of it.
 *
 * Source: the MessagePack specification, github.com/msgpack/msgpack/blob/master/spec.md. Whole numbers of more than 32 bits are floats.
 */
export function packJson(json: ByteText): ByteText {
  let at = 0;
  let nextEscape = escapeFrom(0);
  return packValue();

  function packValue(): ByteText {
    switch (json[at]) {
      case '"':
        return packString();
      case "{":
        return packMap();
      case "[":
        return packArray();
      case "t":
        at += 4;
        return TRUE;
      case "f":
        at += 5;
        return FALSE;
      case "n":
        at += 4;
        return NIL;
      default:
        return packNumber(readNumber());
    }
  }

  function packMap(): ByteText {
    let members = "";
    let count = 0;
    for (at++; json.charCodeAt(at) !== CLOSING_BRACE; count++) {
      if (count > 0) at++;
      members += packString();
      at++;
      members += packValue();
    }
    at++;
    return (count < 16 ? byte(0x80 | count) : sized(0xde, count)) + members;
  }

  function packArray(): ByteText {
    let items = "";
    let count = 0;
    for (at++; json.charCodeAt(at) !== CLOSING_BRACKET; count++) {
      if (count > 0) at++;
      items += packValue();
    }
    at++;
    return (count < 16 ? byte(0x90 | count) : sized(0xdc, count)) + items;
  }

  function packString(): ByteText {
    const start = at + 1;
    let end = json.indexOf('"', start);
    if (end < nextEscape) {
      at = end + 1;
      return stringHeader(end - start) + json.slice(start, end);
    }
    // The quote that ends it is none that is escaped.
    for (end = start; json[end] !== '"'; ) end += json[end] === "\\" ? 2 : 1;
    at = end + 1;
    nextEscape = escapeFrom(at);
    const text = toByteText(JSON.parse(bytesOf(json.slice(start - 1, at)).toString()));
    return stringHeader(text.length) + text;
  }

  function readNumber(): number {
    const start = at;
    for (; at < json.length; at++) {
      const code = json.charCodeAt(at);
      if (code === COMMA || code === CLOSING_BRACKET || code === CLOSING_BRACE) break;
    }
    return Number(json.slice(start, at));
  }

  function escapeFrom(from: number): number {
    const found = json.indexOf("\\", from);
    return found < 0 ? json.length : found;
  }
}

/** @param length in bytes */
function stringHeader(length: number): ByteText {
  if (length < 32) return byte(0xa0 | length);
  return length < 0x100 ? byte(0xd9) + byte(length) : sized(0xda, length);
}

/** A length of 16 bits behind its code, or of 32 behind the next code. */
function sized(code: number, length: number): ByteText {
  return length < 0x10000 ? byte(code) + bigEndian(length, 2) : byte(code + 1) + bigEndian(length, 4);
}

function packNumber(value: number): ByteText {
  if (!Number.isInteger(value) || Math.abs(value) > 0x7fffffff || Object.is(value, -0)) return packFloat(value);
  if (value >= 0) return value < 0x80 ? byte(value) : byte(0xce) + bigEndian(value, 4);
  return value >= -32 ? byte(value & 0xff) : byte(0xd2) + bigEndian(value, 4);
}

function packFloat(value: number): ByteText {
  const bytes = Buffer.alloc(9);
  bytes[0] = 0xcb;
  bytes.writeDoubleBE(value, 1);
  return bytes.toString("latin1");
}

function bigEndian(value: number, width: number): ByteText {
  let bytes = "";
  for (let shift = (width - 1) * 8; shift >= 0; shift -= 8) bytes += byte((value >>> shift) & 0xff);
  return bytes;
}

function byte(value: number): ByteText {
  return String.fromCharCode(value);
}

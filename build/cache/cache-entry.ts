import { createHash } from "node:crypto";
import { pack, unpack } from "msgpackr";
import { ANALYSIS_VERSION, type Analysis } from "../analysis/analyse.js";

// A file of the cache:
//
//   offset  bytes
//        0      8  "ICONANA1": what it is and how it is laid out
//        8     32  SHA-256 of all that follows
//       40      4  ANALYSIS_VERSION, little-endian
//       44     32  the key, so that a file under another's name is none
//       76         the analysis in MessagePack
const MAGIC = Buffer.from("ICONANA1");
const DIGEST_AT = 8;
const VERSION_AT = 40;
const KEY_AT = 44;
const ANALYSIS_AT = 76;

/** Bytes that `entryVersion` needs of a file. */
export const ENTRY_HEAD_BYTES = ANALYSIS_AT;

/** An analysis as the cache keeps it. @param key as `analysisKey` gives it */
export function encodeEntry(key: string, analysis: Analysis): Buffer {
  const head = Buffer.alloc(ANALYSIS_AT);
  head.set(MAGIC);
  head.writeUInt32LE(ANALYSIS_VERSION, VERSION_AT);
  head.write(key, KEY_AT, "hex");
  const entry = Buffer.concat([head, pack(analysis)]);
  entry.set(digestOf(entry), DIGEST_AT);
  return entry;
}

/** The analysis of a file of the cache, or undefined when it is damaged, cut short, of another layout or another key's. */
export function decodeEntry(key: string, entry: Buffer): Analysis | undefined {
  if (entryVersion(entry) !== ANALYSIS_VERSION) return undefined;
  if (entry.toString("hex", KEY_AT, ANALYSIS_AT) !== key) return undefined;
  if (!digestOf(entry).equals(entry.subarray(DIGEST_AT, VERSION_AT))) return undefined;
  return unpack(entry.subarray(ANALYSIS_AT)) as Analysis;
}

/** The version of the measurements in a file of the cache, told by its head; undefined when it is none, or of another layout. */
export function entryVersion(head: Buffer): number | undefined {
  const known = head.length >= ANALYSIS_AT && head.subarray(0, DIGEST_AT).equals(MAGIC);
  return known ? head.readUInt32LE(VERSION_AT) : undefined;
}

function digestOf(entry: Buffer): Buffer {
  return createHash("sha256").update(entry.subarray(VERSION_AT)).digest();
}

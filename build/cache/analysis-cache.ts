import { createHash } from "node:crypto";
import { closeSync, fstatSync, futimesSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pack, unpack } from "msgpackr";
import { ANALYSIS_VERSION, type Analysis } from "../analysis/analysis.js";

/** An entry's modification time says on which day it was used last: a write for each use would cost more than the use. */
const TOUCH_AFTER_MS = 24 * 60 * 60 * 1000;

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

/**
 * Analyses by the content that they depend on. Any number of builds may use a folder at once, and copying it to another machine
 * shares it.
 */
export interface AnalysisCache {
  /** The analysis of an image, or undefined when it was never stored or can't be read. About 20 µs. */
  load(key: string): Analysis | undefined;
  /** Stores an analysis. Readers see all of it or nothing; what a crash leaves is a miss. @throws the system's error */
  store(key: string, analysis: Analysis): void;
}

/** Where an entry lies in the folder of a cache. */
export function entryPath(folder: string, key: string): string {
  return join(folder, key.slice(0, 2), `${key.slice(2)}.analysis`);
}

export function openAnalysisCache(folder: string): AnalysisCache {
  const made = new Set<string>();
  return {
    load(key) {
      try {
        return decodeEntry(key, readUsed(entryPath(folder, key)));
      } catch {
        return undefined;
      }
    },
    store(key, analysis) {
      const path = entryPath(folder, key);
      if (!made.has(dirname(path))) mkdirSync(dirname(path), { recursive: true });
      made.add(dirname(path));
      // In place: the digest tells a reader what is not whole yet, and who renames takes twice as long.
      writeFileSync(path, encodeEntry(key, analysis));
    },
  };
}

/** Reads a file and notes that it was used. Synchronous calls take a tenth of what promises take for files that small. */
function readUsed(path: string): Buffer {
  const fd = openSync(path, "r");
  try {
    if (Date.now() - fstatSync(fd).mtimeMs > TOUCH_AFTER_MS) touch(fd);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** In a cache that may only be read, nothing is noted. */
function touch(fd: number): void {
  const now = new Date();
  try {
    futimesSync(fd, now, now);
  } catch {
    // Who may not write here does not clear here either.
  }
}

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

/** The version of the measurements in a file of the cache, read from its header; undefined if it is not one, or has another layout. */
export function entryVersion(head: Buffer): number | undefined {
  const known = head.length >= ANALYSIS_AT && head.subarray(0, DIGEST_AT).equals(MAGIC);
  return known ? head.readUInt32LE(VERSION_AT) : undefined;
}

function digestOf(entry: Buffer): Buffer {
  return createHash("sha256").update(entry.subarray(VERSION_AT)).digest();
}

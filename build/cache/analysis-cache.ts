import { createHash } from "node:crypto";
import { closeSync, fstatSync, futimesSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pack, unpack } from "msgpackr";
import { ANALYSIS_VERSION, type Analysis } from "../analysis/analysis.js";

/**
 * The modification time of an entry is the day of its last use. Updating it on every use would cost more than the use
 * itself.
 */
const TOUCH_AFTER_MS = 24 * 60 * 60 * 1000;

// A file of the cache:
//
//   offset  bytes
//        0      8  "ICONANA1": kind and layout of the file
//        8     32  SHA-256 of everything after it
//       40      4  ANALYSIS_VERSION, little-endian
//       44     32  the key, so that a renamed file is rejected
//       76         the analysis in MessagePack
const MAGIC = Buffer.from("ICONANA1");
const DIGEST_AT = 8;
const VERSION_AT = 40;
const KEY_AT = 44;
const ANALYSIS_AT = 76;

/**
 * Analyses by the content that they depend on. Several builds may use the same folder concurrently, and it can be
 * copied to other machines.
 */
export interface AnalysisCache {
  /** Loads the analysis of an image. Undefined if it is not stored or can't be read. Cost: about 20 µs. */
  load(key: string): Analysis | undefined;
  /**
   * Stores an analysis. Readers see all of it or nothing; incomplete entries after a crash count as missing. @throws
   * the system's error
   */
  store(key: string, analysis: Analysis): void;
}

/** Path of an entry in the folder of a cache. */
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
      // Written in place: the digest reveals incomplete entries, and renaming would take twice as long.
      writeFileSync(path, encodeEntry(key, analysis));
    },
  };
}

/**
 * Reads a file and updates the day of its last use. For files this small, synchronous calls take a tenth of the time of
 * promises.
 */
function readUsed(path: string): Buffer {
  const fd = openSync(path, "r");
  try {
    if (Date.now() - fstatSync(fd).mtimeMs > TOUCH_AFTER_MS) touch(fd);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Does nothing if the cache is read-only. */
function touch(fd: number): void {
  const now = new Date();
  try {
    futimesSync(fd, now, now);
  } catch {
    // Users who can't write here don't remove entries here, either.
  }
}

/** Number of bytes of a file that `entryVersion` needs. */
export const ENTRY_HEAD_BYTES = ANALYSIS_AT;

/** Encodes an analysis as a cache entry. @param key as returned by `analysisKey` */
export function encodeEntry(key: string, analysis: Analysis): Buffer {
  const head = Buffer.alloc(ANALYSIS_AT);
  head.set(MAGIC);
  head.writeUInt32LE(ANALYSIS_VERSION, VERSION_AT);
  head.write(key, KEY_AT, "hex");
  const entry = Buffer.concat([head, pack(analysis)]);
  entry.set(digestOf(entry), DIGEST_AT);
  return entry;
}

/** Decodes a cache entry. Undefined if it is damaged, truncated, or has another layout or key. */
export function decodeEntry(key: string, entry: Buffer): Analysis | undefined {
  if (entryVersion(entry) !== ANALYSIS_VERSION) return undefined;
  if (entry.toString("hex", KEY_AT, ANALYSIS_AT) !== key) return undefined;
  if (!digestOf(entry).equals(entry.subarray(DIGEST_AT, VERSION_AT))) return undefined;
  return unpack(entry.subarray(ANALYSIS_AT)) as Analysis;
}

/**
 * The version of the measurements in a cache entry, from its header. Undefined if it is not an entry or has another
 * layout.
 */
export function entryVersion(head: Buffer): number | undefined {
  const known = head.length >= ANALYSIS_AT && head.subarray(0, DIGEST_AT).equals(MAGIC);
  return known ? head.readUInt32LE(VERSION_AT) : undefined;
}

function digestOf(entry: Buffer): Buffer {
  return createHash("sha256").update(entry.subarray(VERSION_AT)).digest();
}

import { randomBytes } from "node:crypto";
import {
  closeSync,
  fstatSync,
  futimesSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Analysis } from "../analysis/analyse.js";
import { decodeEntry, encodeEntry } from "./cache-entry.js";

/** An entry's modification time says on which day it was used last: a write for each use would cost more than the use. */
const TOUCH_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Analyses by the content that they depend on. Any number of builds may use a folder at once, and copying it to another machine
 * shares it.
 */
export interface AnalysisCache {
  /** The analysis of a picture, or undefined when it was never stored or can't be read. About 20 µs. */
  load(key: string): Analysis | undefined;
  /** Stores an analysis. Readers see all of it or nothing; what a crash leaves is a miss. @throws the system's error */
  store(key: string, analysis: Analysis): void;
}

/** Where an entry lies in the folder of a cache. */
export function entryPath(folder: string, key: string): string {
  return join(folder, key.slice(0, 2), `${key.slice(2)}.analysis`);
}

export function openAnalysisCache(folder: string): AnalysisCache {
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
      mkdirSync(dirname(path), { recursive: true });
      const aside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
      try {
        writeFileSync(aside, encodeEntry(key, analysis));
        renameSync(aside, path);
      } catch (error) {
        rmSync(aside, { force: true });
        throw error;
      }
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

import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { mapFile } from "#src/platform/map-file.js";
import { decodeReuseFile, encodeHead, type ReuseFile, rowKey, setRowOrdinal } from "./reuse-file.js";

/** Named by earlier versions; older caches stay valid. */
const USES_FOLDER = "uses";
const FILE = /^[0-9a-f]{16}$/;
/** Also matches half-written files of a killed build. */
const FILE_OR_TEMPORARY = /^[0-9a-f]{16}(\.tmp)?$/;
const PIECE_BYTES = 1 << 20;

/** What the live generation of an artifacts folder was built from. */
export interface GenerationReuse extends ReuseFile {
  /** Path of the record. */
  readonly path: string;
  /** When a build last made this generation live. */
  readonly usedAt: Date;
  /** The keys of the analyses. */
  keys(): ReadonlySet<string>;
}

/** Collects what a generation is built from. Memory: about 400 bytes per image. */
export interface ReuseRecorder {
  /** @param row as returned by `encodeRow`; it is copied */
  add(ordinal: number, row: Uint8Array): void;
  /**
   * Records what the live generation of an artifacts folder was built from and replaces the previous record; several
   * folders may share a cache. The file is not flushed: its checksum detects damage by a crash. Call under the build's
   * lock.
   *
   * @throws the system's error
   */
  write(artifacts: string, generation: string): void;
}

/** @param cache the folder of a cache */
export function createReuseRecorder(cache: string): ReuseRecorder {
  const pieces: Buffer[] = [];
  let piece = Buffer.alloc(0);
  let filled = 0;
  const rows = (): Buffer[] => [...pieces, piece.subarray(0, filled)];
  return {
    add(ordinal, row) {
      if (filled + row.length > piece.length) {
        if (filled > 0) pieces.push(piece.subarray(0, filled));
        piece = Buffer.allocUnsafe(Math.max(PIECE_BYTES, row.length));
        filled = 0;
      }
      piece.set(row, filled);
      setRowOrdinal(piece.subarray(filled), ordinal);
      filled += row.length;
    },
    write(artifacts, generation) {
      // A dataset without images needs no cache folder; one whose images were removed replaces its record.
      if (filled === 0 && !existsSync(cache)) return;
      const folder = resolve(artifacts);
      const file = reusePath(cache, folder);
      mkdirSync(join(cache, USES_FOLDER), { recursive: true });
      replace(file, [encodeHead(folder, generation, rows()), ...rows()]);
    },
  };
}

/** Replaces a file through a temporary file. The next build overwrites the temporary file of a killed one. */
function replace(file: string, pieces: readonly Uint8Array[]): void {
  const temporary = `${file}.tmp`;
  try {
    const fd = openSync(temporary, "w");
    try {
      for (const piece of pieces) writeFileSync(fd, piece);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The record of the live generation of an artifacts folder; undefined if there is none or it is damaged. */
export function readReuse(cache: string, artifacts: string): GenerationReuse | undefined {
  return readReuseFile(reusePath(cache, resolve(artifacts)));
}

/** All readable records. @throws the system's error if the folder can't be read */
export function readAllReuse(cache: string): GenerationReuse[] {
  return filesOf(cache, FILE).flatMap((path) => readReuseFile(path) ?? []);
}

/** Removes all records, including damaged ones. @throws the system's error */
export function removeReuseFiles(cache: string): void {
  for (const path of filesOf(cache, FILE_OR_TEMPORARY)) rmSync(path, { force: true });
}

function filesOf(cache: string, names: RegExp): string[] {
  const folder = join(cache, USES_FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => names.test(name))
    .map((name) => join(folder, name));
}

/** Whether the artifacts folder still exists. */
export function isLive({ artifacts }: GenerationReuse): boolean {
  return existsSync(artifacts);
}

function readReuseFile(path: string): GenerationReuse | undefined {
  try {
    const bytes = mapFile(path);
    const reuse = decodeReuseFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return (
      reuse && { ...reuse, path, usedAt: statSync(path).mtime, keys: () => new Set(Array.from(reuse.rows(), rowKey)) }
    );
  } catch {
    return undefined;
  }
}

function reusePath(cache: string, artifacts: string): string {
  return join(cache, USES_FOLDER, createHash("sha256").update(artifacts).digest("hex").slice(0, 16));
}

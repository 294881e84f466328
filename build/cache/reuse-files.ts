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
import { decodeUse, encodeHead, rowKey, setRowOrdinal, type UseFile } from "./reuse-file.js";

const USES_FOLDER = "uses";
const FILE = /^[0-9a-f]{16}$/;
/** What a killed build left half-written, too. */
const FILE_OR_ASIDE = /^[0-9a-f]{16}(\.tmp)?$/;
const PIECE_BYTES = 1 << 20;

/** What the live generation of an artifacts folder was made with. */
export interface CacheUse extends UseFile {
  /** The file that says so. */
  readonly path: string;
  /** When a build made it last. */
  readonly usedAt: Date;
  /** The keys of the analyses. */
  keys(): ReadonlySet<string>;
}

/** Collects what a generation is made with. Memory: about 400 bytes a picture. */
export interface UseNote {
  /** @param row as `encodeRow` gives it; it is copied */
  add(ordinal: number, row: Uint8Array): void;
  /**
   * Notes that the live generation of an artifacts folder was made with that, in place of what was noted before; several folders may share a
   * cache. Not flushed to disk: what a crash leaves of it is not taken for a note. Call under the build's lock.
   *
   * @throws the system's error
   */
  write(artifacts: string, generation: string): void;
}

/** @param cache the folder of a cache */
export function createUseNote(cache: string): UseNote {
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
      // A dataset without pictures needs no cache; one that has no pictures any more uses nothing of it.
      if (filled === 0 && !existsSync(cache)) return;
      const folder = resolve(artifacts);
      const file = usePath(cache, folder);
      mkdirSync(join(cache, USES_FOLDER), { recursive: true });
      replace(file, [encodeHead(folder, generation, rows()), ...rows()]);
    },
  };
}

/** Writes a file in place of another. What a killed build leaves aside is overwritten by the next. */
function replace(file: string, pieces: readonly Uint8Array[]): void {
  const aside = `${file}.tmp`;
  try {
    const fd = openSync(aside, "w");
    try {
      for (const piece of pieces) writeFileSync(fd, piece);
    } finally {
      closeSync(fd);
    }
    renameSync(aside, file);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/** What the live generation of an artifacts folder was made with; undefined where that was not noted, or what was is damaged. */
export function readUse(cache: string, artifacts: string): CacheUse | undefined {
  return readUseFile(usePath(cache, resolve(artifacts)));
}

/** All that was noted and can be read. @throws the system's error when the folder can't be read */
export function readUses(cache: string): CacheUse[] {
  return filesOf(cache, FILE).flatMap((path) => readUseFile(path) ?? []);
}

/** Removes all that was noted, and what can't be read of it. @throws the system's error */
export function forgetUses(cache: string): void {
  for (const path of filesOf(cache, FILE_OR_ASIDE)) rmSync(path, { force: true });
}

function filesOf(cache: string, names: RegExp): string[] {
  const folder = join(cache, USES_FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => names.test(name))
    .map((name) => join(folder, name));
}

/** Whether the artifacts folder is still there. */
export function isLive({ artifacts }: CacheUse): boolean {
  return existsSync(artifacts);
}

function readUseFile(path: string): CacheUse | undefined {
  try {
    const bytes = mapFile(path);
    const use = decodeUse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return use && { ...use, path, usedAt: statSync(path).mtime, keys: () => new Set(Array.from(use.rows(), rowKey)) };
  } catch {
    return undefined;
  }
}

function usePath(cache: string, artifacts: string): string {
  return join(cache, USES_FOLDER, createHash("sha256").update(artifacts).digest("hex").slice(0, 16));
}

import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { openReplacement, type Replacement } from "#src/platform/replacement.js";

/** Bytes to insert into a file. */
export interface ByteInsertion {
  /** Offset in the file. */
  readonly at: number;
  readonly bytes: Buffer;
}

/** A modified copy of a file, ready to replace it. */
export interface StagedFile {
  /**
   * @throws Error if the file changed since the insertions were computed, StorageError; it then stays unchanged.
   * UnflushedError if it was replaced, but its folder can't be flushed
   */
  replace(): Promise<void>;
  discard(): Promise<void>;
}

/** Identifies the state of a file, to detect changes. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
}

/** @throws the system's error if there is no such file */
export async function stampOf(path: string): Promise<FileStamp> {
  const { size, mtimeMs } = await stat(path);
  return { size, mtimeMs };
}

/**
 * Writes a copy of a file with insertions to the same folder and flushes it. The copy has the file's mode and, if the
 * system allows it, its owner; a link stays a link. Memory: one chunk, regardless of the file's size.
 *
 * @param insertions in the order of their offsets
 * @param stamp of the file when it was read
 * @throws StorageError or the system's error; nothing is left behind
 */
export async function stageInsertions(
  path: string,
  insertions: readonly ByteInsertion[],
  stamp: FileStamp,
): Promise<StagedFile> {
  const real = await realpath(path);
  const copy = await openReplacement(real, await stat(real));
  try {
    await copyWith(real, insertions, copy);
    await copy.flush();
  } catch (error) {
    await copy.discard();
    throw error;
  }
  return {
    async replace() {
      const { size, mtimeMs } = await stampOf(real);
      if (size !== stamp.size || mtimeMs !== stamp.mtimeMs)
        throw new Error(`${path}: changed while it was being read; run the command again`);
      await copy.complete();
    },
    discard: copy.discard,
  };
}

async function copyWith(from: string, insertions: readonly ByteInsertion[], into: Replacement): Promise<void> {
  let start = 0;
  for (const { at, bytes } of insertions) {
    await copyRange(from, start, at, into);
    await into.write(bytes);
    start = at;
  }
  await copyRange(from, start, Number.POSITIVE_INFINITY, into);
}

/** @param end exclusive */
async function copyRange(from: string, start: number, end: number, into: Replacement): Promise<void> {
  if (start >= end) return;
  for await (const chunk of createReadStream(from, { start, end: end - 1 })) await into.write(chunk as Buffer);
}

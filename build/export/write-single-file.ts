import { dirname } from "node:path";
import { openReplacement, type Replacement } from "#src/platform/replacement.js";
import { makeFolder } from "#src/platform/write-file.js";

/** Small pieces are combined up to this size. */
const WRITTEN_BYTES = 2 ** 18;

export type Pieces = Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>;

/** Consumes bytes; resolves when it can accept more. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

/**
 * Writes files that appear under their names together, once all of them are complete.
 *
 * @returns total size in bytes
 * @throws StorageError, and any error of the pieces; the old files then remain
 */
export async function writeFiles(
  files: readonly { readonly path: string; readonly pieces: Pieces }[],
): Promise<number> {
  const opened: Replacement[] = [];
  let bytes = 0;
  try {
    for (const { path, pieces } of files) {
      await makeFolder(dirname(path));
      const file = await openReplacement(path);
      opened.push(file);
      bytes += await writePieces(pieces, file.write);
    }
    for (const file of opened) await file.complete();
    return bytes;
  } finally {
    for (const file of opened) await file.discard();
  }
}

/** Combines pieces into larger ones and passes them on. @returns total size in bytes */
export async function writePieces(pieces: Pieces, sink: Sink): Promise<number> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  let written = 0;
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    written += size;
    size = 0;
    await sink(bytes);
  };
  for await (const piece of pieces) {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    waiting.push(bytes);
    size += bytes.length;
    if (size >= WRITTEN_BYTES) await flush();
  }
  if (size > 0) await flush();
  return written;
}

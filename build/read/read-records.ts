import type { Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { RecordPlace } from "./places.js";

/** A dataset may have more files than a process may open. */
const OPEN_FILES = 64;

/** Records are mostly read sequentially, so each read fetches more than one. */
const WINDOW_BYTES = 1 << 20;

/** A record's bytes and their location. */
export interface RecordText {
  readonly place: RecordPlace;
  readonly json: Buffer;
}

/**
 * A text that changes when a file is replaced or written to, except for changes within one tick of the file system's
 * clock.
 */
export function stampOf({ dev, ino, size, mtimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs].join(" ");
}

/**
 * Reads records at their locations, in the given order, in batches of those from one read. Memory: 1 MiB for each of up
 * to 64 files.
 *
 * @param stamps of the files when their records were checked
 * @throws Error if a file has changed since then
 */
export async function* readRecords(
  files: readonly string[],
  stamps: readonly string[],
  places: Iterable<RecordPlace>,
): AsyncGenerator<readonly RecordText[]> {
  const windows = new Map<number, FileWindow>();
  const windowOf = async (file: number): Promise<FileWindow> => {
    const [oldest] = windows;
    if (oldest !== undefined && windows.size >= OPEN_FILES) {
      windows.delete(oldest[0]);
      await oldest[1].close();
    }
    const opened = await openWindow(files[file]!, stamps[file]!);
    windows.set(file, opened);
    return opened;
  };

  let read: RecordText[] = [];
  try {
    for (const place of places) {
      const { file, offset, length } = place;
      const known = windows.get(file)?.peek(offset, length);
      if (known !== undefined) {
        read.push({ place, json: known });
        continue;
      }
      if (read.length > 0) yield read;
      const window = windows.get(file) ?? (await windowOf(file));
      const json = await window.read(offset, length);
      read = [{ place, json }];
    }
    if (read.length > 0) yield read;
  } finally {
    await Promise.all([...windows.values()].map((window) => window.close()));
  }
}

/** A file whose last read section stays in memory. */
interface FileWindow {
  /** Bytes that are already in memory. */
  peek(offset: number, length: number): Buffer | undefined;
  /** Bytes from the file; also keeps the bytes after them. @throws Error if the file has changed */
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

async function openWindow(path: string, stamp: string): Promise<FileWindow> {
  const handle: FileHandle = await open(path, "r");
  let start = 0;
  let bytes: Buffer = Buffer.alloc(0);
  const peek = (offset: number, length: number): Buffer | undefined =>
    offset >= start && offset + length <= start + bytes.length
      ? bytes.subarray(offset - start, offset - start + length)
      : undefined;
  return {
    peek,
    async read(offset, length) {
      const buffer = Buffer.allocUnsafe(Math.max(WINDOW_BYTES, length));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
      start = offset;
      bytes = buffer.subarray(0, bytesRead);
      // Checked after reading, to ensure that the content is what was checked.
      if (bytesRead < length || stampOf(await handle.stat()) !== stamp)
        throw new Error(`${path}: changed while it was being read; run the build again`);
      return bytes.subarray(0, length);
    },
    close: () => handle.close(),
  };
}

import { type FileHandle, open } from "node:fs/promises";
import type { RecordPlace } from "./places.js";

/** A dataset may have more files than a process may open. */
const OPEN_FILES = 64;

/** Records mostly lie in the order in which they are asked for, so more is read than one. */
const WINDOW_BYTES = 1 << 20;

/** A record's text in bytes, with where it was found. */
export interface RecordText {
  readonly place: RecordPlace;
  readonly json: Buffer;
}

/**
 * Reads records at their places, in the order given: together those that one reading brought. Memory: 1 MiB for each of up to 64
 * files.
 *
 * @throws Error when a file became shorter since it was checked
 */
export async function* readRecords(
  files: readonly string[],
  places: Iterable<RecordPlace>,
): AsyncGenerator<readonly RecordText[]> {
  const windows = new Map<number, FileWindow>();
  const windowOf = async (file: number): Promise<FileWindow> => {
    const [oldest] = windows;
    if (oldest !== undefined && windows.size >= OPEN_FILES) {
      windows.delete(oldest[0]);
      await oldest[1].close();
    }
    const opened = await openWindow(files[file]!);
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
      if (json.length < length) throw new Error(`${files[file]}: changed while it was being read; run the build again`);
      read = [{ place, json }];
    }
    if (read.length > 0) yield read;
  } finally {
    await Promise.all([...windows.values()].map((window) => window.close()));
  }
}

/** A file of which the last stretch that was read stays in memory. */
interface FileWindow {
  /** Bytes that are in memory already. */
  peek(offset: number, length: number): Buffer | undefined;
  /** Bytes from the file, and what follows them kept. */
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

async function openWindow(path: string): Promise<FileWindow> {
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
      return bytes.subarray(0, length);
    },
    close: () => handle.close(),
  };
}

import { type FileHandle, open } from "node:fs/promises";
import type { RecordPlace } from "../check/check-records.js";
import type { SourceRecord } from "../check/source-record.js";

/** A dataset may have more files than a process may open. */
const OPEN_FILES = 64;

/** Records mostly lie in the order in which they are asked for, so more is read than one. */
const WINDOW_BYTES = 1 << 20;

/** Reads records at their places, in the order given. @throws Error when a file changed since its records were checked */
export async function* readRecords(
  files: readonly string[],
  places: readonly RecordPlace[],
): AsyncGenerator<SourceRecord> {
  const windows = new Map<number, FileWindow>();
  const windowOf = async (file: number): Promise<FileWindow> => {
    const known = windows.get(file);
    if (known !== undefined) return known;
    const [oldest] = windows;
    if (oldest !== undefined && windows.size >= OPEN_FILES) {
      windows.delete(oldest[0]);
      await oldest[1].close();
    }
    const opened = await openWindow(files[file]!);
    windows.set(file, opened);
    return opened;
  };

  try {
    for (const { file, offset, length } of places) {
      const window = await windowOf(file);
      yield parse(window.peek(offset, length) ?? (await window.read(offset, length)), files[file]!);
    }
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

function parse(bytes: Buffer, file: string): SourceRecord {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new Error(`${file}: changed while it was being read; run the build again`);
  }
}

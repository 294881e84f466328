import { closeSync, createReadStream, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { posix } from "node:path";
import { Parser, type ReadEntry } from "tar";
import { quote } from "#src/format/quote.js";
import { readInto } from "#src/platform/read-regular-file.js";
import { toStorageError } from "#src/platform/storage-error.js";
import { openUnnamedFile } from "#src/platform/unnamed-file.js";
import { ImageError } from "../../image/image-file.js";
import type { OpenSource } from "./open-source.js";

/** Several times as much as the largest collection has. */
const MOST = { bytes: 4 * 2 ** 30, entries: 500_000 } as const;
/** No reader accepts larger files, so they are not copied. */
const MAX_FILE_BYTES = 2 ** 26;
const REGULAR = ["File", "OldFile", "ContiguousFile"];
const LINKS = ["Link", "SymbolicLink"];
const EXTRACT = "Extract what is needed, and give its folder.";
const EXPECTED = "Give a tarball of npm or GitHub, which has everything in one folder.";

/** Where the bytes of a file are in the copy, or why it can't be read. */
type Stored = { readonly at: number; readonly size: number } | { readonly problem: string };

/** The files of a tarball by their paths below its folder. */
type Files = Map<string, Stored>;

/**
 * Opens a tarball with everything in one folder, whose name does not matter. Copies the files that may be needed, at
 * most 4 GiB, to a temporary file without a name, so that nothing remains when this process ends, however it ends.
 * Memory: the paths.
 *
 * @param isNeeded whether a file may be read later
 * @throws Error with the entry and the remedy if it is not such a tarball, StorageError if it can't be copied
 */
export async function openTarball(tarball: string, isNeeded: (path: string) => boolean): Promise<OpenSource> {
  const files: Files = new Map();
  const copy = openUnnamedFile();
  try {
    await readEntries(tarball, createCopier(copy, files, isNeeded));
    if (files.size === 0) throw new Error(`${tarball}: has no images or data in a folder. ${EXPECTED}`);
  } catch (error) {
    closeSync(copy);
    throw error;
  }
  const names = namesByFolder(files);
  return {
    names: (folder) => names.get(folder) ?? [],
    read(path, maxBytes) {
      const stored = files.get(path) ?? { problem: "does not exist" };
      if ("problem" in stored) throw new ImageError(`the file ${path} in ${tarball} ${stored.problem}`);
      const { at, size } = stored;
      if (size > maxBytes)
        throw new ImageError(
          `the file ${path} in ${tarball} has ${size} bytes, at most ${maxBytes} are allowed; make it smaller`,
        );
      const bytes = Buffer.allocUnsafe(size);
      readInto(copy, bytes, at);
      return bytes;
    },
    close: () => closeSync(copy),
  };
}

/** Passes each entry of a tarball to `take`, which may listen to its data. @throws Error, and the errors of `take` */
function readEntries(tarball: string, take: (entry: ReadEntry, fail: (error: unknown) => void) => void): Promise<void> {
  const input = createReadStream(tarball);
  const parser = new Parser({ strict: true });
  let last = "";
  return new Promise((resolve, reject) => {
    // The parser expects no errors of its listeners.
    const fail = (error: unknown): void => {
      parser.removeAllListeners("entry");
      input.destroy();
      reject(error instanceof EntryError ? new Error(`${tarball}: ${error.message}`) : error);
    };
    parser.on("entry", (entry: ReadEntry) => {
      try {
        take(entry, fail);
        last = ` after the entry ${quote(entry.path)}`;
      } catch (error) {
        fail(error);
      }
      entry.resume();
    });
    parser.on("error", ({ message }: Error) => {
      const { problem, remedy } = explain(message);
      fail(new EntryError(`${problem}${last}. ${remedy}`));
    });
    parser.on("end", resolve);
    input.on("error", (error) => fail(toStorageError(error, tarball)));
    // A writable stream in fact, but its package declares it as an emitter only.
    input.pipe(parser as unknown as NodeJS.WritableStream);
  });
}

/** The reason why an entry is refused. */
class EntryError extends Error {}

/** @returns a function that notes an entry in `files`, and copies its bytes to an open file if they are needed */
function createCopier(
  copy: number,
  files: Files,
  isNeeded: (path: string) => boolean,
): (entry: ReadEntry, fail: (error: unknown) => void) => void {
  let root: string | undefined;
  let entries = 0;
  let end = 0;
  return (entry, fail) => {
    const name = quote(entry.path);
    if (++entries > MOST.entries)
      throw new EntryError(`has more than ${MOST.entries} entries; ${name} is one too many. ${EXTRACT}`);
    const [folder, ...parts] = partsOf(entry.path);
    // Systems put notes next to the folder, such as "._package".
    if (entry.type === "Directory" || parts.length === 0) return;
    root ??= folder;
    if (folder !== root) throw new EntryError(`has ${name} in another folder than ${quote(root)}. ${EXPECTED}`);
    const path = parts.join("/");
    if (!isNeeded(path)) return;
    const problem = problemOf(entry);
    files.set(path, problem === undefined ? { at: end, size: entry.size } : { problem });
    if (problem !== undefined || entry.size > MAX_FILE_BYTES) return;
    if (end + entry.size > MOST.bytes)
      throw new EntryError(`has more than ${MOST.bytes} bytes of images and data; ${name} is too much. ${EXTRACT}`);
    entry.on("data", (bytes: Buffer) => {
      try {
        for (let done = 0; done < bytes.length; ) done += writeSync(copy, bytes, done, bytes.length - done, end + done);
        end += bytes.length;
      } catch (error) {
        fail(toStorageError(error, tmpdir()));
      }
    });
  };
}

/** @throws EntryError if the path leads out of the tarball */
function partsOf(path: string): string[] {
  const parts = path.split("/");
  if (path.startsWith("/") || parts.includes(".."))
    throw new EntryError(`the entry ${quote(path)} leads out of the tarball, as in no package. Don't use it.`);
  return parts.filter((part) => part !== "" && part !== ".");
}

/** Why a file of a tarball can't be read; undefined if it can. */
function problemOf({ type, linkpath }: ReadEntry): string | undefined {
  if (REGULAR.includes(type)) return undefined;
  if (LINKS.includes(type)) return `is a link to ${quote(linkpath)}; extract the tarball and give its folder`;
  return `is a ${type}, not a regular file; replace it`;
}

/** @param message of the parser */
function explain(message: string): { readonly problem: string; readonly remedy: string } {
  const [, damage] = /^zlib: (.*)$/.exec(message) ?? [];
  if (damage !== undefined)
    return { problem: `its compressed data is damaged (${damage})`, remedy: "Download it again." };
  if (message.startsWith("max decompression ratio"))
    return {
      problem: `unpacks to too many times its size, as no collection does (${message})`,
      remedy: "Don't use it.",
    };
  return { problem: `is not a tarball (${message})`, remedy: "Download it again." };
}

function namesByFolder(files: Files): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const path of [...files.keys()].sort()) {
    const folder = posix.dirname(path);
    const inside = names.get(folder);
    if (inside === undefined) names.set(folder, [posix.basename(path)]);
    else inside.push(posix.basename(path));
  }
  return names;
}

import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ATTRIBUTION_COLUMNS, ATTRIBUTION_FILE } from "#src/format/credits.js";
import type { IconRecord } from "#src/format/record.js";
import { replaceFolder } from "#src/platform/replace-folder.js";
import { toStorageError } from "#src/platform/storage-error.js";
import { columnsOf, type TableIcon } from "./columns.js";
import { writeCsv } from "./tables.js";
import { writePieces } from "./write-single-file.js";
import type { ZipFile } from "./zip.js";

const MAX_KNOWN_FOLDERS = 10_000;

/**
 * Writes files into a folder, which appears when all of them are complete.
 *
 * @param force whether to replace a folder from an earlier export
 * @param files one of them `ATTRIBUTION_FILE`
 * @returns total size of files written in pieces
 * @throws Error if the folder contains something else; StorageError
 */
export function writeFolder(folder: string, force: boolean, files: AsyncIterable<ZipFile>): Promise<number> {
  const refuse = (names: readonly string[]): void => refuseFolder(folder, names, force);
  return replaceFolder(folder, { mark: "exporting", refuse }, (temporary) => fill(temporary, files));
}

/** Rejects folders that were not written by an export. */
function refuseFolder(folder: string, names: readonly string[], force: boolean): void {
  if (names.length === 0) return;
  if (!names.includes(ATTRIBUTION_FILE)) {
    const shown = names.slice(0, 3).join(", ");
    throw new Error(`${folder} contains files that no export wrote (${shown}). Choose another folder, or empty it.`);
  }
  if (!force) throw new Error(`${folder} already contains an export. Add --force to replace it.`);
}

/** The content of `ATTRIBUTION_FILE`. */
export function* attributionOf(records: Iterable<IconRecord>): Generator<Uint8Array> {
  function* icons(): Generator<TableIcon> {
    for (const record of records) yield { record, image: undefined, drawing: () => undefined };
  }
  for (const text of writeCsv(icons(), columnsOf(ATTRIBUTION_COLUMNS), false)) yield Buffer.from(text);
}

/** Writes files into a folder that no other process knows. @returns total size of files written in pieces */
async function fill(folder: string, files: AsyncIterable<ZipFile>): Promise<number> {
  const made = new Set<string>();
  let pieces = 0;
  for await (const { path, bytes } of files) {
    const target = join(folder, path);
    try {
      const parent = dirname(target);
      if (!made.has(parent)) await mkdir(parent, { recursive: true });
      // Limited, since a layout may have a folder per icon.
      if (made.size < MAX_KNOWN_FOLDERS) made.add(parent);
      const file = await open(target, "wx");
      try {
        if (bytes instanceof Uint8Array) await file.writeFile(bytes);
        else pieces += await writePieces(bytes, (part) => file.writeFile(part));
      } finally {
        await file.close();
      }
    } catch (error) {
      throw toStorageError(error, target);
    }
  }
  return pieces;
}

import type { VersionEntry } from "#src/format/record.js";
import type { SourceRecord } from "../dataset/source-record.js";
import { elementsOf, findDataset } from "../read/dataset.js";
import type { Element } from "../read/elements.js";
import { insertEntry } from "./insert-entry.js";
import { type ByteInsertion, type StagedFile, stageInsertions, stampOf } from "./insert-into-file.js";

/**
 * Writes entries to the histories of a dataset's records. Everything else in each file stays as is: order, indentation,
 * line ends. All copies are written and flushed before the first file is replaced, so an error until then leaves the
 * dataset unchanged; a crash or an error between two renames leaves valid files, some of them with their entries. Call
 * under the dataset's lock.
 *
 * @param data path of the dataset
 * @param entries by the id of their record
 * @returns the changed files
 * @throws Error if a file changed meanwhile
 * Cost: reads the dataset twice, and writes the files with such records. Memory: one record and the entries.
 */
export async function recordHistory(data: string, entries: ReadonlyMap<string, VersionEntry>): Promise<string[]> {
  if (entries.size === 0) return [];
  const { files } = await findDataset(data);
  const prepared = new Map<string, StagedFile>();
  try {
    for (const path of files) {
      const stamp = await stampOf(path);
      const insertions = await insertionsFor(path, entries);
      if (insertions.length > 0) prepared.set(path, await stageInsertions(path, insertions, stamp));
    }
    for (const file of prepared.values()) await file.replace();
  } catch (error) {
    for (const file of prepared.values()) await file.discard();
    throw error;
  }
  return [...prepared.keys()];
}

async function insertionsFor(path: string, entries: ReadonlyMap<string, VersionEntry>): Promise<ByteInsertion[]> {
  const insertions: ByteInsertion[] = [];
  for await (const { offset, bytes } of elementsOf(path)) {
    const entry = entries.get(idOf(bytes, path));
    if (entry === undefined) continue;
    const text = bytes.toString();
    const { at, text: inserted } = insertEntry(text, entry);
    insertions.push({ at: offset + Buffer.byteLength(text.slice(0, at)), bytes: Buffer.from(inserted) });
  }
  return insertions;
}

function idOf(bytes: Element["bytes"], path: string): string {
  try {
    return (JSON.parse(bytes.toString()) as SourceRecord).id;
  } catch {
    throw new Error(`${path}: changed while it was being read; run the build again`);
  }
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { replaceFolder } from "#src/platform/replace-folder.js";
import { flushFolder, writeFlushed } from "#src/platform/write-file.js";
import { schemaText } from "../dataset/json-schema.js";
import { SETS_FOLDER } from "../image/source/icon-sets.js";

/** File of a dataset's settings. */
export const OPTIONS_FILE = "dataset.json";
const SCHEMA_FILE = "dataset.schema.json";

/** A dataset's folder to create. */
export interface TargetFolder {
  readonly out: string;
  /** Entries that such a folder may contain; a folder with others is never replaced. */
  readonly owned: readonly string[];
  /** Whether to replace a folder that contains such entries. */
  readonly force: boolean;
  /** A sentence: what happens to edits if the folder is replaced. */
  readonly edits: string;
}

/**
 * Creates a folder atomically under its lock, see `replaceFolder`.
 *
 * @throws Error if the folder is not empty and may not be replaced, and the errors of `replaceFolder`
 */
export function writeFolder<T>(
  { out, owned, force, edits }: TargetFolder,
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  const refuse = (names: readonly string[]): void => {
    const foreign = names.filter((name) => !owned.includes(name));
    if (foreign.length > 0) {
      const shown = foreign.slice(0, 3).join(", ");
      throw new Error(`${out} contains files that no import wrote (${shown}). Choose another folder, or empty it.`);
    }
    if (names.length > 0 && !force)
      throw new Error(`${out} already contains a dataset. Add --force to replace it. ${edits}`);
  };
  return replaceFolder(out, { mark: "importing", refuse }, write);
}

/** Folder of a dataset's records. */
export const ICONS_FOLDER = "icons";
/** File of an imported dataset: what its source had when it was imported or updated last. */
export const UPSTREAM_FILE = "upstream.ndjson";
/** Maximum length of a dataset's name. */
export const MAX_DATASET_NAME = 100;

/** The entries of every imported dataset. */
export const DATASET_FILES: readonly string[] = [OPTIONS_FILE, SCHEMA_FILE, ICONS_FOLDER, UPSTREAM_FILE];

/**
 * Writes the files of an imported dataset other than its records, and flushes its folders.
 *
 * @param options further settings
 */
export async function writeDatasetFiles(folder: string, name: string, options: object = {}): Promise<void> {
  const text = JSON.stringify({ $schema: `./${SCHEMA_FILE}`, name, ...options }, null, 2);
  await writeFlushed(join(folder, SCHEMA_FILE), schemaText("dataset"));
  await writeFlushed(join(folder, OPTIONS_FILE), `${text}\n`);
  for (const inside of [ICONS_FOLDER, SETS_FOLDER])
    if (existsSync(join(folder, inside))) await flushFolder(join(folder, inside));
  await flushFolder(folder);
}

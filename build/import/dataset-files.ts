import { join } from "node:path";
import { flushFolder, writeFlushed } from "#src/platform/write-file.js";
import { schemaText } from "../check/json-schema.js";

const OPTIONS_FILE = "dataset.json";
const SCHEMA_FILE = "dataset.schema.json";
/** Where a dataset has its records. */
export const ICONS_FOLDER = "icons";
/** Longest name of a dataset. */
export const MAX_DATASET_NAME = 100;

/** What every imported dataset holds. */
export const DATASET_FILES: readonly string[] = [OPTIONS_FILE, SCHEMA_FILE, ICONS_FOLDER];

/** Writes what stands beside the records of an imported dataset, and flushes its folder. */
export async function writeDatasetFiles(folder: string, name: string): Promise<void> {
  const text = JSON.stringify({ $schema: `./${SCHEMA_FILE}`, name }, null, 2);
  await writeFlushed(join(folder, SCHEMA_FILE), schemaText("dataset"));
  await writeFlushed(join(folder, OPTIONS_FILE), `${text}\n`);
  await flushFolder(folder);
}

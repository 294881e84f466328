import { existsSync } from "node:fs";
import { mkdir, readdir, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { flushFolder, writeFlushed } from "#src/platform/write-file.js";
import { schemaText } from "../dataset/json-schema.js";

const TEMPORARY = ".importing-";

const OPTIONS_FILE = "dataset.json";
const SCHEMA_FILE = "dataset.schema.json";

/**
 * Creates a folder atomically: `write` fills a temporary one, which is then renamed, so that a crash or an error leaves
 * the previous one.
 *
 * @param owned entries that such a folder may contain; a folder with others is never replaced
 * @param force whether to replace a folder that contains such entries
 * @throws Error if the folder is not empty and may not be replaced, and any error of `write`
 */
export async function writeFolder<T>(
  folder: string,
  owned: readonly string[],
  force: boolean,
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  const out = await realpath(folder).catch(() => resolve(folder));
  await refuseForeign(folder, owned, force);
  const parent = dirname(out);
  await mkdir(parent, { recursive: true });
  await removeAbandoned(parent, basename(out));
  const temporary = join(parent, `.${basename(out)}${TEMPORARY}${process.pid}`);
  try {
    await mkdir(temporary);
    const result = await write(temporary);
    // Checked again, since writing may have taken minutes.
    await refuseForeign(folder, owned, force);
    // A rename can't replace a non-empty folder, so the old one is moved away first.
    const replaced = `${temporary}-replaced`;
    if (existsSync(out)) await rename(out, replaced);
    await rename(temporary, out);
    await flushFolder(parent);
    await rm(replaced, { recursive: true, force: true });
    return result;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

async function refuseForeign(folder: string, owned: readonly string[], force: boolean): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    if (error.code === "ENOTDIR") throw new Error(`${folder} is a file. Give a new or empty folder.`);
    throw error;
  });
  const foreign = names.filter((name) => !owned.includes(name));
  if (foreign.length > 0) {
    const shown = foreign.slice(0, 3).join(", ");
    throw new Error(`${folder} contains files that no import wrote (${shown}). Choose another folder, or empty it.`);
  }
  if (names.length > 0 && !force) throw new Error(`${folder} already contains a dataset. Add --force to replace it.`);
}

/** Removes leftovers of killed runs, but not of runs that are still writing. */
async function removeAbandoned(parent: string, name: string): Promise<void> {
  const start = `.${name}${TEMPORARY}`;
  for (const entry of await readdir(parent)) {
    if (entry.startsWith(start) && !isRunning(Number.parseInt(entry.slice(start.length), 10))) {
      await rm(join(parent, entry), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
/** Folder of a dataset's records. */
export const ICONS_FOLDER = "icons";
/** Maximum length of a dataset's name. */
export const MAX_DATASET_NAME = 100;

/** The entries of every imported dataset. */
export const DATASET_FILES: readonly string[] = [OPTIONS_FILE, SCHEMA_FILE, ICONS_FOLDER];

/** Writes the files of an imported dataset other than its records, and flushes its folder. */
export async function writeDatasetFiles(folder: string, name: string): Promise<void> {
  const text = JSON.stringify({ $schema: `./${SCHEMA_FILE}`, name }, null, 2);
  await writeFlushed(join(folder, SCHEMA_FILE), schemaText("dataset"));
  await writeFlushed(join(folder, OPTIONS_FILE), `${text}\n`);
  await flushFolder(folder);
}

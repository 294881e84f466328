import { createWriteStream } from "node:fs";
import { readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Manifest } from "#src/format/manifest.js";
import { withFileLock } from "#src/platform/file-lock.js";
import { toStorageError } from "#src/platform/storage-error.js";
import { flushFolder, makeFolder, removeQuietly, replaceFile } from "#src/platform/write-file.js";
import { CURRENT_OBJECT, FILES, MANIFESTS, manifestObject } from "#src/store/layout.js";
import { StoreError } from "#src/store/store-error.js";
import type { StoreWriter } from "./store-writer.js";

const LOCK_FILE = "LOCK";
const LOCK_WAIT_MS = 10 * 60_000;
/** Suffix of an object being written; a killed publisher leaves it behind. */
const TEMPORARY = ".tmp";
const MANIFEST_EXTENSION = ".json";

/**
 * A store in a folder that a web server can serve as is. Publishers exclude each other, since one that cleans up could
 * remove what another has just written.
 */
export function openFolderWriter(folder: string): StoreWriter {
  return {
    name: folder,
    async exclusively(work) {
      for (const part of [FILES, MANIFESTS]) await makeFolder(join(folder, part));
      return withFileLock(join(folder, LOCK_FILE), LOCK_WAIT_MS, work);
    },
    async has(path, size) {
      try {
        return (await stat(join(folder, path))).size === size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
        throw error;
      }
    },
    async put(path, { modified, open }) {
      const target = join(folder, path);
      try {
        await pipeline(open(), createWriteStream(target + TEMPORARY, { mode: 0o644, flush: true }));
        await utimes(target + TEMPORARY, modified, modified);
        await rename(target + TEMPORARY, target);
      } catch (error) {
        await removeQuietly(target + TEMPORARY);
        throw toStorageError(error, target + TEMPORARY);
      }
      await flushFolder(dirname(target));
    },
    setCurrent: (generation) => replaceFile(join(folder, CURRENT_OBJECT), `${generation}\n`),
    clean: (keep, current) => clean(folder, keep, current),
  };
}

async function clean(folder: string, keep: number, current: string): Promise<string[]> {
  const others = (await generationsOf(folder)).filter((generation) => generation !== current);
  const surplus = others.slice(keep - 1);
  const needed = new Set<string>();
  for (const generation of [current, ...others.slice(0, keep - 1)]) {
    for (const sha256 of await contentsOf(folder, generation)) needed.add(sha256);
  }
  // Manifests are removed first, so that no existing one references missing files.
  for (const generation of surplus) await rm(join(folder, manifestObject(generation)));
  for (const name of await readdir(join(folder, MANIFESTS))) {
    if (name.endsWith(TEMPORARY)) await rm(join(folder, MANIFESTS, name));
  }
  for (const name of await readdir(join(folder, FILES))) {
    if (!needed.has(name)) await rm(join(folder, FILES, name));
  }
  return surplus;
}

/** Newest first. */
async function generationsOf(folder: string): Promise<string[]> {
  const names = (await readdir(join(folder, MANIFESTS))).filter((name) => name.endsWith(MANIFEST_EXTENSION));
  const found = await Promise.all(
    names.map(async (name) => ({ name, built: (await stat(join(folder, MANIFESTS, name))).mtimeMs })),
  );
  return found.sort((a, b) => b.built - a.built).map(({ name }) => name.slice(0, -MANIFEST_EXTENSION.length));
}

/**
 * The checksums of a generation's files. Only these are read, so that generations of other format versions keep their
 * files.
 */
async function contentsOf(folder: string, generation: string): Promise<string[]> {
  const path = join(folder, manifestObject(generation));
  try {
    const { files } = JSON.parse(await readFile(path, "utf8")) as Pick<Manifest, "files">;
    return files.map(({ sha256 }) => sha256);
  } catch (error) {
    throw new StoreError(`${path}: is damaged, so nothing was removed: ${(error as Error).message}`);
  }
}

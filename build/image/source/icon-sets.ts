import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { IconifyJSON } from "@iconify/types";
import { readRegularFile } from "#src/platform/read-regular-file.js";
import { ImageError } from "../image-file.js";
import { filesInside } from "./files-inside.js";
import { MAX_SET_BYTES, parseIconSet } from "./icon-set.js";

/** Folder of a dataset that holds Iconify sets, a file `<prefix>.json` each. */
export const SETS_FOLDER = "iconify";

/** What a build keeps parsed, all sets of Iconify together; in memory, a set takes about as much as its file. */
const KEPT_BYTES = 512 * 2 ** 20;

/** Iconify sets by prefix. */
export interface IconSets {
  /** @throws ImageError when the set is nowhere or broken */
  find(prefix: string): Promise<IconifyJSON>;
}

interface Loaded {
  readonly set: IconifyJSON | ImageError;
  /** Of its file. */
  readonly bytes: number;
}

/**
 * Looks sets up in the dataset's folder `iconify`, then in the packages `@iconify-json/<prefix>` and `@iconify/json`, installed
 * beside the dataset or beside this program. Each is parsed once while all fit in memory, or records come set by set; else the
 * ones used last stay.
 *
 * @param root the dataset's folder
 * @param keptBytes sets stay parsed while their files have no more bytes together; the one used last always
 */
export function createIconSets(root: string, keptBytes = KEPT_BYTES): IconSets {
  // In the order of their last use.
  const kept = new Map<string, { readonly loading: Promise<Loaded>; bytes: number }>();

  const makeRoom = (): void => {
    let bytes = [...kept.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const [prefix, entry] of kept) {
      if (bytes <= keptBytes || kept.size === 1) return;
      kept.delete(prefix);
      bytes -= entry.bytes;
    }
  };

  return {
    async find(prefix) {
      let entry = kept.get(prefix);
      if (entry === undefined) {
        // A failure is kept too: files don't change during a build, and a set may be asked for a thousand times.
        entry = { loading: load(root, prefix), bytes: 0 };
      }
      kept.delete(prefix);
      kept.set(prefix, entry);
      const { set, bytes } = await entry.loading;
      if (entry.bytes !== bytes) {
        entry.bytes = bytes;
        makeRoom();
      }
      if (set instanceof ImageError) throw set;
      return set;
    },
  };
}

async function load(root: string, prefix: string): Promise<Loaded> {
  try {
    const bytes = await readSet(root, prefix);
    return { set: parseIconSet(bytes), bytes: bytes.length };
  } catch (error) {
    const reason =
      error instanceof ImageError
        ? error
        : new ImageError(
            `the Iconify set ${prefix}: ${(error as Error).message}`,
            (error as NodeJS.ErrnoException).code,
          );
    return { set: reason, bytes: 0 };
  }
}

async function readSet(root: string, prefix: string): Promise<Buffer> {
  const own = `${SETS_FOLDER}/${prefix}.json`;
  if (existsSync(join(root, own))) return filesInside(root).read(own, MAX_SET_BYTES);
  for (const from of [join(root, "dataset.json"), import.meta.url]) {
    for (const name of [`@iconify-json/${prefix}/icons.json`, `@iconify/json/json/${prefix}.json`]) {
      const path = resolvePackageFile(from, name);
      if (path !== undefined) return readRegularFile(path, MAX_SET_BYTES);
    }
  }
  throw new ImageError(`the package @iconify-json/${prefix} is not installed; run npm install @iconify-json/${prefix}`);
}

function resolvePackageFile(from: string, name: string): string | undefined {
  try {
    return createRequire(from).resolve(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

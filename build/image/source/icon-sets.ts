import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { IconifyJSON } from "@iconify/types";
import { readRegularFile } from "#src/platform/read-regular-file.js";
import { ImageError } from "../image-file.js";
import { filesInside } from "./files-inside.js";
import { MAX_SET_BYTES, parseIconSet } from "./icon-set.js";
import { packageInfo } from "./set-credits.js";

/** Folder of a dataset for Iconify sets, one file `<prefix>.json` each. */
export const SETS_FOLDER = "iconify";

/**
 * Limit for the parsed sets kept by a build, enough for all of Iconify; a set in memory is about as large as its file.
 */
const KEPT_BYTES = 512 * 2 ** 20;

/** Iconify sets by prefix. */
export interface IconSets {
  /** @throws ImageError if the set is missing or invalid */
  find(prefix: string): Promise<IconifyJSON>;
}

interface Loaded {
  readonly set: IconifyJSON | ImageError;
  /** Size of its file. */
  readonly bytes: number;
}

/**
 * Looks up sets in the dataset's folder `iconify`, then in the packages `@iconify-json/<prefix>` and `@iconify/json`,
 * installed next to the dataset or this program. Each is parsed once as long as all fit in memory or records are
 * ordered by set; otherwise the least recently used ones are dropped.
 *
 * @param root the dataset's folder
 * @param keptBytes limit for the total file size of the parsed sets; the last used one is always kept
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
        // Failures are cached, too: files don't change during a build, and a set may be requested a thousand times.
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
    const { bytes, folder } = readSet(root, prefix);
    const set = parseIconSet(bytes);
    const whole = folder === undefined || set.info !== undefined ? set : { ...set, info: packageInfo(folder) };
    return { set: whole as IconifyJSON, bytes: bytes.length };
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

/** @returns the file of the set, and the folder of the package if it has only this set */
function readSet(root: string, prefix: string): { readonly bytes: Buffer; readonly folder?: string } {
  const own = `${SETS_FOLDER}/${prefix}.json`;
  if (existsSync(join(root, own))) return { bytes: filesInside(root).read(own, MAX_SET_BYTES) };
  for (const from of [join(root, "dataset.json"), import.meta.url]) {
    const single = resolvePackageFile(from, `@iconify-json/${prefix}/icons.json`);
    if (single !== undefined) return { bytes: readRegularFile(single, MAX_SET_BYTES), folder: dirname(single) };
    const shared = resolvePackageFile(from, `@iconify/json/json/${prefix}.json`);
    if (shared !== undefined) return { bytes: readRegularFile(shared, MAX_SET_BYTES) };
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

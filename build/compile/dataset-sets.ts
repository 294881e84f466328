import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { SetItem } from "#src/format/icon-sets.js";
import { sortedIndexOf, textNumber } from "../dataset/number-list.js";
import { ImageError } from "../image/image-file.js";
import { createIconSets, SETS_FOLDER } from "../image/source/icon-sets.js";
import { packSets } from "../sets/pack-sets.js";

const SET_FILE = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.json$/;
/** The prefix in the id of a record, where importers write it. */
const ID_PREFIX = /^\s*\{\s*"id"\s*:\s*"([a-z0-9-]+):/;
const ID_BYTES = 150;

/** The Iconify sets of a dataset whose icons are records `prefix:name`. */
export interface DatasetSets {
  /** Whether an id begins with the prefix of a set. */
  has(id: string): boolean;
  /** Called with each record's JSON, in display order. */
  add(json: Uint8Array): void;
  /** The items of the sets, see `packSets`. */
  pack(): AsyncGenerator<readonly SetItem[]>;
}

/**
 * Finds the sets in the folder `iconify` of a dataset. They are in the order of their first records, if those begin
 * with their ids.
 *
 * @param root the dataset's folder
 * @param ids the numbers of all ids, ascending
 * @returns undefined if the dataset has no sets of its own
 */
export function findSets(root: string, ids: Float64Array): DatasetSets | undefined {
  const unseen = new Set(prefixesIn(join(root, SETS_FOLDER)));
  if (unseen.size === 0) return undefined;
  const all = new Set(unseen);
  const prefixes: string[] = [];
  return {
    has: (id) => all.has(id.slice(0, Math.max(0, id.indexOf(":")))),
    add(json) {
      if (unseen.size === 0) return;
      const start = Buffer.from(json.buffer, json.byteOffset, Math.min(json.length, ID_BYTES)).toString("latin1");
      const prefix = ID_PREFIX.exec(start)?.[1];
      if (prefix !== undefined && unseen.delete(prefix)) prefixes.push(prefix);
    },
    pack() {
      // One at a time: each is read once.
      const sets = createIconSets(root, 1);
      return packSets({
        prefixes: [...prefixes, ...unseen],
        // The records that show its icons report why it can't be read.
        read: (prefix) => sets.find(prefix).catch(ignoreUnreadable),
        has: (prefix, name) => sortedIndexOf(ids, textNumber(`${prefix}:${name}`)) >= 0,
      });
    },
  };
}

function prefixesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).sort();
  return files.flatMap((file) => SET_FILE.exec(file)?.[1] ?? []);
}

function ignoreUnreadable(error: unknown): undefined {
  if (!(error instanceof ImageError)) throw error;
}

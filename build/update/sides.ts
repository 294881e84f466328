import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readRegularFile } from "#src/platform/read-regular-file.js";
import { readRemoved } from "../check/read-removed.js";
import type { RemovedIcon } from "../dataset/removed-icons.js";
import { imagesOf, type SourceRecord } from "../dataset/source-record.js";
import { isObject, MAX_CHAIN, MAX_SET_BYTES, parseIconSet } from "../image/source/icon-set.js";
import { SETS_FOLDER } from "../image/source/icon-sets.js";
import { iconIn } from "../image/source/image-source.js";
import { recordsOf } from "../import/keep-ids.js";
import { createDigests, readUpstream, type UpstreamIcon } from "../import/upstream.js";
import { createRecordCheck } from "../import/write-records.js";
import { findDataset } from "../read/dataset.js";

/** A record of the dataset, which an update may change. */
export interface Entry {
  /** Path of its file. */
  file: string;
  /** Position in that file; an added record has that of the record before it. */
  readonly at: number;
  record: SourceRecord;
}

/** The names of the Iconify sets in a dataset's folder. */
export interface SetAliases {
  /** The id that each alias leads to, for those that the server redirects. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Ids of icons that the sets hide. */
  readonly hidden: ReadonlySet<string>;
}

/** The dataset as a person has edited it. */
export interface Mine extends SetAliases {
  readonly entries: readonly Entry[];
  /** The records by their file, as they are. */
  readonly files: ReadonlyMap<string, readonly SourceRecord[]>;
  readonly removed: readonly RemovedIcon[];
  /** The digest of an image; undefined if the dataset does not have it. */
  digestOf(reference: string): string | undefined;
  /** Whether an image is not as the source had it. */
  isEdited(reference: string): boolean;
}

/** What a source has. */
export interface Source extends SetAliases {
  readonly icons: ReadonlyMap<string, UpstreamIcon>;
  /** Icons that it lists as removed. */
  readonly removed: readonly RemovedIcon[];
}

/**
 * @param base what the source had @param theirs what it has
 * @throws Error if the dataset is invalid
 */
export async function readMine(folder: string, base: Source["icons"], theirs: Source["icons"]): Promise<Mine> {
  const { files } = await findDataset(folder);
  const check = createRecordCheck();
  const entries: Entry[] = [];
  const lists = new Map<string, SourceRecord[]>(files.map((file) => [file, []]));
  const ids = new Set<string>();
  for await (const { record, file, place } of recordsOf(files)) {
    const checked = check(record);
    if ("reason" in checked) throw new Error(`${place}: ${checked.reason}`);
    if (ids.has(record.id)) throw new Error(`${place}: another record has the id ${record.id}. Rename or remove one.`);
    ids.add(record.id);
    entries.push({ file, at: entries.length, record });
    lists.get(file)!.push(record);
  }
  const digestOf = createDigests(folder);
  const digests = new Map<string, string | undefined>();
  const known = imageDigests(base);
  const contents = new Set(known.values());
  const own = new Set(entries.flatMap(({ record }) => imagesOf(record).map(({ image }) => image)));
  for (const reference of new Set([...own, ...known.keys(), ...imageDigests(theirs).keys()]))
    digests.set(reference, await digestOf(reference));
  const isEdited = (reference: string): boolean => {
    const digest = digests.get(reference);
    const before = known.get(reference);
    if (digest === undefined) return false;
    if (before !== undefined) return digest !== before;
    // A set also has hidden icons and aliases, which are not imported.
    return !contents.has(digest) && (own.has(reference) || iconIn(reference) === undefined);
  };
  return {
    ...{ entries, files: lists, removed: readRemoved(folder), isEdited },
    ...{ digestOf: (reference) => digests.get(reference), ...aliasesIn(folder, ids) },
  };
}

/** The digests of the images of icons by their references. */
export function imageDigests(icons: Source["icons"]): ReadonlyMap<string, string> {
  return new Map([...icons.values()].flatMap(({ images }) => Object.entries(images)));
}

/** @param folder of a fresh import */
export async function readSource(folder: string): Promise<Source> {
  const icons = await readUpstream(folder);
  return { icons, removed: readRemoved(folder), ...aliasesIn(folder, icons) };
}

/** @param ids of the records */
function aliasesIn(folder: string, ids: { has(id: string): boolean }): SetAliases {
  const aliases = new Map<string, string>();
  const hidden = new Set<string>();
  const sets = join(folder, SETS_FOLDER);
  for (const file of existsSync(sets) ? readdirSync(sets) : []) {
    const set = parseIconSet(readRegularFile(join(sets, file), MAX_SET_BYTES));
    for (const [name, icon] of Object.entries(set.icons)) if (icon.hidden) hidden.add(`${set.prefix}:${name}`);
    for (const alias of Object.keys(set.aliases ?? {})) {
      let name = alias;
      for (let steps = 0; steps < MAX_CHAIN && !ids.has(`${set.prefix}:${name}`); steps++) {
        const entry: unknown = set.aliases?.[name];
        if (!isObject(entry) || Object.keys(entry).some((key) => key !== "parent" && key !== "hidden")) break;
        name = String(entry.parent);
      }
      if (name !== alias && ids.has(`${set.prefix}:${name}`))
        aliases.set(`${set.prefix}:${alias}`, `${set.prefix}:${name}`);
    }
  }
  return { aliases, hidden };
}

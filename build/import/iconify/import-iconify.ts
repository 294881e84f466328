import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { IconifyJSON } from "@iconify/types";
import { readText } from "#src/platform/decode-text.js";
import { writeFlushed } from "#src/platform/write-file.js";
import { REMOVED_FILE } from "../../dataset/removed-icons.js";
import type { Upstream } from "../../dataset/upstream.js";
import { MAX_SET_BYTES } from "../../image/source/icon-set.js";
import { SETS_FOLDER } from "../../image/source/icon-sets.js";
import { EDITS, type KeptIds, keepIds } from "../keep-ids.js";
import { present } from "../one-line.js";
import { storedPath, versionIn, writeUpstream } from "../upstream.js";
import { DATASET_FILES, ICONS_FOLDER, MAX_DATASET_NAME, writeDatasetFiles, writeFolder } from "../write-folder.js";
import { writeRecords } from "../write-records.js";
import { createSetConverter } from "./iconify-records.js";
import { findSetFiles, folderOf, readSetFile } from "./iconify-sources.js";
import { openUpstreamKeywords, type UpstreamKeywords, type UsedKeywords } from "./upstream-keywords.js";

const MAX_TOLD = 100;

/** Progress of an import. */
export interface ImportProgress {
  /** Number of finished sets. */
  readonly done: number;
  readonly total: number;
}

export interface ImportOptions {
  /** Set files, folders or packages, see `findSetFiles`. */
  readonly sources: readonly string[];
  /** The dataset's folder: new, empty, or, with `force`, an earlier import, which is replaced. */
  readonly out: string;
  /** The dataset's name; default: that of the set if there is only one, else "Iconify". */
  readonly name?: string | undefined;
  readonly force?: boolean | undefined;
  /**
   * Folders of installed packages that contain keywords, see `KEYWORD_PACKAGES`. Those that are installed beside the
   * sets are found without it.
   */
  readonly keywords?: readonly string[] | undefined;
  onProgress?(progress: ImportProgress): void;
}

/** A skipped set or icon. */
export interface LeftOut {
  readonly file: string;
  /** `prefix:name`; absent for a whole set. */
  readonly icon?: string;
  readonly reason: string;
}

export interface ImportResult {
  readonly dataset: string;
  /** Number of sets with at least one record. */
  readonly sets: number;
  readonly icons: number;
  /** Number of aliases that the sets have for their icons. */
  readonly aliases: number;
  /** The packages that keywords were read from. */
  readonly keywords: readonly UsedKeywords[];
  /** Number of icons that their sets hide. */
  readonly hidden: number;
  /** Skipped sets and icons, and lost former ids: their number, and the first hundred. */
  readonly skipped: { readonly sets: number; readonly icons: number; readonly first: readonly LeftOut[] };
  /** What was taken over from the replaced dataset. */
  readonly kept: KeptIds;
  readonly seconds: number;
}

/**
 * Converts Iconify JSON sets to a self-contained dataset: a record for each icon in `icons/<prefix>.ndjson`, and the
 * sets themselves in `iconify/<prefix>.json`, from which a build reads the drawings. Memory: one set.
 *
 * @throws Error if a source or a package of keywords does not exist, no set can be read or the folder may not be
 * replaced; nothing is left behind
 */
export async function importIconify(options: ImportOptions): Promise<ImportResult> {
  const started = performance.now();
  const keywords = openUpstreamKeywords(options.keywords ?? []);
  const files = (await Promise.all(options.sources.map(findSetFiles))).flat();
  const { out, force = false } = options;
  const owned = [...DATASET_FILES, SETS_FOLDER, REMOVED_FILE];
  return writeFolder({ out, owned, force, edits: EDITS }, async (folder) => {
    const skipped = createSkipped();
    const { lastName, ...counts } = await writeSets(files, folder, keywords, skipped.add, options.onProgress);
    const dataset = options.name ?? (counts.sets === 1 ? lastName.slice(0, MAX_DATASET_NAME).trim() : "Iconify");
    await writeUpstream(folder);
    await writeDatasetFiles(folder, dataset, { upstream: upstreamOf(options) });
    const { kept, leftOut } = await keepIds(out, folder, (lost) => skipped.add({ file: out, ...lost }));
    const icons = counts.icons - leftOut;
    if (icons === 0)
      throw new Error(
        skipped
          .list()
          .first.map(({ file, icon, reason }) => `${icon ?? file}: ${reason}`)
          .join("\n"),
      );
    const seconds = (performance.now() - started) / 1000;
    return { dataset, ...counts, icons, keywords: keywords.used(), skipped: skipped.list(), kept, seconds };
  });
}

function upstreamOf({ sources, keywords = [], out }: ImportOptions): Upstream {
  const from = sources.map((source) => {
    const folder = folderOf(source);
    const version = versionIn((path) => readText(join(folder, path), MAX_SET_BYTES));
    return { from: storedPath(source, out), ...present({ version }) };
  });
  const folders = keywords.map((folder) => storedPath(folder, out));
  return { importer: "iconify", sources: from, ...(folders.length > 0 ? { keywords: folders } : {}) };
}

async function writeSets(
  files: readonly string[],
  folder: string,
  keywords: UpstreamKeywords,
  leaveOut: (what: LeftOut) => void,
  onProgress: ImportOptions["onProgress"],
): Promise<Pick<ImportResult, "sets" | "icons" | "aliases" | "hidden"> & { readonly lastName: string }> {
  const convert = createSetConverter(files.length);
  const sources = new Map<string, string>();
  const count = { icons: 0, aliases: 0, hidden: 0 };
  let lastName = "";

  await mkdir(join(folder, ICONS_FOLDER));
  await mkdir(join(folder, SETS_FOLDER));
  for (const [done, file] of files.entries()) {
    onProgress?.({ done, total: files.length });
    try {
      const { set, bytes } = await readSet(file);
      const { prefix } = set;
      const before = sources.get(prefix);
      if (before !== undefined) throw new SetError(`the set ${prefix} was already imported from ${before}`);
      const { name, records, aliases, hidden } = convert(set, keywords.of(set, file));
      const path = join(folder, ICONS_FOLDER, `${prefix}.ndjson`);
      const icons = await writeRecords(path, records, (broken) => leaveOut({ file, ...broken }));
      count.hidden += hidden;
      if (icons === 0) throw new SetError(`the set ${prefix} has no icon to show`);
      await writeFlushed(join(folder, SETS_FOLDER, `${prefix}.json`), bytes);
      sources.set(prefix, file);
      lastName = name;
      count.icons += icons;
      count.aliases += aliases;
    } catch (error) {
      if (!(error instanceof SetError)) throw error;
      leaveOut({ file, reason: error.message });
    }
  }
  onProgress?.({ done: files.length, total: files.length });
  return { sets: sources.size, ...count, lastName };
}

/** Counts what is skipped and keeps the first ones for the report. */
function createSkipped(): { add(what: LeftOut): void; list(): ImportResult["skipped"] } {
  const skipped = { sets: 0, icons: 0, first: [] as LeftOut[] };
  return {
    add(what) {
      skipped[what.icon === undefined ? "sets" : "icons"]++;
      if (skipped.first.length < MAX_TOLD) skipped.first.push(what);
    },
    list: () => skipped,
  };
}

/** A skipped set; the import continues. */
class SetError extends Error {}

async function readSet(file: string): Promise<{ readonly set: IconifyJSON; readonly bytes: Buffer }> {
  try {
    return await readSetFile(file);
  } catch (error) {
    throw new SetError((error as Error).message);
  }
}

import { posix } from "node:path";
import { decodeText } from "#src/platform/decode-text.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import { filesInside } from "../../image/source/files-inside.js";
import { type AppsImport, type AppsResult, writeAppDataset } from "../write-app-dataset.js";
import { appRecord } from "./app-record.js";
import { type DesktopEntry, parseDesktopEntry } from "./desktop-entry.js";
import { createIconFinder } from "./find-icons.js";
import { type Metainfo, parseMetainfo } from "./metainfo.js";
import { filesIn, findShareFolders, type ShareFolder } from "./share-folders.js";

const MAX_ENTRY_BYTES = 2 ** 20;
const MAX_METAINFO_BYTES = 8 * 2 ** 20;
const UNKNOWN_DEVELOPER = "Unknown";

export interface FreedesktopOptions {
  /**
   * Folders such as `/`, an unpacked package or a `share` folder; for several entries with the same id, the first
   * counts.
   */
  readonly roots: readonly string[];
  /** The dataset's folder: new, empty, or, with `force`, an earlier import, which is replaced. */
  readonly out: string;
  /** The dataset's name; default: "Desktop applications". */
  readonly name?: string | undefined;
  readonly force?: boolean | undefined;
  /** The default developer; default: "Unknown". */
  readonly developer?: string | undefined;
  /** Called before each application and at the end. */
  onProgress?(progress: { readonly done: number; readonly total: number }): void;
}

/**
 * Converts installed applications, as defined by freedesktop.org's specifications, to a dataset: a record for each
 * visible desktop entry, by id, with its metainfo and a copy of its best image. Reads no file outside of the roots and
 * runs nothing. Memory: all records.
 *
 * @throws Error if a root is not a folder, there is no application, or the folder may not be replaced; nothing is left
 * behind
 */
export function importFreedesktop(options: FreedesktopOptions): Promise<AppsResult> {
  const { out, force, name = "Desktop applications", developer = UNKNOWN_DEVELOPER, onProgress } = options;
  return writeAppDataset({ out, force, name, file: "applications.ndjson" }, async (work) => {
    const shares = (await Promise.all(options.roots.map(findShareFolders))).flat();
    const { entries, hidden } = await readEntries(shares, work);
    const metainfos = await readMetainfos(shares, entries, work);
    const icons = await createIconFinder(shares);
    const records: SourceRecord[] = [];
    for (const [id, entry] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
      onProgress?.({ done: records.length, total: entries.size });
      const image = await work.takeOver(id, () => icons.find(entry.text("Icon") ?? ""));
      records.push(appRecord(id, entry, metainfos.get(id), developer, image));
    }
    onProgress?.({ done: records.length, total: entries.size });
    return { records, hidden };
  });
}

async function readEntries(
  shares: readonly ShareFolder[],
  { skipped }: AppsImport,
): Promise<{ readonly entries: ReadonlyMap<string, DesktopEntry>; readonly hidden: number }> {
  const entries = new Map<string, DesktopEntry>();
  const seen = new Set<string>();
  let hidden = 0;
  for await (const { file, text } of readAll(shares, ["applications"], ".desktop", MAX_ENTRY_BYTES, skipped)) {
    const id = file.replaceAll("/", "-").replace(/\.desktop$/, "");
    // An entry overrides later ones with the same id, even if it only marks itself as hidden.
    if (seen.has(id)) continue;
    seen.add(id);
    const entry = parseDesktopEntry(text);
    if (entry === undefined) skipped.add({ icon: id, reason: "has no group [Desktop Entry]" });
    else if (!isShown(entry)) hidden++;
    else entries.set(id, entry);
  }
  return { entries, hidden };
}

function isShown(entry: DesktopEntry): boolean {
  const says = (key: string): boolean => entry.text(key) === "true";
  return (entry.text("Type") ?? "Application") === "Application" && !says("NoDisplay") && !says("Hidden");
}

/** By the id of the corresponding desktop entry. */
async function readMetainfos(
  shares: readonly ShareFolder[],
  entries: ReadonlyMap<string, DesktopEntry>,
  { skipped }: AppsImport,
): Promise<ReadonlyMap<string, Metainfo>> {
  const byEntry = new Map<string, Metainfo>();
  for await (const { file, text } of readAll(shares, ["metainfo", "appdata"], ".xml", MAX_METAINFO_BYTES, skipped)) {
    try {
      const metainfo = parseMetainfo(text);
      const id = metainfo?.desktopIds.find((wanted) => entries.has(wanted));
      if (metainfo !== undefined && id !== undefined && !byEntry.has(id)) byEntry.set(id, metainfo);
    } catch (error) {
      skipped.add({ icon: file, reason: `is not XML: ${(error as Error).message.split("\n")[0]}` });
    }
  }
  return byEntry;
}

/** The texts of files below parts of share folders. Unreadable files are reported. */
async function* readAll(
  shares: readonly ShareFolder[],
  parts: readonly string[],
  ending: string,
  maxBytes: number,
  skipped: AppsImport["skipped"],
): AsyncGenerator<{ readonly file: string; readonly text: string }> {
  for (const share of shares) {
    const files = filesInside(share.root);
    for (const part of parts) {
      for (const file of await filesIn(share, part)) {
        if (!file.endsWith(ending)) continue;
        try {
          const bytes = files.read(posix.join(share.path, part, file), maxBytes);
          yield { file, text: decodeText(bytes) };
        } catch (error) {
          skipped.add({ icon: file, reason: (error as Error).message });
        }
      }
    }
  }
}

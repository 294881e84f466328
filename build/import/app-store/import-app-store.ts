import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { extname } from "node:path";
import type { SourceRecord } from "../../dataset/source-record.js";
import { IMAGE_ENDINGS } from "../../image/image-file.js";
import { filesInside } from "../../image/source/files-inside.js";
import { type AppsImport, type AppsResult, writeAppDataset } from "../write-app-dataset.js";
import { type FoundImage, MAX_IMAGE_BYTES } from "../write-images.js";
import { appOf, merged, recordOf, type StoreApp } from "./app-store-records.js";
import { readLookUps } from "./look-ups.js";

/** A source of App Store lookup responses: a file's path, or a stream with a name for messages. */
export type LookUpSource = string | { readonly name: string; readonly chunks: AsyncIterable<Buffer> };

export interface AppStoreOptions {
  readonly sources: readonly LookUpSource[];
  /** The dataset's folder: new, empty, or, with `force`, an earlier import, which is replaced. */
  readonly out: string;
  /** The dataset's name; default: "App Store". */
  readonly name?: string | undefined;
  readonly force?: boolean | undefined;
  /**
   * A folder of images, named after the number or the bundle id of an application. Other applications keep their image
   * URL.
   */
  readonly images?: string | undefined;
  /** Called before each source and at the end. */
  onProgress?(progress: { readonly done: number; readonly total: number }): void;
}

/**
 * Converts App Store lookup responses to a dataset with a record per application, in order of first appearance. Several
 * responses about one application are merged: the newest takes precedence, and all versions become its history.
 * Memory: all records.
 *
 * @throws Error if a source can't be read, none contains an application, or the folder may not be replaced; nothing is
 * left behind
 */
export function importAppStore(options: AppStoreOptions): Promise<AppsResult> {
  const { out, force, name = "App Store" } = options;
  return writeAppDataset({ out, force, name, file: "app-store.ndjson" }, async (work) => {
    const apps = await readApps(options, work);
    const named = options.images === undefined ? undefined : await namedImages(options.images);
    const records: SourceRecord[] = [];
    for (const app of apps) {
      const { id, image: address } = app.record;
      const found = named?.get(id.toLowerCase()) ?? named?.get(app.trackId ?? "");
      const image = found === undefined ? address : await work.takeOver(id, found);
      if (found === undefined && address === undefined) {
        work.withoutImage.add({ icon: id, reason: "has no artworkUrl512" });
      }
      records.push(recordOf(app, image));
    }
    return { records, hidden: 0 };
  });
}

async function readApps(
  { sources, onProgress }: AppStoreOptions,
  { skipped }: AppsImport,
): Promise<Iterable<StoreApp>> {
  const apps = new Map<string, StoreApp>();
  for (const [done, source] of sources.entries()) {
    onProgress?.({ done, total: sources.length });
    const { name, chunks } = typeof source === "string" ? { name: source, chunks: createReadStream(source) } : source;
    for await (const result of readLookUps(name, chunks, (place) => skipped.add(place))) {
      const app = appOf(result);
      if ("reason" in app) {
        skipped.add(app);
        continue;
      }
      const before = apps.get(app.record.id);
      apps.set(app.record.id, before === undefined ? app : merged(before, app));
    }
  }
  onProgress?.({ done: sources.length, total: sources.length });
  return apps.values();
}

/**
 * The images of a folder, without subfolders, by their lower-case names without extension. If several differ only in
 * the extension, the first by name. Reading one throws an ImageError if it leads outside the folder, is not a regular
 * file or is too large.
 */
async function namedImages(folder: string): Promise<ReadonlyMap<string, () => Promise<FoundImage>>> {
  const files = filesInside(folder);
  const images = new Map<string, () => Promise<FoundImage>>();
  for (const file of (await readdir(folder)).sort()) {
    const extension = extname(file).toLowerCase();
    const name = file.slice(0, file.length - extension.length).toLowerCase();
    if (!IMAGE_ENDINGS.has(extension) || images.has(name)) continue;
    images.set(name, async () => ({ extension, bytes: files.read(file, MAX_IMAGE_BYTES) }));
  }
  return images;
}

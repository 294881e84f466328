import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseJson } from "#src/platform/nesting.js";
import { imagesOf, type SourceRecord } from "../dataset/source-record.js";
import { ImageError, type ImageFile } from "../image/image-file.js";
import { createImageSource } from "../image/source/image-source.js";
import { elementsOf } from "../read/dataset.js";
import { oneLine } from "./one-line.js";
import { ICONS_FOLDER, UPSTREAM_FILE } from "./write-folder.js";
import { writeRecords } from "./write-records.js";

const TITLE = /<title[^>]*>[^<]*<\/title>/g;
const COMMIT = /^[0-9a-f]{40,64}$/;

/** An icon of a source, as imported. */
export interface UpstreamIcon {
  /** Name of the record's file, without a folder. */
  readonly file: string;
  readonly record: SourceRecord;
  /** Digests of its images by their references; without those that can't be read. */
  readonly images: Readonly<Record<string, string>>;
}

/**
 * The digest of an image of a dataset by its reference; undefined if it can't be read. Each is read once.
 *
 * @param root the dataset's folder @param isUntitled whether to ignore titles of drawings
 */
export function createDigests(root: string, isUntitled = false): (reference: string) => Promise<string | undefined> {
  const images = createImageSource(root);
  const known = new Map<string, string | undefined>();
  return async (reference) => {
    if (!known.has(reference)) known.set(reference, await digestOf(images.read(reference), isUntitled));
    return known.get(reference);
  };
}

async function digestOf(image: Promise<ImageFile>, isUntitled: boolean): Promise<string | undefined> {
  try {
    const { kind, bytes } = await image;
    return createHash("sha256")
      .update(isUntitled && kind === "svg" ? Buffer.from(bytes).toString().replace(TITLE, "") : bytes)
      .digest("hex")
      .slice(0, 32);
  } catch (error) {
    if (error instanceof ImageError) return undefined;
    throw error;
  }
}

/** Writes what an import has written also as the base of later updates. Cost: reads all images. */
export async function writeUpstream(folder: string): Promise<void> {
  const digestOf = createDigests(folder);
  async function* icons(): AsyncGenerator<UpstreamIcon> {
    for (const file of readdirSync(join(folder, ICONS_FOLDER)).sort())
      for await (const { bytes } of elementsOf(join(folder, ICONS_FOLDER, file))) {
        const record: SourceRecord = JSON.parse(bytes.toString());
        const images: Record<string, string> = {};
        for (const { image } of imagesOf(record)) {
          const digest = await digestOf(image);
          if (digest !== undefined) images[image] = digest;
        }
        yield { file, record, images };
      }
  }
  await writeRecords(join(folder, UPSTREAM_FILE), icons(), () => undefined);
}

/** The icons of a source by their ids, in its order. Memory: all of them. @throws Error if there is no such file */
export async function readUpstream(folder: string): Promise<Map<string, UpstreamIcon>> {
  const icons = new Map<string, UpstreamIcon>();
  const file = join(folder, UPSTREAM_FILE);
  // A person may have removed all of them.
  if (statSync(file).size === 0) return icons;
  for await (const { bytes } of elementsOf(file)) {
    const icon: UpstreamIcon = JSON.parse(bytes.toString());
    icons.set(icon.record.id, icon);
  }
  return icons;
}

/**
 * The version of a source: the commit of a checkout, else that of its package.json; undefined if it has neither.
 *
 * @param read the text of a file of the source; may throw
 */
export function versionIn(read: (path: string) => string): string | undefined {
  const textOf = (path: string): string => {
    try {
      return read(path);
    } catch {
      return "";
    }
  };
  const head = textOf(".git/HEAD").trim();
  const commit = head.startsWith("ref: ") ? textOf(`.git/${head.slice("ref: ".length)}`).trim() : head;
  if (COMMIT.test(commit)) return commit;
  try {
    return oneLine(parseJson<{ readonly version?: unknown }>(textOf("package.json")).version, 100) || undefined;
  } catch {
    return undefined;
  }
}

/** A source in the form of `dataset.json`: a package, or a path from the dataset, for moving both together. */
export function storedPath(source: string, dataset: string): string {
  if (!existsSync(source)) return source;
  const path = relative(resolve(dataset), resolve(source));
  return path.startsWith(".") ? path : `./${path}`;
}

/** The source that `storedPath` returned a text for. */
export function pathOf(stored: string, dataset: string): string {
  return stored.startsWith(".") ? join(dataset, stored) : stored;
}

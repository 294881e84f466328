import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { writeFlushed } from "#src/platform/write-file.js";
import { REMOVED_FILE, type RemovedIcon } from "../dataset/removed-icons.js";
import type { SourceRecord } from "../dataset/source-record.js";
import type { Upstream } from "../dataset/upstream.js";
import { ImageError } from "../image/image-file.js";
import { imageOf } from "../image/source/image-source.js";
import { EDITS, type KeptIds, keepIds } from "./keep-ids.js";
import { writeUpstream } from "./upstream.js";
import { DATASET_FILES, ICONS_FOLDER, writeDatasetFiles, writeFolder } from "./write-folder.js";
import { createImageWriter, FORMER_IMAGES_FOLDER, type FoundImage, IMAGES_FOLDER } from "./write-images.js";
import { createFieldCheck, type SkippedIcon, writeRecords } from "./write-records.js";

const MAX_TOLD = 100;

/** The destination of an application import. */
export interface AppsTarget {
  /** The dataset's folder: new, empty, or, with `force`, an earlier import, which is replaced. */
  readonly out: string;
  readonly force?: boolean | undefined;
  /** The dataset's name. */
  readonly name: string;
  /** File name of the records, without a folder. */
  readonly file: string;
  /** Where it comes from, if it can be updated. */
  readonly upstream?: Upstream;
}

/** Callbacks and lists for collecting applications. */
export interface AppsImport {
  /**
   * Writes an image for a record. @returns the value of the record's `image`; undefined after an ImageError, which is
   * reported
   */
  takeOver(id: string, read: () => Promise<FoundImage>): Promise<string | undefined>;
  /** Collects entries that yield no record. */
  readonly skipped: SkipList;
  /** Collects records without an image. */
  readonly withoutImage: SkipList;
}

/** The applications to import. */
export interface FoundApps {
  readonly records: readonly SourceRecord[];
  /** Number of skipped applications that are marked as hidden. */
  readonly hidden: number;
  /** Icons that were removed from the source. Default: none. */
  readonly removed?: readonly RemovedIcon[];
}

/** The result of an application import. */
export interface AppsResult {
  readonly dataset: string;
  readonly icons: number;
  /** Number of skipped applications that are marked as hidden. */
  readonly hidden: number;
  /** Records without an image, with the reasons. */
  readonly withoutImage: Skipped;
  /** Skipped entries and lost former ids, with the reasons. */
  readonly skipped: Skipped;
  /** Values that records were imported without, with the reasons. */
  readonly invalidFields: Skipped;
  /** What was taken over from the replaced dataset. */
  readonly kept: KeptIds;
  readonly seconds: number;
}

/**
 * Writes a dataset of applications, with their imported images. Memory: all records.
 *
 * @param collect yields the records; each is checked as in a build
 * @throws Error if there is no record, or the folder may not be replaced, and any error of `collect`; nothing is left
 * behind
 */
export async function writeAppDataset(
  { out, force = false, name, file, upstream }: AppsTarget,
  collect: (work: AppsImport) => Promise<FoundApps>,
): Promise<AppsResult> {
  const started = performance.now();
  const owned = [...DATASET_FILES, IMAGES_FOLDER, FORMER_IMAGES_FOLDER, REMOVED_FILE];
  return writeFolder({ out, owned, force, edits: EDITS }, async (folder) => {
    const skipped = new SkipList();
    const withoutImage = new SkipList();
    const images = createImageWriter(folder);
    const takeOver: AppsImport["takeOver"] = async (id, read) => {
      try {
        const image = await read();
        // The build would refuse pointers of Git LFS and compressed drawings.
        imageOf(image.bytes);
        return await images.add(id, image);
      } catch (error) {
        if (!(error instanceof ImageError)) throw error;
        withoutImage.add({ icon: id, reason: error.message });
        return undefined;
      }
    };
    const { records, hidden, removed = [] } = await collect({ takeOver, skipped, withoutImage });
    await mkdir(join(folder, ICONS_FOLDER));
    const invalidFields = new SkipList();
    const checked = records.map(createFieldCheck((field) => invalidFields.add(field)));
    const skip = (icon: SkippedIcon): void => skipped.add(icon);
    const written = await writeRecords(join(folder, ICONS_FOLDER, file), checked, skip);
    await images.flush();
    if (removed.length > 0) await writeFlushed(join(folder, REMOVED_FILE), `${JSON.stringify(removed, null, 2)}\n`);
    if (upstream !== undefined) await writeUpstream(folder);
    await writeDatasetFiles(folder, name, upstream && { upstream });
    const { kept, leftOut } = await keepIds(out, folder, skip);
    const icons = written - leftOut;
    if (icons === 0) {
      const reasons = skipped.first.map(({ icon, reason }) => `${icon}: ${reason}`);
      throw new Error(["there is no application to import", ...reasons].join("\n"));
    }
    const seconds = (performance.now() - started) / 1000;
    return {
      ...{ dataset: name, icons, hidden, withoutImage: withoutImage.list(), skipped: skipped.list() },
      ...{ invalidFields: invalidFields.list(), kept, seconds },
    };
  });
}

/** Entries that an import skipped: their number, and the first hundred. */
export interface Skipped {
  readonly count: number;
  readonly first: readonly SkippedIcon[];
}

/** Counts skipped items and keeps the first ones for the report. */
class SkipList implements Skipped {
  readonly first: SkippedIcon[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add({ icon, reason }: SkippedIcon): void {
    this.#count++;
    if (this.first.length < MAX_TOLD) this.first.push({ icon, reason });
  }

  /** A snapshot for a result. */
  list(): Skipped {
    return { count: this.#count, first: [...this.first] };
  }
}

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { SourceRecord } from "../dataset/source-record.js";
import { ImageError } from "../image/image-file.js";
import { createImageFolder, FORMER_IMAGES_FOLDER, type FoundImage, IMAGES_FOLDER } from "./image-folder.js";
import { DATASET_FILES, ICONS_FOLDER, writeDatasetFiles, writeFolder } from "./write-folder.js";
import { createRecordCheck, type SkippedIcon, writeRecords } from "./write-records.js";

const MAX_TOLD = 100;

/** Where an import of applications goes. */
export interface AppsTarget {
  /** The dataset's folder: new, empty, or, under `force`, an earlier import, which is replaced. */
  readonly out: string;
  readonly force?: boolean | undefined;
  /** The dataset's name. */
  readonly name: string;
  /** Of the records, without a folder. */
  readonly file: string;
}

/** What takes part in an import of applications. */
export interface AppsImport {
  /** Writes an image for a record. @returns the value of the record's `image`; undefined after an ImageError, which is reported */
  takeOver(id: string, read: () => Promise<FoundImage>): Promise<string | undefined>;
  /** Notes what gives no record. */
  readonly skipped: SkipList;
  /** Notes records without an image. */
  readonly withoutImage: SkipList;
}

/** What was found to import. */
export interface FoundApps {
  readonly records: readonly SourceRecord[];
  /** Applications that are not to be shown, and left out. */
  readonly hidden: number;
}

/** What an import of applications gave. */
export interface AppsResult {
  readonly dataset: string;
  readonly icons: number;
  /** Applications that are not to be shown, and left out. */
  readonly hidden: number;
  /** Records without an image, and why they have none. */
  readonly withoutImage: Skipped;
  /** What is left out, and why. */
  readonly skipped: Skipped;
  readonly seconds: number;
}

/**
 * Writes a dataset of applications, with the images that are taken over for them. Memory: all records.
 *
 * @param collect gives the records; each is checked as a build does
 * @throws Error when there is no record, or the folder may not be replaced, and whatever `collect` throws; nothing is left then
 */
export async function importApps(
  { out, force = false, name, file }: AppsTarget,
  collect: (work: AppsImport) => Promise<FoundApps>,
): Promise<AppsResult> {
  const started = performance.now();
  return writeFolder(out, [...DATASET_FILES, IMAGES_FOLDER, FORMER_IMAGES_FOLDER], force, async (folder) => {
    const skipped = new SkipList();
    const withoutImage = new SkipList();
    const images = createImageFolder(folder);
    const takeOver: AppsImport["takeOver"] = async (id, read) => {
      try {
        return await images.add(id, await read());
      } catch (error) {
        if (!(error instanceof ImageError)) throw error;
        withoutImage.add({ icon: id, reason: error.message });
        return undefined;
      }
    };
    const { records, hidden } = await collect({ takeOver, skipped, withoutImage });
    await mkdir(join(folder, ICONS_FOLDER));
    const checked = records.map(createRecordCheck());
    const icons = await writeRecords(join(folder, ICONS_FOLDER, file), checked, (icon) => skipped.add(icon));
    if (icons === 0) {
      const reasons = skipped.first.map(({ icon, reason }) => `${icon}: ${reason}`);
      throw new Error(["there is no application to import", ...reasons].join("\n"));
    }
    await writeDatasetFiles(folder, name);
    const seconds = (performance.now() - started) / 1000;
    return { dataset: name, icons, hidden, withoutImage: withoutImage.told(), skipped: skipped.told(), seconds };
  });
}

/** What an import left out: how much there is, and the first hundred. */
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

  /** As it is now, for a result. */
  told(): Skipped {
    return { count: this.#count, first: [...this.first] };
  }
}

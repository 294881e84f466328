import type { ManifestFile } from "#src/format/manifest.js";
import type { CacheOptions } from "../cache/build-cache.js";
import type { StaleImage } from "../image/download/download-images.js";
import type { DownloadRules } from "../image/download/rules.js";
import type { DroppedIconsError } from "./dropped-icons.js";

/** Progress of a build. */
export interface BuildProgress {
  readonly phase: "check" | "download" | "build";
  /** Number of finished records, or of images while they are downloaded. */
  readonly done: number;
  /** Total number; undefined while records are checked. */
  readonly total?: number;
}

/** Input and options of a build. */
export interface BuildOptions extends CacheOptions {
  /** The dataset: a folder, a `.json` or an `.ndjson` file. */
  readonly data: string;
  /** The artifacts folder; created if missing. */
  readonly out: string;
  /** A file with more records, which may be outside of the dataset. */
  readonly records?: string | undefined;
  /** Number of processes that analyze images, and of threads that check and encode records; default: one per core. */
  readonly jobs?: number;
  /** Whether an unreadable image fails the build. Default: it is reported, and its record is built without it. */
  readonly strict?: boolean;
  /**
   * Whether, or by which rules, to download images from the `https:` URLs of records. Default false: only earlier
   * downloads are used, without network access.
   */
  readonly download?: boolean | Partial<DownloadRules>;
  /** The folder of downloaded images; default: `cache/downloads` in the artifacts folder. */
  readonly downloads?: string;
  /** Whether the generation contains images to serve; default true. Without them, images are still analyzed. */
  readonly images?: boolean;
  /**
   * Whether icons of the live generation may disappear without being renamed (`formerIds`) or listed in `removed.json`;
   * default false.
   */
  readonly allowRemovals?: boolean;
  /** Number of generations to keep, including the live one, from 1; default 3. */
  readonly keep?: number;
  onProgress?(progress: BuildProgress): void;
}

/** Result of a build. */
export interface BuildResult {
  readonly generation: string;
  /** Whether the dataset produces the generation that is already live; nothing was replaced. */
  readonly unchanged: boolean;
  readonly dataset: string;
  readonly icons: number;
  /** Number of analyzed images; the analyses of the others were cached. */
  readonly analyzed: number;
  readonly files: readonly ManifestFile[];
  readonly seconds: number;
  readonly skipped: readonly SkippedImage[];
  /** What was removed from drawings and can change how they look or behave. */
  readonly removedParts: RemovedParts;
  /** Images that could not be downloaded now; an earlier download is used. */
  readonly stale: readonly StaleImage[];
  /** Why a build into the live generation would be refused. Only scratch builds have it; others throw it. */
  readonly dropped?: DroppedIconsError | undefined;
  /** Why analyses could not be cached for the next build. Absent if they were. Does not affect this build's result. */
  readonly cacheFailure?: string | undefined;
}

/** An image of a record. */
export interface ImageName {
  readonly id: string;
  /** Name of the variant; absent for the image of the record itself. */
  readonly variant?: string;
}

/** Parts that were removed from drawings, since they could run, load or link, by kind. */
export interface RemovedParts {
  /** Number of drawings without some of their parts. */
  readonly drawings: number;
  readonly kinds: readonly RemovedKind[];
}

/** Removed parts of one kind. */
export interface RemovedKind {
  /** Such as `onclick`, `<a>` or `<style> with @font-face`. */
  readonly part: string;
  /** Number of drawings that had such parts. */
  readonly drawings: number;
  /** The first ones. */
  readonly first: readonly ImageName[];
}

/** An image that could not be read. */
export interface SkippedImage extends ImageName {
  readonly image: string;
  readonly reason: string;
  /**
   * The system's error code, such as `EMFILE`, or `EXITED`, if that prevented reading or analyzing the image; the next
   * build may succeed.
   */
  readonly code?: string;
}

/** Images could not be read in a strict build; nothing was written. */
export class SkippedImagesError extends Error {
  override readonly name = "SkippedImagesError";
  readonly skipped: readonly SkippedImage[];

  constructor(skipped: readonly SkippedImage[]) {
    super(`${skipped.length} ${skipped.length === 1 ? "image" : "images"} could not be read; nothing was written`);
    this.skipped = skipped;
  }
}

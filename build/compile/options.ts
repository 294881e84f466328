import type { ManifestFile } from "#src/format/manifest.js";
import type { CacheOptions } from "../cache/build-cache.js";
import type { StaleImage } from "../image/download/download-images.js";
import type { DownloadRules } from "../image/download/rules.js";

/** How far a build is. */
export interface BuildProgress {
  readonly phase: "check" | "download" | "build";
  /** Records done; images, while they are downloaded. */
  readonly done: number;
  /** Of how many; unknown while records are checked. */
  readonly total?: number;
}

/** What is to be built, and how. */
export interface BuildOptions extends CacheOptions {
  /** The dataset: a folder, a `.json` or an `.ndjson` file. */
  readonly data: string;
  /** The artifacts folder; created when missing. */
  readonly out: string;
  /** Processes that analyze images, and threads that check and encode records; default: one per core. */
  readonly jobs?: number;
  /** Whether an image that can't be read stops the build. Default: it is reported and its record built without it. */
  readonly strict?: boolean;
  /**
   * Whether images are downloaded from the `https:` addresses that records name, or by which rules. Default false: only what was downloaded
   * before is used, and nothing goes over the network.
   */
  readonly download?: boolean | Partial<DownloadRules>;
  /** The folder of downloaded images; default: `cache/downloads` in the artifacts folder. */
  readonly downloads?: string;
  /** Whether the generation holds images to serve; default true. Hashes, palettes and labels are measured all the same. */
  readonly images?: boolean;
  /** Generations that are kept, the live one among them, from 1; default 3. */
  readonly keep?: number;
  onProgress?(progress: BuildProgress): void;
}

/** What a build gave. */
export interface BuildResult {
  readonly generation: string;
  /** The dataset gives the bytes that are live already; nothing was replaced. */
  readonly unchanged: boolean;
  readonly dataset: string;
  readonly icons: number;
  /** Images that were analyzed; the analyses of the others were in the cache. */
  readonly analyzed: number;
  readonly files: readonly ManifestFile[];
  readonly seconds: number;
  readonly skipped: readonly SkippedImage[];
  /** Images that could not be downloaded now; an earlier download is used. */
  readonly stale: readonly StaleImage[];
  /** Why analyses could not be kept for the next build; absent when they were. This one lacks nothing. */
  readonly cacheFailure?: string | undefined;
}

/** A record whose image could not be read. */
export interface SkippedImage {
  readonly id: string;
  readonly image: string;
  readonly reason: string;
  /** The system's error, such as `EMFILE`, or `EXITED`, where that kept the image from being read or analyzed; the next build may succeed. */
  readonly code?: string;
}

/** Images could not be read, and the build is strict; nothing was written. */
export class SkippedImagesError extends Error {
  override readonly name = "SkippedImagesError";
  readonly skipped: readonly SkippedImage[];

  constructor(skipped: readonly SkippedImage[]) {
    super(`${skipped.length} ${skipped.length === 1 ? "image" : "images"} could not be read; nothing was written`);
    this.skipped = skipped;
  }
}

import type { ManifestFile } from "#src/format/manifest.js";
import type { StalePicture } from "./fetch/fetch-pictures.js";
import type { FetchRules } from "./fetch/fetch-rules.js";
import type { SkippedPicture } from "./picture/skipped.js";

/** How far a build is. */
export interface BuildProgress {
  readonly phase: "check" | "fetch" | "build";
  /** Records done; pictures, while they are fetched. */
  readonly done: number;
  /** Of how many; unknown while records are checked. */
  readonly total?: number;
}

/** What is to be built, and how. */
export interface BuildOptions {
  /** The dataset: a folder, a `.json` or an `.ndjson` file. */
  readonly data: string;
  /** The artifacts folder; created when missing. */
  readonly out: string;
  /** Processes that analyse pictures, and threads that check and encode records; default: one per core. */
  readonly jobs?: number;
  /** Whether a picture that can't be read stops the build. Default: it is reported and its record built without it. */
  readonly strict?: boolean;
  /** The folder in which analyses of pictures are looked up and kept, or false for none; default `cache` beside the generations. */
  readonly cache?: string | false;
  /** Whether something is written into that folder; default true. */
  readonly keepAnalyses?: boolean;
  /**
   * The artifacts folder that the generation is meant for, when it is compiled into another one to be looked at and removed: what that folder's
   * builds know of pictures is used, and nothing is noted as used. Default: it is meant for `out`.
   */
  readonly asideOf?: string;
  /**
   * Whether pictures are fetched from the `https:` addresses that records name, or by which rules. Default false: only what was fetched
   * before is used, and nothing goes over the network.
   */
  readonly fetch?: boolean | Partial<FetchRules>;
  /** The folder in which fetched pictures are kept; default `cache/pictures` beside the generations. */
  readonly fetched?: string;
  /** Whether the generation holds pictures to serve; default true. Hashes, palettes and labels are measured all the same. */
  readonly images?: boolean;
  /** Whether it holds large pictures beside those of 128 pixels; default true. Without them it is a fraction as large and built in half the time. */
  readonly largeImages?: boolean;
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
  /** Pictures that were analysed; the analyses of the others were in the cache. */
  readonly analysed: number;
  readonly files: readonly ManifestFile[];
  readonly seconds: number;
  readonly skipped: readonly SkippedPicture[];
  /** Pictures that are as they were fetched earlier, since they could not be fetched now. */
  readonly stale: readonly StalePicture[];
  /** Why analyses could not be kept for the next build; absent when they were. This one lacks nothing. */
  readonly cacheFailure?: string | undefined;
}

import { join } from "node:path";
import { toStorageError } from "#src/platform/storage-error.js";
import type { PackedAnalysis } from "../analysis/analysis.js";
import { type AnalysisCache, openAnalysisCache } from "./analysis-cache.js";
import { encodeRow, type KnownImage } from "./reuse-file.js";
import { createReuseRecorder } from "./reuse-files.js";
import { digestOf, openReuseIndex, type ReusedAnalysis, type ReuseIndex } from "./reuse-index.js";

const CACHE_FOLDER = "cache";
const DOWNLOADS_FOLDER = "downloads";

/** An image whose analysis is cached. */
export interface CachedImage extends Omit<ReusedAnalysis, "row"> {
  /** From `stampKey`; undefined if only the content identifies the image. */
  readonly stamp: string | undefined;
  /** Its row from an earlier build. */
  readonly row?: Buffer;
}

/** Analyses from earlier builds, and those recorded for the next. A build also works without. */
export interface BuildCache extends AnalysisCache, Pick<ReuseIndex, "lookUp"> {
  /** Records which image a record of the generation shows. */
  record(ordinal: number, image: CachedImage): void;
  /** Saves the recorded images as those of the live generation of an artifacts folder. */
  recordGeneration(artifacts: string, generation: string): void;
  /** Why storing stopped; undefined while it works. */
  failure(): string | undefined;
}

/**
 * After the first failed write, the cache stores nothing more in this build, since later writes would fail too.
 * Look-ups still work, and the build does not fail.
 *
 * @param folder of the cache
 * @param writes false: read only
 */
function createBuildCache(folder: string, cache: AnalysisCache, { lookUp }: ReuseIndex, writes: boolean): BuildCache {
  const used = createReuseRecorder(folder);
  let failure: string | undefined;
  const tryTo = (write: () => void): void => {
    if (!writes || failure !== undefined) return;
    try {
      write();
    } catch (error) {
      failure = (toStorageError(error) as Error).message;
    }
  };
  return {
    lookUp,
    load: (key) => cache.load(key),
    store: (key, analysis) => tryTo(() => cache.store(key, analysis)),
    record(ordinal, { key, stamp, analysis, row }) {
      if (writes) used.add(ordinal, row ?? encodeRow(key, stamp === undefined ? undefined : known(stamp, analysis)));
    },
    recordGeneration: (artifacts, generation) => tryTo(() => used.write(artifacts, generation)),
    failure: () => failure,
  };
}

function known(stamp: string, { measured, image, removed }: PackedAnalysis): KnownImage {
  return { stamp, measured, removed, digest: digestOf(image) };
}

/** The default folder for analyses of builds into an artifacts folder. */
export function cacheFolderOf(artifacts: string): string {
  return join(artifacts, CACHE_FOLDER);
}

/** Where analyses are cached, and for which generations. */
export interface CacheOptions {
  /** The artifacts folder. */
  readonly out: string;
  /** The folder of cached analyses, or false for none; default: `cache` in the artifacts folder. */
  readonly cache?: string | false;
  /** Whether new analyses are written to that folder; default true. */
  readonly keepAnalyses?: boolean;
  /**
   * For a scratch build: the artifacts folder whose cache it uses. It is not recorded there as the live generation.
   * Default: `out`, no scratch build.
   */
  readonly scratchFor?: string;
}

/** The default folder for images downloaded by builds into an artifacts folder. */
export function downloadFolderOf(artifacts: string): string {
  return join(cacheFolderOf(artifacts), DOWNLOADS_FOLDER);
}

/** Opens the cache; undefined if there is none. */
export function openCache({
  out,
  scratchFor = out,
  cache: folder = cacheFolderOf(scratchFor),
  keepAnalyses = true,
}: CacheOptions): BuildCache | undefined {
  if (folder === false) return undefined;
  return createBuildCache(folder, openAnalysisCache(folder), openReuseIndex(folder, scratchFor), keepAnalyses);
}

import { FORMAT_VERSION } from "#src/format/container.js";
import { PHASH_VERSION } from "#src/phash/phash.js";
import { makeFolder, removeQuietly } from "#src/platform/write-file.js";
import { withBuildLock } from "#src/store/build-lock.js";
import { FOLD_VERSION } from "#src/text/fold.js";
import { ANALYSIS_VERSION } from "../analysis/analysis.js";
import { openCache } from "../cache/build-cache.js";
import { DECODER_NAMES } from "../image/decoders.js";
import { findDataset } from "../read/dataset.js";
import { finishGeneration, prepareFolder } from "../write/finish-generation.js";
import { compileRecords } from "./compile-records.js";
import { type BuildOptions, type BuildResult, SkippedImagesError } from "./options.js";
import { type BuildSession, openBuildSession } from "./session.js";

/** Generations that stay beside the live one are there to go back to. */
const DEFAULT_KEEP = 3;

/**
 * Compiles a dataset into a generation and makes it live. Equal input gives equal bytes.
 *
 * @throws DatasetError when records are wrong, SkippedImagesError under `strict`, StorageError or the system's error when a
 * file can't be written; in each case the live generation stays. UnfinishedError when the new one is live and what comes after that failed
 */
export async function compile(options: BuildOptions): Promise<BuildResult> {
  const session = openBuildSession(false);
  try {
    return await compileIn(session, options);
  } finally {
    await session.close();
  }
}

/** Compiles a dataset again and again, the faster the less changed. */
export interface Compiler {
  /** As `compile`, after those that were asked for before. */
  compile(options: BuildOptions): Promise<BuildResult>;
  /** Waits for a build that is under way, then ends processes and threads. */
  close(): Promise<void>;
}

/**
 * A compiler that remembers what it knows of files that did not change, and keeps a process and threads ready: as many as the
 * `jobs` of its first build say. Memory: that of its processes, and up to 64 MiB more than `compile` takes.
 */
export function createCompiler(): Compiler {
  const session = openBuildSession(true);
  let running: Promise<unknown> = Promise.resolve();
  return {
    compile(options) {
      const build = running.then(() => compileIn(session, options));
      running = build.catch(() => undefined);
      return build;
    },
    async close() {
      await running;
      await session.close();
    },
  };
}

async function compileIn(session: BuildSession, options: BuildOptions): Promise<BuildResult> {
  const started = performance.now();
  const dataset = await findDataset(options.data);
  const { name: datasetName, image } = dataset.options;
  await makeFolder(options.out);
  return withBuildLock(options.out, async () => {
    const folder = await prepareFolder(options.out);
    try {
      const cache = openCache(options);
      const { analyzed, skipped, stale, ...written } = await compileRecords(dataset, folder, cache, options, session);
      if (options.strict && skipped.length > 0) throw new SkippedImagesError(skipped);
      const manifest = {
        format: FORMAT_VERSION,
        dataset: { name: datasetName },
        ...written,
        fold: FOLD_VERSION,
        phash: PHASH_VERSION,
        analysis: ANALYSIS_VERSION,
        decoder: DECODER_NAMES,
        options: { ...(image ? { image } : {}), ...(options.images === false ? { images: false } : {}) },
      };
      const { name, unchanged } = await finishGeneration(options.out, folder, manifest, options.keep ?? DEFAULT_KEEP);
      await session.endBuild();
      if (options.scratchFor === undefined) cache?.recordGeneration(options.out, name);
      return {
        generation: name,
        unchanged,
        dataset: datasetName,
        icons: written.icons,
        analyzed,
        files: written.files,
        seconds: (performance.now() - started) / 1000,
        skipped,
        stale,
        cacheFailure: cache?.failure(),
      };
    } catch (error) {
      await removeQuietly(folder);
      throw error;
    }
  });
}

import { FORMAT_VERSION } from "#src/format/container.js";
import { RENDERER_NAMES } from "#src/images/renderers.js";
import { PHASH_VERSION } from "#src/phash/phash.js";
import { makeFolder, removeQuietly } from "#src/platform/write-file.js";
import { withBuildLock } from "#src/store/build-lock.js";
import { FOLD_VERSION } from "#src/text/fold.js";
import { ANALYSIS_VERSION } from "../analysis/analysis.js";
import { openCache } from "../cache/build-cache.js";
import { findDataset } from "../read/dataset.js";
import { finishGeneration, prepareFolder } from "../write/finish-generation.js";
import { compileRecords } from "./compile-records.js";
import { type BuildOptions, type BuildResult, SkippedImagesError } from "./options.js";
import { type BuildSession, openBuildSession } from "./session.js";

/** The generations besides the live one are kept for rollbacks. */
const DEFAULT_KEEP = 3;

/**
 * Compiles a dataset into a generation and makes it live. Equal input produces equal bytes.
 *
 * @throws DatasetError if records are invalid, SkippedImagesError under `strict`, DroppedIconsError, StorageError or
 * the system's error if a file can't be written; in each case the live generation stays. UnfinishedError if the new
 * generation is live and a later step failed
 */
export async function compile(options: BuildOptions): Promise<BuildResult> {
  const session = openBuildSession(false);
  try {
    return await compileIn(session, options);
  } finally {
    await session.close();
  }
}

/** Compiles a dataset repeatedly. The fewer changes, the faster. */
export interface Compiler {
  /** Like `compile`. Builds run one after the other. */
  compile(options: BuildOptions): Promise<BuildResult>;
  /** Waits for a running build, then ends processes and threads. */
  close(): Promise<void>;
}

/**
 * Creates a compiler that remembers unchanged files and keeps processes and threads running; their number is `jobs` of
 * the first build. Memory: that of its processes, and up to 64 MiB more than `compile`.
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
  const found = await findDataset(options.data);
  const dataset = options.records === undefined ? found : { ...found, files: [...found.files, options.records] };
  const { name: datasetName, image, language, fillers } = dataset.options;
  await makeFolder(options.out);
  return withBuildLock(options.out, async () => {
    const folder = await prepareFolder(options.out);
    try {
      const cache = openCache(options);
      const compiled = await compileRecords(dataset, folder, cache, options, session);
      const { analyzed, skipped, removedParts, stale, dropped, credits, vectors, ...written } = compiled;
      if (options.strict && skipped.length > 0) throw new SkippedImagesError(skipped);
      const manifest = {
        format: FORMAT_VERSION,
        dataset: { name: datasetName, ...(Object.keys(credits).length === 0 ? {} : { credits }) },
        ...written,
        fold: FOLD_VERSION,
        phash: PHASH_VERSION,
        analysis: ANALYSIS_VERSION,
        decoder: RENDERER_NAMES,
        options: {
          ...(image ? { image } : {}),
          ...(language === undefined ? {} : { language }),
          ...(fillers === undefined ? {} : { fillers }),
          ...(options.images === false ? { images: false } : {}),
          ...(vectors === undefined ? {} : { vectors }),
        },
      };
      const { name, unchanged } = await finishGeneration(options.out, folder, manifest, options.keep ?? DEFAULT_KEEP);
      session.endBuild();
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
        removedParts,
        stale,
        dropped,
        cacheFailure: cache?.failure(),
      };
    } catch (error) {
      await removeQuietly(folder);
      throw error;
    }
  });
}

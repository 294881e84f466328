import { mkdir, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { FORMAT_VERSION } from "#src/format/container.js";
import type { Manifest, ManifestFile } from "#src/format/manifest.js";
import { PHASH_VERSION } from "#src/phash/phash.js";
import { withBuildLock } from "#src/store/build-lock.js";
import { FOLD_VERSION } from "#src/text/fold.js";
import { analyseRecords } from "./analyse-records.js";
import { explainProblems } from "./check/explain-problems.js";
import { surveyDataset } from "./check/survey.js";
import type { StalePicture } from "./fetch/fetch-pictures.js";
import { fetchRemote } from "./fetch/fetch-remote.js";
import type { FetchRules } from "./fetch/fetch-rules.js";
import { createAnalyser } from "./image/analyser.js";
import { openAnalysisCache } from "./image/analysis-cache.js";
import { type SkippedPicture, SkippedPicturesError } from "./image/skipped.js";
import { type Dataset, findDataset } from "./source/dataset.js";
import { finishGeneration, prepareAside } from "./write/finish-generation.js";
import { createGenerationWriter } from "./write/generation-writer.js";
import { SECTION_RECORDS } from "./write/section-collector.js";

const CACHE_FOLDER = "cache";
/** Generations that stay beside the live one are there to go back to. */
const DEFAULT_KEEP = 3;
const MAX_PROBLEMS = 100;

/** How far a build is. */
export interface BuildProgress {
  readonly phase: "check" | "fetch" | "build";
  /** Records done; pictures, while they are fetched. */
  readonly done: number;
  /** Of how many; unknown while records are checked. */
  readonly total?: number;
}

export interface BuildOptions {
  /** The dataset: a folder, a `.json` or an `.ndjson` file. */
  readonly data: string;
  /** The artifacts folder; created when missing. */
  readonly out: string;
  /** Processes that analyse pictures, and threads that check and encode records; default: one per core. */
  readonly jobs?: number;
  /** Whether a picture that can't be read stops the build. Default: it is reported and its record built without it. */
  readonly strict?: boolean;
  /** Whether analyses of pictures are looked up and kept in the folder `cache` beside the generations; default true. */
  readonly cache?: boolean;
  /**
   * Whether pictures are fetched from the `https:` addresses that records name, or by which rules. Default false: only what was fetched
   * before is used, and nothing goes over the network.
   */
  readonly fetch?: boolean | Partial<FetchRules>;
  /** Generations that are kept, the live one among them, from 1; default 3. */
  readonly keep?: number;
  onProgress?(progress: BuildProgress): void;
}

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
}

/**
 * Compiles a dataset into a generation and makes it live. Equal input gives equal bytes.
 *
 * @throws DatasetError when records are wrong, SkippedPicturesError under `strict`, the system's error when a file can't
 * be written; in each case the live generation stays
 */
export async function compile(options: BuildOptions): Promise<BuildResult> {
  const started = performance.now();
  const dataset = await findDataset(options.data);
  await mkdir(options.out, { recursive: true });
  return withBuildLock(options.out, async () => {
    const aside = await prepareAside(options.out);
    try {
      const { analysed, skipped, stale, ...written } = await writeGeneration(dataset, aside, options);
      if (options.strict && skipped.length > 0) throw new SkippedPicturesError(skipped);
      const manifest = {
        format: FORMAT_VERSION,
        dataset: { name: dataset.options.name },
        ...written,
        fold: FOLD_VERSION,
        phash: PHASH_VERSION,
        decoder: `sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}`,
        options: { ...(dataset.options.picture ? { picture: dataset.options.picture } : {}) },
      };
      const { name, unchanged } = await finishGeneration(options.out, aside, manifest, options.keep ?? DEFAULT_KEEP);
      const seconds = (performance.now() - started) / 1000;
      const { icons, files } = written;
      const built = { generation: name, unchanged, dataset: dataset.options.name, icons, analysed, files };
      return { ...built, seconds, skipped, stale };
    } catch (error) {
      await rm(aside, { recursive: true, force: true });
      throw error;
    }
  });
}

async function writeGeneration(
  dataset: Dataset,
  folder: string,
  { out, jobs = availableParallelism(), cache = true, fetch = false, onProgress }: BuildOptions,
): Promise<Pick<BuildResult, "analysed" | "skipped" | "stale"> & Pick<Manifest, "icons" | "fields" | "files">> {
  const { clean, places, remote } = await surveyDataset(dataset, jobs, (read) =>
    onProgress?.({ phase: "check", done: read }),
  );
  if (!clean) await explainProblems(dataset, MAX_PROBLEMS);
  const cacheFolder = join(out, CACHE_FOLDER);
  const { pictures, stale } = await fetchRemote(remote, cacheFolder, fetch, (done) =>
    onProgress?.({ phase: "fetch", done, total: remote.size }),
  );
  const writer = await createGenerationWriter(folder, places.count > SECTION_RECORDS ? jobs : 1);
  const analyser = createAnalyser(dataset, jobs, cache ? openAnalysisCache(cacheFolder) : undefined, pictures);
  const skipped: SkippedPicture[] = [];
  let done = 0;
  let analysed = 0;
  try {
    for await (const records of analyseRecords(dataset, places, analyser)) {
      await writer.append(records);
      for (const { skip, rendered } of records) {
        if (skip !== undefined) skipped.push(skip);
        if (rendered) analysed++;
      }
      done += records.length;
      onProgress?.({ phase: "build", done, total: places.count });
    }
    return { analysed, skipped, stale, ...(await writer.finish()) };
  } finally {
    await Promise.all([analyser.close(), writer.close()]);
  }
}

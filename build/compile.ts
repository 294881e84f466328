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
import type { ServedImages } from "./image/analyse.js";
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
  readonly phase: "check" | "build";
  /** Records done. */
  readonly done: number;
  /** Records in all; unknown while they are checked. */
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
  /** Whether the generation holds pictures to serve; default true. Hashes, palettes and labels are measured all the same. */
  readonly images?: boolean;
  /** Whether it holds large pictures beside those of 128 pixels; default true. Without them it is a fraction as large and built in half the time. */
  readonly largeImages?: boolean;
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
      const { analysed, skipped, ...written } = await writeGeneration(dataset, aside, options);
      if (options.strict && skipped.length > 0) throw new SkippedPicturesError(skipped);
      const manifest = {
        format: FORMAT_VERSION,
        dataset: { name: dataset.options.name },
        ...written,
        fold: FOLD_VERSION,
        phash: PHASH_VERSION,
        decoder: `sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}`,
        options: {
          ...(dataset.options.picture ? { picture: dataset.options.picture } : {}),
          ...leftOut(options),
        },
      };
      const { name, unchanged } = await finishGeneration(options.out, aside, manifest, options.keep ?? DEFAULT_KEEP);
      const seconds = (performance.now() - started) / 1000;
      const { icons, files } = written;
      return { generation: name, unchanged, dataset: dataset.options.name, icons, analysed, files, seconds, skipped };
    } catch (error) {
      await rm(aside, { recursive: true, force: true });
      throw error;
    }
  });
}

/** What the manifest says of pictures that were left out. */
function leftOut(options: BuildOptions): { images?: false; largeImages?: false } {
  const images = servedImages(options);
  if (images === "all") return {};
  return images === "none" ? { images: false } : { largeImages: false };
}

function servedImages({ images = true, largeImages = true }: BuildOptions): ServedImages {
  if (!images) return "none";
  return largeImages ? "all" : "small";
}

async function writeGeneration(
  dataset: Dataset,
  folder: string,
  options: BuildOptions,
): Promise<{ analysed: number; skipped: SkippedPicture[] } & Pick<Manifest, "icons" | "fields" | "files">> {
  const { out, jobs = availableParallelism(), cache = true, onProgress } = options;
  const { clean, places } = await surveyDataset(dataset, jobs, (read) => onProgress?.({ phase: "check", done: read }));
  if (!clean) await explainProblems(dataset, MAX_PROBLEMS);
  const writer = await createGenerationWriter(folder, places.count > SECTION_RECORDS ? jobs : 1);
  const images = servedImages(options);
  const analyser = createAnalyser(
    dataset,
    jobs,
    images,
    cache ? openAnalysisCache(join(out, CACHE_FOLDER)) : undefined,
  );
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
    return { analysed, skipped, ...(await writer.finish()) };
  } finally {
    await Promise.all([analyser.close(), writer.close()]);
  }
}

import type { AnalysisOptions } from "../analysis/analysis.js";
import { type PackedAnalysis, packAnalysis } from "../analysis/analysis.js";
import type { AnalysisPool } from "../analysis/analysis-pool.js";
import type { AnalysisTask, Unmeasured } from "../analysis/analyze-process.js";
import { analysisKey, stampKey, stampRules } from "../cache/analysis-key.js";
import type { BuildCache, CachedImage } from "../cache/build-cache.js";
import type { SourceRecord } from "../dataset/source-record.js";
import type { RemoteImages } from "../image/download/remote-images.js";
import { createImageSource } from "../image/source/image-source.js";
import type { Dataset } from "../read/dataset.js";
import type { SkippedImage } from "./options.js";

/**
 * Maximum number of unfinished tasks per process: enough that a batch waits while another is analyzed, few enough that
 * images don't pile up in memory.
 */
const TASKS_PER_PROCESS = 12;
const DEFAULT_PADDING = 0.17;
const NOTHING = new Uint8Array(0);
/** The result for a record without an image. */
export const NO_IMAGE = { measured: NOTHING, image: NOTHING };

/** The result for a record's image. */
export interface Analyzed {
  /** The analysis as encoded by `packAnalysis`; empty if there is no image. */
  readonly measured: Uint8Array;
  /** The stored form of the image; empty if there is none. */
  readonly image: Uint8Array;
  /** Whether the image was decoded, instead of taking its analysis from the cache. */
  readonly rendered: boolean;
  /** The entry for the reuse index; undefined if nothing is kept. */
  readonly kept?: CachedImage;
  readonly skip?: SkippedImage;
}

/** The analysis of an image, or the reason why it could not be analyzed. */
export interface Measured {
  readonly analysis: PackedAnalysis | Unmeasured;
  /** Whether the image was decoded, instead of taking its analysis from the cache. */
  readonly rendered: boolean;
  /** The entry for the reuse index; undefined if nothing is kept. */
  readonly kept?: CachedImage;
}

/** Analyzes images of records in other processes. */
export interface Analyzer {
  /** Number of records that should be in progress at the same time. */
  readonly concurrency: number;
  /** Analyzes a record's image. Synchronous if the analysis is cached. */
  analyze(source: SourceRecord): Analyzed | Promise<Analyzed>;
  /** The analysis of a record's image, regardless of the record's own values; synchronous if cached. @param source a record that names an image */
  measure(source: SourceRecord): Measured | Promise<Measured>;
}

/** Dependencies of an analyzer. */
export interface AnalyzerOptions {
  readonly pool: AnalysisPool;
  /** Whether to store images. */
  readonly images: boolean;
  /** The cache of analyses; undefined analyzes every image. */
  readonly cache: BuildCache | undefined;
  /** The downloaded images. */
  readonly remote: RemoteImages;
}

export function createAnalyzer({ root, options }: Dataset, { pool, images, cache, remote }: AnalyzerOptions): Analyzer {
  const imageSource = createImageSource(root, remote);

  const optionsOf = (background: string | undefined, tint: string | undefined): AnalysisOptions => ({
    tint,
    background: background ?? options.image?.background,
    padding: options.image?.padding ?? DEFAULT_PADDING,
    images,
  });
  const rulesByBackground = new Map<string | undefined, string>();
  const rulesOf = (background: string | undefined): string => {
    const rules = rulesByBackground.get(background) ?? stampRules(optionsOf(background, undefined));
    rulesByBackground.set(background, rules);
    return rules;
  };
  const taskOf = async (source: SourceRecord): Promise<AnalysisTask> => {
    const image = await imageSource.read(source.image as string);
    return { image, options: optionsOf(source.background, image.kind === "svg" ? source.tint : undefined) };
  };
  const stampOf = (source: SourceRecord): string | undefined => {
    const stamp = cache && imageSource.stampOf(source.image as string);
    return stamp && stampKey(stamp, source.tint, rulesOf(source.background));
  };

  const measureUnknown = async (source: SourceRecord, stamp: string | undefined): Promise<Measured> => {
    // An error only affects the image that caused it.
    const task = await orExplain(taskOf(source));
    if ("error" in task) return { analysis: task, rendered: false };
    const key = analysisKey(task.image, task.options);
    const known = cache?.load(key);
    if (known !== undefined) return keep(packAnalysis(known), { key, stamp, rendered: false });
    const analysis = await pool.analyze(task);
    if ("error" in analysis) return { analysis, rendered: true };
    cache?.store(key, analysis);
    return keep(packAnalysis(analysis), { key, stamp, rendered: true });
  };
  const measure = (source: SourceRecord): Measured | Promise<Measured> => {
    // Taken before reading, so that a later change of the file is noticed.
    const stamp = stampOf(source);
    const reused = stamp && cache?.lookUp(stamp);
    if (reused) return { analysis: reused.analysis, rendered: false, kept: { stamp, ...reused } };
    return measureUnknown(source, stamp);
  };

  return {
    concurrency: pool.processes * TASKS_PER_PROCESS,
    measure,
    analyze(source) {
      if (source.image === undefined) return { ...NO_IMAGE, rendered: false };
      const measured = measure(source);
      return measured instanceof Promise ? measured.then((told) => take(source, told)) : take(source, measured);
    },
  };
}

function keep(
  analysis: PackedAnalysis,
  { key, stamp, rendered }: Pick<CachedImage, "key" | "stamp"> & Pick<Measured, "rendered">,
): Measured {
  return { analysis, rendered, kept: { key, stamp, analysis } };
}

function take({ id, image = "" }: SourceRecord, { analysis, rendered, kept }: Measured): Analyzed {
  if ("error" in analysis) {
    const { error: reason, code } = analysis;
    return { ...NO_IMAGE, rendered, skip: { id, image, reason, ...(code === undefined ? {} : { code }) } };
  }
  return { ...analysis, rendered, ...(kept && { kept }) };
}

/** The result of a promise, or the reason why it failed. */
async function orExplain<T>(work: Promise<T>): Promise<T | Unmeasured> {
  try {
    return await work;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { error: message, ...(code === undefined ? {} : { code }) };
  }
}

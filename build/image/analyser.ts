import type { IconRecord } from "#src/format/record.js";
import type { SourceRecord } from "../check/source-record.js";
import type { Dataset } from "../source/dataset.js";
import type { AnalysisOutcome, AnalysisTask } from "./analyse-process.js";
import { type AnalysisCache, analysisKey } from "./analysis-cache.js";
import { createAnalysisPool } from "./analysis-pool.js";
import { withMeasured } from "./measured.js";
import { createPictureSource } from "./picture.js";
import type { SkippedPicture } from "./skipped.js";

/** Tasks in flight per process: enough that none waits, few enough that pictures don't pile up. */
const TASKS_PER_PROCESS = 4;
const DEFAULT_PADDING = 0.17;
const NO_IMAGE = new Uint8Array(0);

/** A record with what its picture told. */
export interface Analysed {
  readonly record: IconRecord;
  /** The picture to serve; empty when there is none. */
  readonly image: Uint8Array;
  /** Whether pixels were looked at, rather than an analysis taken from the cache. */
  readonly rendered: boolean;
  readonly skip?: SkippedPicture;
}

/** What a picture tells, or why it could not be analysed. */
export interface Measured {
  readonly analysis: AnalysisOutcome;
  /** Whether pixels were looked at, rather than an analysis taken from the cache. */
  readonly rendered: boolean;
}

/** Analyses the pictures of records in processes of its own. */
export interface Analyser {
  /** How many records are worth having in progress. */
  readonly concurrency: number;
  analyse(source: SourceRecord): Promise<Analysed>;
  /** What the picture of a record tells, whatever the record says itself. @param source a record that names a picture */
  measure(source: SourceRecord): Promise<Measured>;
  close(): Promise<void>;
}

/** @param cache where analyses are looked up and kept; undefined: every picture is analysed */
export function createAnalyser(
  { root, options }: Dataset,
  processes: number,
  cache: AnalysisCache | undefined,
): Analyser {
  const pictures = createPictureSource(root);
  const pool = createAnalysisPool(processes);

  const taskOf = async ({ image, tint, background }: SourceRecord): Promise<AnalysisTask> => ({
    picture: await pictures.read(image as string, tint),
    options: {
      background: background ?? options.picture?.background,
      padding: options.picture?.padding ?? DEFAULT_PADDING,
    },
  });

  const measure = async (source: SourceRecord): Promise<Measured> => {
    // Whatever a picture brings about costs that picture only; trouble with the cache is the build's.
    const task = await orExplain(taskOf(source));
    if ("error" in task) return { analysis: task, rendered: false };
    const key = analysisKey(task.picture, task.options);
    const known = await cache?.load(key);
    if (known !== undefined) return { analysis: known, rendered: false };
    const analysis = await pool.analyse(task);
    if (!("error" in analysis)) await cache?.store(key, analysis);
    return { analysis, rendered: true };
  };

  return {
    concurrency: processes * TASKS_PER_PROCESS,
    measure,
    async analyse(source) {
      const { image } = source;
      if (image === undefined) return { record: withMeasured(source, {}), image: NO_IMAGE, rendered: false };
      const { analysis, rendered } = await measure(source);
      if ("error" in analysis) {
        const skip = { id: source.id, image, reason: analysis.error };
        return { record: withMeasured(source, {}), image: NO_IMAGE, rendered, skip };
      }
      const { webp, ...measured } = analysis;
      return { record: withMeasured(source, measured), image: webp, rendered };
    },
    async close() {
      await pool.close();
    },
  };
}

/** What a promise gives, or why it failed. */
async function orExplain<T>(work: Promise<T>): Promise<T | { readonly error: string }> {
  try {
    return await work;
  } catch (error) {
    return { error: (error as Error).message };
  }
}

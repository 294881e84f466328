import type { IconRecord } from "#src/format/record.js";
import type { BuildMemory } from "../build-memory.js";
import { type AnalysisCache, analysisKey } from "../cache/analysis-cache.js";
import type { SourceRecord } from "../check/source-record.js";
import type { RemotePictures } from "../fetch/remote-pictures.js";
import { createPictureSource } from "../picture/picture.js";
import type { SkippedPicture } from "../picture/skipped.js";
import type { Dataset } from "../source/dataset.js";
import type { AnalysisOptions, ServedImages } from "./analyse.js";
import type { AnalysisOutcome, AnalysisTask } from "./analyse-process.js";
import type { AnalysisPool } from "./analysis-pool.js";
import { withMeasured } from "./measured.js";

/** Tasks in flight per process: enough that none waits, few enough that pictures don't pile up. */
const TASKS_PER_PROCESS = 4;
const DEFAULT_PADDING = 0.17;
const NO_IMAGE = new Uint8Array(0);
const NO_IMAGES = { image: NO_IMAGE, largeImage: NO_IMAGE };

/** A record with what its picture told. */
export interface Analysed {
  readonly record: IconRecord;
  /** The picture to serve; empty when there is none. */
  readonly image: Uint8Array;
  /** The large picture to serve; empty when there is none. */
  readonly largeImage: Uint8Array;
  /** Whether pixels were looked at, rather than an analysis taken from the cache. */
  readonly rendered: boolean;
  readonly skip?: SkippedPicture;
}

/** What a picture tells, or why it could not be analysed. */
export interface Measured {
  readonly analysis: AnalysisOutcome;
  /** Whether pixels were looked at, rather than an analysis taken from the cache. */
  readonly rendered: boolean;
  /** Why there is no large picture although one is wanted; such an analysis is not kept. */
  readonly largeError?: string;
}

/** Analyses the pictures of records in other processes. */
export interface Analyser {
  /** How many records are worth having in progress. */
  readonly concurrency: number;
  analyse(source: SourceRecord): Promise<Analysed>;
  /** What the picture of a record tells, whatever the record says itself. @param source a record that names a picture */
  measure(source: SourceRecord): Promise<Measured>;
}

/** What an analyser works with. */
export interface AnalyserOptions {
  readonly pool: AnalysisPool;
  /** Which pictures are to be served. */
  readonly images: ServedImages;
  /** Where analyses are looked up and kept; undefined: every picture is analysed. */
  readonly cache: AnalysisCache | undefined;
  /** Keys of analyses that are in the cache, by the stamp of the picture and what it is analysed with. */
  readonly keys?: BuildMemory<string> | undefined;
  /** What was fetched from other machines. */
  readonly remote: RemotePictures;
}

export function createAnalyser(
  { root, options }: Dataset,
  { pool, images, cache, keys, remote }: AnalyserOptions,
): Analyser {
  const pictures = createPictureSource(root, remote);

  const optionsOf = ({ background }: SourceRecord): AnalysisOptions => ({
    background: background ?? options.picture?.background,
    padding: options.picture?.padding ?? DEFAULT_PADDING,
    images,
  });
  const taskOf = async (source: SourceRecord): Promise<AnalysisTask> => ({
    picture: await pictures.read(source.image as string, source.tint),
    options: optionsOf(source),
  });
  const stampOf = (source: SourceRecord): string | undefined => {
    const stamp = keys && pictures.stampOf(source.image as string);
    return stamp && JSON.stringify([stamp, source.tint, optionsOf(source)]);
  };

  const measure = async (source: SourceRecord): Promise<Measured> => {
    // Before it is read: what is written meanwhile has another.
    const stamp = stampOf(source);
    const knownKey = stamp && keys?.get(stamp);
    const recalled = knownKey && cache?.load(knownKey);
    if (recalled) return { analysis: recalled, rendered: false };
    // Whatever a picture brings about costs that picture only.
    const task = await orExplain(taskOf(source));
    if ("error" in task) return { analysis: task, rendered: false };
    const key = analysisKey(task.picture, task.options);
    if (stamp !== undefined) keys?.set(stamp, key);
    const known = cache?.load(key);
    if (known !== undefined) return { analysis: known, rendered: false };
    const analysis = await pool.analyse(task);
    if (!("error" in analysis)) cache?.store(key, analysis);
    else if (images === "all") {
      // Filters take four times as long and more on four times the pixels: who runs out of time there may still have all the rest.
      const small = await pool.analyse({ ...task, options: { ...task.options, images: "small" } });
      return { analysis: small, rendered: true, largeError: analysis.error };
    }
    return { analysis, rendered: true };
  };

  return {
    concurrency: pool.processes * TASKS_PER_PROCESS,
    measure,
    async analyse(source) {
      const { image } = source;
      if (image === undefined) return { record: withMeasured(source, {}), ...NO_IMAGES, rendered: false };
      const { analysis, rendered, largeError } = await measure(source);
      if ("error" in analysis) {
        const skip = { id: source.id, image, reason: analysis.error };
        return { record: withMeasured(source, {}), ...NO_IMAGES, rendered, skip };
      }
      const { webp, largeWebp, ...measured } = analysis;
      const analysed = { record: withMeasured(source, measured), image: webp, largeImage: largeWebp, rendered };
      if (largeError === undefined) return analysed;
      return { ...analysed, skip: { id: source.id, image, reason: largeError, largeOnly: true } };
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

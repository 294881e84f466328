import { isStoredDrawing } from "#src/format/stored-image.js";
import { creditsIn, encodeVariants } from "#src/format/variants.js";
import type { AnalysisOptions } from "../analysis/analysis.js";
import { type PackedAnalysis, packAnalysis, unpackMeasured } from "../analysis/analysis.js";
import type { AnalysisPool } from "../analysis/analysis-pool.js";
import type { AnalysisTask, Unmeasured } from "../analysis/analyze-process.js";
import { analysisKey, stampKey, stampRules } from "../cache/analysis-key.js";
import type { BuildCache, CachedImage } from "../cache/build-cache.js";
import { hasOwnImage, imagesOf, type SourceImage, type SourceRecord } from "../dataset/source-record.js";
import type { RemoteImages } from "../image/download/remote-images.js";
import { createIconSets } from "../image/source/icon-sets.js";
import { createImageSource } from "../image/source/image-source.js";
import type { Dataset } from "../read/dataset.js";
import { inheritCredits } from "./inherit-credits.js";
import type { ImageName, SkippedImage } from "./options.js";

/**
 * Maximum number of unfinished tasks per process: enough that a batch waits while another is analyzed, few enough that
 * images don't pile up in memory.
 */
const TASKS_PER_PROCESS = 12;
const DEFAULT_PADDING = 0.17;
const NOTHING = new Uint8Array(0);

/** The result for the images of a record. */
export interface Analyzed {
  /** The record with the credits that it inherits; undefined if it has no image. */
  readonly credited: SourceRecord | undefined;
  /** The analysis as encoded by `packAnalysis`; empty if there is no image. */
  readonly measured: Uint8Array;
  /** The stored form of the image; empty if there is none. */
  readonly image: Uint8Array;
  /** The stored form of its variants, see `encodeVariants`; empty if there are none. */
  readonly variants: Uint8Array;
  /** Number of images that were decoded, instead of taking their analyses from the cache. */
  readonly rendered: number;
  /** The entries for the reuse index. */
  readonly kept: readonly CachedImage[];
  readonly skipped: readonly SkippedImage[];
  /** The drawings that lack parts of their files. */
  readonly changed: readonly ChangedDrawing[];
  /** Id and former ids. */
  readonly names: readonly string[];
  readonly served: readonly ServedImage[];
}

/** An image that the generation serves, or would serve if it could be read. */
export interface ServedImage {
  /** Undefined: the record's own image. */
  readonly variant: string | undefined;
  /** Also true if it can't be read. */
  readonly isDrawing: boolean;
}

/** A drawing that lacks parts of its file. */
export interface ChangedDrawing {
  readonly name: ImageName;
  /** What was removed, as in `SafeDrawing`. */
  readonly removed: readonly string[];
}

/** The result for a record without images. */
export const NO_IMAGE: Analyzed = {
  credited: undefined,
  measured: NOTHING,
  image: NOTHING,
  variants: NOTHING,
  rendered: 0,
  kept: [],
  skipped: [],
  changed: [],
  names: [],
  served: [],
};

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
  /** Analyzes the images of a record. Synchronous if the analyses are cached. */
  analyze(source: SourceRecord): Analyzed | Promise<Analyzed>;
  /** The analysis of an image, regardless of its record's own values; synchronous if cached. */
  measure(source: SourceImage): Measured | Promise<Measured>;
  /** The record with the credits of its images. The record itself if it has them all; synchronous if they are known. */
  credit(source: SourceRecord): SourceRecord | Promise<SourceRecord>;
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
  const sets = createIconSets(root);
  const imageSource = createImageSource(root, remote, sets);
  const credit = inheritCredits(sets, creditsIn(options.image ?? {}));

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
  const taskOf = async (source: SourceImage): Promise<AnalysisTask> => {
    const image = await imageSource.read(source.image);
    return { image, options: optionsOf(source.background, image.kind === "svg" ? source.tint : undefined) };
  };
  const stampOf = (source: SourceImage): string | undefined => {
    const stamp = cache && imageSource.stampOf(source.image);
    return stamp && stampKey(stamp, source.tint, rulesOf(source.background));
  };

  const measureUnknown = async (source: SourceImage, stamp: string | undefined): Promise<Measured> => {
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
  const measure = (source: SourceImage): Measured | Promise<Measured> => {
    // Taken before reading, so that a later change of the file is noticed.
    const stamp = stampOf(source);
    const reused = stamp && cache?.lookUp(stamp);
    if (reused) return { analysis: reused.analysis, rendered: false, kept: { stamp, ...reused } };
    return measureUnknown(source, stamp);
  };

  return {
    concurrency: pool.processes * TASKS_PER_PROCESS,
    measure,
    credit,
    analyze(source) {
      const measured = imagesOf(source).map(measure);
      const credited = credit(source);
      return isReady(measured) && !(credited instanceof Promise)
        ? take(credited, measured)
        : Promise.all([credited, ...measured]).then(([record, ...all]) => take(record, all));
    },
  };
}

function keep(
  analysis: PackedAnalysis,
  { key, stamp, rendered }: Pick<CachedImage, "key" | "stamp"> & Pick<Measured, "rendered">,
): Measured {
  return { analysis, rendered, kept: { key, stamp, analysis } };
}

function isReady(measured: readonly (Measured | Promise<Measured>)[]): measured is readonly Measured[] {
  return !measured.some((one) => one instanceof Promise);
}

/** @param measured of each of the images, as `imagesOf` orders them */
function take(source: SourceRecord, measured: readonly Measured[]): Analyzed {
  const { id, formerIds = [], variants = [] } = source;
  const own = hasOwnImage(source) ? [{ variant: undefined, image: source.image }] : [];
  const named = [...own, ...variants.map(({ name, image }) => ({ variant: name, image }))];
  const nameOf = (at: number): ImageName => {
    const { variant } = named[at]!;
    return { id, ...(variant === undefined ? {} : { variant }) };
  };
  const skipped = measured.flatMap(({ analysis }, at) => {
    if (!("error" in analysis)) return [];
    const { error: reason, code } = analysis;
    return [{ ...nameOf(at), image: named[at]!.image, reason, ...(code === undefined ? {} : { code }) }];
  });
  const changed = measured.flatMap(({ analysis }, at) =>
    "error" in analysis || analysis.removed.length === 0 ? [] : [{ name: nameOf(at), removed: analysis.removed }],
  );
  const [analysis] = own.length === 0 ? [] : measured.map(({ analysis }) => analysis);
  const packed = measured.slice(own.length).flatMap(({ analysis }, at) => {
    if ("error" in analysis) return [];
    const { phash, colors } = unpackMeasured(analysis.measured);
    const variant = variants[at]!;
    return [{ ...creditsIn(variant), name: variant.name, phash, colors, image: analysis.image }];
  });
  const { measured: bytes, image } = analysis === undefined || "error" in analysis ? NO_IMAGE : analysis;
  return {
    credited: source,
    measured: bytes,
    image,
    variants: packed.length === 0 ? NOTHING : encodeVariants(packed),
    rendered: measured.filter(({ rendered }) => rendered).length,
    kept: measured.flatMap(({ kept }) => kept ?? []),
    skipped,
    changed,
    names: [id, ...formerIds],
    served: measured.map(({ analysis }, at) => ({
      variant: named[at]!.variant,
      isDrawing: "error" in analysis || (isStoredDrawing(analysis.image) ?? false),
    })),
  };
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

import { join } from "node:path";
import { toStorageError } from "#src/platform/storage-error.js";
import type { PackedAnalysis } from "../analysis/analysis.js";
import { type AnalysisCache, openAnalysisCache } from "./analysis-cache.js";
import { encodeRow, type KnownPicture } from "./reuse-file.js";
import { createUseNote } from "./reuse-files.js";
import { digestsOf, openRecollection, type Recalled, type Recollection } from "./reuse-index.js";

const CACHE_FOLDER = "cache";
const PICTURES_FOLDER = "pictures";

/** A picture of which an analysis is kept. */
export interface KeptPicture extends Omit<Recalled, "row"> {
  /** As `stampKey` gives it; undefined where the picture must be read to be known. */
  readonly stamp: string | undefined;
  /** What an earlier build noted of it. */
  readonly row?: Buffer;
}

/** What a build knows of pictures from builds before, and keeps for the next. It can go on without. */
export interface BuildCache extends AnalysisCache, Pick<Recollection, "recall"> {
  /** Notes what a record of the generation shows. */
  note(ordinal: number, picture: KeptPicture): void;
  /** Notes that all of that makes the live generation of an artifacts folder. */
  noteUse(artifacts: string, generation: string): void;
  /** Why it stopped storing; undefined while it stores. */
  failure(): string | undefined;
}

/**
 * A cache saves time, and no build is worth less without it: the first analysis that can't be stored is the last one that is tried to
 * be, since the next ones would fail alike. What is stored already is still found.
 *
 * @param folder of the cache
 * @param writes whether anything is written; otherwise it is only read
 */
function createBuildCache(folder: string, cache: AnalysisCache, { recall }: Recollection, writes: boolean): BuildCache {
  const used = createUseNote(folder);
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
    recall,
    load: (key) => cache.load(key),
    store: (key, analysis) => tryTo(() => cache.store(key, analysis)),
    note(ordinal, { key, stamp, analysis, row }) {
      if (writes) used.add(ordinal, row ?? encodeRow(key, stamp === undefined ? undefined : known(stamp, analysis)));
    },
    noteUse: (artifacts, generation) => tryTo(() => used.write(artifacts, generation)),
    failure: () => failure,
  };
}

function known(stamp: string, { measured, webp, largeWebp }: PackedAnalysis): KnownPicture {
  return { stamp, measured, digests: digestsOf(webp, largeWebp) };
}

/** The folder in which builds for an artifacts folder keep analyses, unless told otherwise. */
export function cacheFolderOf(artifacts: string): string {
  return join(artifacts, CACHE_FOLDER);
}

/** What analyses are kept in, and for which generations. */
export interface CacheOptions {
  /** The artifacts folder. */
  readonly out: string;
  /** The folder in which analyses of pictures are looked up and kept, or false for none; default `cache` beside the generations. */
  readonly cache?: string | false;
  /** Whether something is written into that folder; default true. */
  readonly keepAnalyses?: boolean;
  /**
   * The artifacts folder that the generation is meant for, when it is compiled into another one to be looked at and removed: what that folder's
   * builds know of pictures is used, and nothing is noted as used. Default: it is meant for `out`.
   */
  readonly asideOf?: string;
}

/** The folder in which builds for an artifacts folder keep what they fetch, unless told otherwise. */
export function fetchedFolderOf(artifacts: string): string {
  return join(cacheFolderOf(artifacts), PICTURES_FOLDER);
}

/** Opens what analyses are kept in; undefined where none are. */
export function openCache({
  out,
  asideOf = out,
  cache: folder = cacheFolderOf(asideOf),
  keepAnalyses = true,
}: CacheOptions): BuildCache | undefined {
  if (folder === false) return undefined;
  return createBuildCache(folder, openAnalysisCache(folder), openRecollection(folder, asideOf), keepAnalyses);
}

import { toStorageError } from "#src/platform/storage-error.js";
import type { PackedAnalysis } from "../analysis/packed-analysis.js";
import type { AnalysisCache } from "./analysis-cache.js";
import { digestsOf, type Recalled, type Recollection } from "./recollection.js";
import { encodeRow, type KnownPicture } from "./use-file.js";
import { createUseNote } from "./uses.js";

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
export function createBuildCache(
  folder: string,
  cache: AnalysisCache,
  { recall }: Recollection,
  writes: boolean,
): BuildCache {
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

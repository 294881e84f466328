import { join } from "node:path";
import { creditsOf } from "#src/format/credits.js";
import type { CreditsInCommon } from "#src/format/icon-sets.js";
import type { Manifest } from "#src/format/manifest.js";
import { isStoredDrawing } from "#src/format/stored-image.js";
import { availableCores } from "#src/platform/cores.js";
import type { BuildCache } from "../cache/build-cache.js";
import { downloadFolderOf } from "../cache/build-cache.js";
import { scanDataset } from "../check/dataset-scan.js";
import { explainProblems } from "../check/explain-problems.js";
import { readRemoved } from "../check/read-removed.js";
import { createCommonCredits } from "../dataset/common-credits.js";
import { downloadRemote } from "../image/download/remote-images.js";
import type { Dataset } from "../read/dataset.js";
import { readSynonyms } from "../synonyms/dataset-synonyms.js";
import { quantizeVectors, type VectorFacts } from "../vectors/dataset-vectors.js";
import { createGenerationWriter } from "../write/generation-writer.js";
import { analyzeRecords } from "./analyze-records.js";
import { createAnalyzer } from "./cached-analyzer.js";
import { findSets } from "./dataset-sets.js";
import { compareWithLive, type DroppedIconsError } from "./dropped-icons.js";
import type { BuildOptions, BuildResult, ImageName, RemovedKind, RemovedParts, SkippedImage } from "./options.js";
import type { BuildSession } from "./session.js";

const MAX_PROBLEMS = 100;
const VECTORS_SCRATCH = "quantized-vectors";
/** Maximum number of named images per kind. */
const MAX_NAMED = 5;
/** Drawings by many authors may have parts of any name; the kinds that come later are counted together. */
const MAX_KINDS = 50;
const OTHER_PARTS = "other parts";

/** Facts about the written records, for the manifest and the caller. */
export type CompiledRecords = Pick<BuildResult, "analyzed" | "skipped" | "removedParts" | "stale" | "dropped"> &
  Pick<Manifest, "icons" | "fields" | "files"> & {
    /** Those that all drawings outside of Iconify sets have in common. */
    readonly credits: CreditsInCommon;
    /** Undefined if the dataset has no vectors. */
    readonly vectors: VectorFacts | undefined;
  };

/**
 * Checks the records of a dataset, analyzes their images and writes the files of a generation, except its manifest.
 *
 * @param folder an empty folder
 * @throws DatasetError if records are invalid, DroppedIconsError, StorageError or the system's error if a file can't be
 * written
 */
export async function compileRecords(
  dataset: Dataset,
  folder: string,
  cache: BuildCache | undefined,
  options: BuildOptions,
  session: BuildSession,
): Promise<CompiledRecords> {
  const { out, jobs = availableCores(), download = false, downloads = downloadFolderOf(out), onProgress } = options;
  const { clean, places, stamps, remote, ids, formerIds } = await scanDataset(dataset, jobs, {
    onRecords: (read) => onProgress?.({ phase: "check", done: read }),
    memory: session.scans,
  });
  if (!clean) await explainProblems(dataset, MAX_PROBLEMS);
  const removed = readRemoved(dataset.folder, { ids, formerIds });
  const drops = options.allowRemovals
    ? undefined
    : compareWithLive(options.scratchFor ?? out, {
        known: [ids, formerIds],
        removed,
        inFolder: dataset.folder !== undefined,
      });
  refuseDropped(drops?.ids(), options);
  const vectors = await quantizeVectors(dataset.folder, ids, join(folder, VECTORS_SCRATCH), MAX_PROBLEMS);
  const { images: remoteImages, stale } = await downloadRemote(remote, downloads, download, (done) =>
    onProgress?.({ phase: "download", done, total: remote.size }),
  );
  const { language } = dataset.options;
  const meaning = { language, synonyms: readSynonyms(dataset.folder, language) };
  const facts = { removed, meaning, vectors };
  const writer = await createGenerationWriter(folder, session.writePool(places.count, jobs), facts);
  const analyzer = createAnalyzer(dataset, {
    pool: session.analysisPool(jobs),
    images: options.images ?? true,
    cache,
    remote: remoteImages,
  });
  const sets = options.images === false ? undefined : findSets(dataset.root, ids);
  const common = createCommonCredits();
  const skipped: SkippedImage[] = [];
  const removedParts = createRemovedPartsCounter();
  let done = 0;
  let analyzed = 0;
  try {
    for await (const records of analyzeRecords(dataset, { places, stamps }, analyzer)) {
      await writer.append(records);
      for (const record of records) {
        const { json, credited, skipped: unread, changed, rendered, kept, image } = record;
        drops?.add(record);
        for (const skip of unread) skipped.push(skip);
        for (const { name, removed } of changed) removedParts.add(name, removed);
        analyzed += rendered;
        for (const image of kept) cache?.record(done, image);
        sets?.add(json);
        if (credited !== undefined && isStoredDrawing(image) && !sets?.has(credited.id))
          common.add(creditsOf(credited));
        done++;
      }
      onProgress?.({ phase: "build", done, total: places.count });
    }
    await session.endAnalysis();
    const dropped = options.images === false ? drops?.ids() : drops?.all();
    refuseDropped(dropped, options);
    return {
      analyzed,
      skipped,
      removedParts: removedParts.counted(),
      stale,
      dropped,
      credits: common.found(),
      vectors: vectors?.facts,
      ...(await writer.finish(sets?.pack() ?? [])),
    };
  } finally {
    writer.close();
  }
}

/** Scratch builds only report what they drop. */
function refuseDropped(dropped: DroppedIconsError | undefined, { scratchFor }: BuildOptions): void {
  if (dropped !== undefined && scratchFor === undefined) throw dropped;
}

/** Counts the parts that were removed from drawings. Memory: some KB, regardless of the number of drawings. */
interface RemovedPartsCounter {
  /** @param parts of one drawing, as in `SafeDrawing` */
  add(image: ImageName, parts: readonly string[]): void;
  counted(): RemovedParts;
}

function createRemovedPartsCounter(): RemovedPartsCounter {
  const kinds = new Map<string, { drawings: number; first: ImageName[] }>();
  let drawings = 0;
  return {
    add(image, parts) {
      if (parts.length > 0) drawings++;
      const named = parts.map((part) => (kinds.has(part) || kinds.size < MAX_KINDS ? part : OTHER_PARTS));
      for (const part of new Set(named)) {
        const kind = kinds.get(part) ?? { drawings: 0, first: [] };
        kinds.set(part, kind);
        if (kind.drawings++ < MAX_NAMED) kind.first.push(image);
      }
    },
    counted: () => ({
      drawings,
      kinds: [...kinds].map(([part, kind]): RemovedKind => ({ part, ...kind })),
    }),
  };
}

import type { Analysis } from "./analysis/analyse.js";
import { type AnalysisPool, createAnalysisPool } from "./analysis/analysis-pool.js";
import { type BuildMemory, createBuildMemory } from "./build-memory.js";
import { type BlockSurvey, surveyBytes } from "./check/survey-block.js";
import { SECTION_RECORDS } from "./write/section-collector.js";
import { createWritePool, type WritePool } from "./write/write-pool.js";

/** Pictures of ten thousand icons are half of it. */
const ANALYSES_BYTES = 256 * 2 ** 20;
const SURVEYS_BYTES = 64 * 2 ** 20;
const STAMPS_BYTES = 64 * 2 ** 20;
/** What an analysis takes beside its pictures, about. */
const ANALYSIS_BYTES = 2048;
/** Fewer records are encoded before a thread has started. */
const THREADED_FROM = 2048;

/** What builds remember of files that did not change. */
export interface Memories {
  /** Surveys of blocks of records, by the SHA-256 of all that they follow from. */
  readonly surveys: BuildMemory<BlockSurvey>;
  /** Keys of analyses by the stamp of the picture's file and the options. */
  readonly keys: BuildMemory<string>;
  /** Analyses by their keys. */
  readonly analyses: BuildMemory<Analysis>;
}

/** What builds work with. Of one build at a time. */
export interface Workshop {
  /** Undefined where there is only one build. */
  readonly memories: Memories | undefined;
  /** @param processes most that run at once; of a pool that is kept those of the first time count */
  analysisPool(processes: number): AnalysisPool;
  /** @param records of the dataset @param threads most that run at once, likewise; 1: none but the caller's */
  writePool(records: number, threads: number): WritePool;
  /** Ends a build that made a generation: forgets what it did not need, and ends processes that the next will hardly need. */
  endBuild(): Promise<void>;
  close(): Promise<void>;
}

/** @param stays whether there is more than one build: then processes, threads and memories are kept for the next */
export function openWorkshop(stays: boolean): Workshop {
  let analysisPool: AnalysisPool | undefined;
  let threads: WritePool | undefined;
  const inThisThread = createWritePool(1);
  const memories = stays ? createMemories() : undefined;
  return {
    memories,
    analysisPool(processes) {
      analysisPool ??= createAnalysisPool(processes);
      return analysisPool;
    },
    writePool(records, wanted) {
      if (wanted === 1 || records <= (stays ? THREADED_FROM : SECTION_RECORDS)) return inThisThread;
      threads ??= createWritePool(wanted);
      return threads;
    },
    async endBuild() {
      for (const memory of Object.values(memories ?? {})) memory.endBuild();
      await analysisPool?.keep(1);
    },
    async close() {
      await Promise.all([analysisPool?.close(), threads?.close()]);
    },
  };
}

function createMemories(): Memories {
  return {
    surveys: createBuildMemory(surveyBytes, SURVEYS_BYTES),
    keys: createBuildMemory(({ length }) => 4 * length, STAMPS_BYTES),
    analyses: createBuildMemory(
      ({ webp, largeWebp }) => webp.length + largeWebp.length + ANALYSIS_BYTES,
      ANALYSES_BYTES,
    ),
  };
}

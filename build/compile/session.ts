import { type AnalysisPool, createAnalysisPool } from "../analysis/analysis-pool.js";
import { type BlockScan, scanBytes } from "../check/block-scan.js";
import { createScanMemory, type ScanMemory } from "../check/dataset-scan.js";
import { SECTION_RECORDS } from "../write/section-collector.js";
import { createWritePool, type WritePool } from "../write/write-pool.js";

const SCANS_BYTES = 64 * 2 ** 20;
/** Fewer records are encoded before a thread has started. */
const THREADED_FROM = 2048;

/** Processes, threads and remembered scans that one or several builds use, one build at a time. */
export interface BuildSession {
  /** Scans of blocks of records, by the SHA-256 of all that they follow from; undefined where there is only one build. */
  readonly scans: ScanMemory<BlockScan> | undefined;
  /** @param processes most that run at once; of a pool that is kept those of the first time count */
  analysisPool(processes: number): AnalysisPool;
  /** @param records of the dataset @param threads most that run at once, likewise; 1: none but the caller's */
  writePool(records: number, threads: number): WritePool;
  /** Ends a build that made a generation: forgets what it did not need, and ends processes that the next will hardly need. */
  endBuild(): Promise<void>;
  close(): Promise<void>;
}

/** @param stays whether there is more than one build: then processes, threads and scans are kept for the next */
export function openBuildSession(stays: boolean): BuildSession {
  let analysisPool: AnalysisPool | undefined;
  let threads: WritePool | undefined;
  const inThisThread = createWritePool(1);
  const scans = stays ? createScanMemory(scanBytes, SCANS_BYTES) : undefined;
  return {
    scans,
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
      scans?.endBuild();
      await analysisPool?.keep(1);
    },
    async close() {
      await Promise.all([analysisPool?.close(), threads?.close()]);
    },
  };
}

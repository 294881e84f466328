import { type AnalysisPool, createAnalysisPool } from "../analysis/analysis-pool.js";
import { type BlockScan, scanBytes } from "../check/block-scan.js";
import { createScanMemory, type ScanMemory } from "../check/dataset-scan.js";
import { SECTION_RECORDS } from "../write/section-collector.js";
import { createWritePool, type WritePool } from "../write/write-pool.js";

const SCANS_BYTES = 64 * 2 ** 20;
/** With fewer records, encoding finishes before a thread has started. */
const THREADED_FROM = 2048;

/** Processes, threads and cached scans for one or several builds, one build at a time. */
export interface BuildSession {
  /** Scans of blocks of records, by the SHA-256 of all their inputs; undefined if there is only one build. */
  readonly scans: ScanMemory<BlockScan> | undefined;
  /** @param processes maximum number of concurrent processes; ignored if the pool already exists */
  analysisPool(processes: number): AnalysisPool;
  /**
   * @param records of the dataset @param threads maximum number of concurrent threads, ignored likewise; 1: none but
   * the caller's
   */
  writePool(records: number, threads: number): WritePool;
  /** Stops the processes that analyzed images, but one if there will be another build: writing tables needs the memory. */
  endAnalysis(): Promise<void>;
  /** Ends a successful build: drops unused scans. */
  endBuild(): void;
  close(): Promise<void>;
}

/** @param stays whether there will be several builds; processes, threads and scans are then kept */
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
    async endAnalysis() {
      await analysisPool?.keep(stays ? 1 : 0);
    },
    endBuild() {
      scans?.endBuild();
    },
    async close() {
      await Promise.all([analysisPool?.close(), threads?.close()]);
    },
  };
}
